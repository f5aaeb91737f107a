import canonicalize from "canonicalize"
import { Cause, Clock, Context, Effect, Exit, Fiber, Layer, Logger, Option, Schema } from "effect"
import { Workflow, WorkflowEngine } from "effect/workflow"
import { type Definition, groupOf } from "#layers/workflows/definitions"
import { Runs } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { redactedValue } from "#schemas/kernel/redacted"
import type { RunHistory } from "#schemas/workflows/history"
import type { Difference, ReplayReport } from "./difference.ts"
import { scripted } from "./engine.ts"
import { Script } from "./script.ts"
import { missingService, OutsideOfStep, partly, substitute } from "./substitutes.ts"

export type { Difference, ReplayReport } from "./difference.ts"

/** A workflow and its program, as `durable-workflows.ts` lists them. */
export type Replayable = readonly [Definition, Layer.Layer<never, never, unknown>]

const aTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Turns of the event loop in which a program has done nothing: then it waits for what the history says next. */
const QUIET = 4

/** Services that a program uses besides those that it is given. */
const MOST_SERVICES = 200

const clockOf = (script: Script): Clock.Clock => ({
  currentTimeMillisUnsafe: () => script.now,
  currentTimeMillis: Effect.sync(() => script.now),
  currentTimeNanosUnsafe: () => BigInt(script.now) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(script.now) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(script.now) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(script.now) * 1_000_000n),
  sleep: () => Effect.void
} as Clock.Clock)

/** Starts no child, but tells the script of it. */
const servicesOf = (script: Script, names: ReadonlySet<string>) => {
  const context = Context.make(Runs, partly<Runs["Service"]>("Runs", {
    start: (start) => Effect.sync(() => {
      if (start.parent !== undefined) script.startsChild(start.parent.step, start)
      return 0 as never
    })
  })).pipe(Context.add(Tenancy, partly<Tenancy["Service"]>("Tenancy", { transaction: ((work: unknown) => work) as never })))
  return [...names].reduce((all, name) => Context.add(all, Context.Service<unknown, unknown>(name), substitute(name)), context as Context.Context<unknown>)
}

const payloadOf = ({ run: { id, livemode, payload, scheduled_at } }: RunHistory) => ({
  run: {
    id, company_id: 1, mode: livemode ? "live" : "test", key_id: 1, tier: "enterprise", request_id: `run_${id}`,
    ...scheduled_at !== null && { schedule_id: 1, scheduled_at }
  },
  input: payload
})

const firstError = (cause: Cause.Cause<unknown>): unknown => {
  const reason = cause.reasons.find((one) => !Cause.isInterruptReason(one))
  return reason === undefined ? undefined : Cause.isDieReason(reason) ? reason.defect : Cause.isFailReason(reason) ? reason.error : undefined
}

const textOf = (error: unknown) => error instanceof Error && error.message !== "" ? error.message : JSON.stringify(error)

const tagOf = (error: unknown) => (error as { readonly _tag?: string; readonly name?: string } | undefined)?._tag ?? (error as Error | undefined)?.name

/** The end that a program came to beside the end that its run had. */
const compareEnds = (script: Script, { workflow }: Definition, exit: Exit.Exit<unknown, unknown>) => {
  const { run } = script.history
  const differs = (message: string) => script.differs("result", null, message)
  if (Exit.isFailure(exit)) {
    const error = firstError(exit.cause)
    if (error instanceof OutsideOfStep) return script.differs("outside", error.use, error.message)
    if (run.status === "completed" || run.finished_at === null) return differs(`The program fails: ${textOf(error)}. In the history it did not.`)
    if (run.status === "failed" && tagOf(error) !== run.error_kind) differs(`The program fails with ${tagOf(error)}; in the history with ${run.error_kind}.`)
    return
  }
  if (run.finished_at === null) return
  if (run.status !== "completed") return differs(`The program completes; in the history it ${run.status === "failed" ? "fails" : "is canceled"}.`)
  const encode = Schema.encodeUnknownExit(Schema.toCodecJson(workflow.successSchema as Schema.Codec<unknown>))
  const result = encode(exit.value)
  const value = Exit.isSuccess(result) ? redactedValue(result.value) : undefined
  if (canonicalize(value ?? null) !== canonicalize(run.result)) {
    differs(`The program ends with ${JSON.stringify(value)}; in the history with ${JSON.stringify(run.result)}.`)
  }
}

interface Pass {
  readonly differences: ReadonlyArray<Difference>
  readonly missing: string | undefined
}

/** Leads a program through a history, with such services known by name only. */
const pass = (history: RunHistory, [definition, program]: Replayable, names: ReadonlySet<string>): Effect.Effect<Pass> =>
  Effect.gen(function*() {
    const script = new Script(history)
    const { engine, registered } = scripted(script)
    const services = Context.add(servicesOf(script, names), WorkflowEngine.WorkflowEngine, engine)
    yield* Layer.build(program.pipe(Layer.provide(Layer.succeedContext(services))))
    const instance = WorkflowEngine.WorkflowInstance.initial(definition.workflow, `1.${history.run.id}`)
    const execute = registered.get(groupOf(definition))!
    const fiber = yield* execute(payloadOf(history), instance.executionId).pipe(
      Workflow.intoResult,
      Effect.provideService(WorkflowEngine.WorkflowInstance, instance),
      Effect.provideService(WorkflowEngine.WorkflowEngine, engine),
      Effect.provideService(Clock.Clock, clockOf(script)),
      Effect.forkScoped
    )
    const isOver = () => fiber.pollUnsafe() !== undefined
    const quiet = Effect.gen(function*() {
      for (let turns = 0, before = script.moves; turns < QUIET && !isOver(); turns = before === script.moves ? turns + 1 : 0, before = script.moves) yield* aTurn
    })
    const further = Effect.gen(function*() {
      for (;;) {
        yield* quiet
        if (isOver() || !(yield* script.next)) return
      }
    })
    yield* further
    const { status } = history.run
    if (!isOver() && status === "canceled" && !script.isLost) {
      instance.interrupted = true
      fiber.interruptUnsafe(fiber.id)
      yield* further
    }
    if (!isOver()) {
      const stands = history.run.finished_at !== null && !script.isLost
      instance.abandoned = true
      yield* Fiber.interrupt(fiber)
      script.finish()
      if (stands && script.differences.length === 0) script.differs("result", null, `The program does not end; in the history it is ${status}.`)
      return { differences: script.differences, missing: undefined }
    }
    const end = yield* Fiber.await(fiber)
    const exit = Exit.isFailure(end) ? end : end.value._tag === "Complete" ? end.value.exit : Exit.void
    const missing = Exit.isFailure(exit) ? missingService(firstError(exit.cause)) : undefined
    if (missing === undefined) {
      compareEnds(script, definition, exit)
      script.finish()
    }
    return { differences: script.differences, missing }
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))) as Effect.Effect<Pass>

const unlisted = ({ version, workflow }: RunHistory["run"], works: ReadonlyArray<Replayable>): Difference => {
  const listed = works.flatMap(([one]) => one.name === workflow ? [one.version] : [])
  const others = listed.length === 0 ? "" : ` There is version ${listed.join(" and ")}.`
  return { kind: "version", name: workflow, message: `No program of ${workflow} version ${version} is listed.${others}` }
}

/**
 * Leads the present program through the history of a run, without doing anything, and says where it would differ: then a run of this
 * version would not go on as it began, and the changed definition needs a version of its own.
 */
export const replay = Effect.fnUntraced(function*(history: RunHistory, works: ReadonlyArray<Replayable>) {
  const { id, version, workflow } = history.run
  const report = (differences: ReadonlyArray<Difference>): ReplayReport => ({ run: id, workflow, version, differences })
  if (history.masked) return report([{ kind: "masked", name: null, message: "The history holds no results, as whoever exported it may not read them." }])
  const work = Option.fromNullishOr(works.find(([one]) => one.name === workflow && one.version === version))
  if (Option.isNone(work)) return report([unlisted(history.run, works)])
  const names = new Set<string>()
  for (;;) {
    const { differences, missing } = yield* pass(history, work.value, names)
    if (missing === undefined || names.has(missing) || names.size >= MOST_SERVICES) return report(differences)
    names.add(missing)
  }
})

import { Deferred, Duration, Effect, Exit, Option, Schema } from "effect"
import { Workflow, WorkflowEngine } from "effect/workflow"
import type { Activity, DurableDeferred } from "effect/workflow"
import type { Script } from "./script.ts"

const CHILD = "child/"
const CLOCK = "DurableClock/"
const RACE = "raceAll/"

type Execute = Parameters<WorkflowEngine.Encoded["register"]>[1]

const fitting = (schema: Schema.Top) => {
  const decode = Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)
  return (exit: Exit.Exit<unknown, unknown>) =>
    Effect.sync(() => Exit.isSuccess(decode(Exit.map(exit, (value) => value ?? null))))
}

const given = (ask: ReturnType<Script["ask"]>) => Deferred.await(ask.given)

/** An engine that does nothing: what a program asks of it is answered from a history. */
export const scripted = (script: Script) => {
  const registered = new Map<string, Execute>()

  /* The start of a child is asked what it starts; it is done by a service that starts nothing. */
  const starts = (activity: Activity.Any) =>
    Effect.flatMap(WorkflowEngine.WorkflowInstance, (instance) =>
      (activity.executeEncoded as Effect.Effect<unknown, unknown, WorkflowEngine.WorkflowInstance>).pipe(
        Effect.provideService(WorkflowEngine.WorkflowInstance, WorkflowEngine.WorkflowInstance.initial(instance.workflow, instance.executionId)), Effect.exit))

  const engine = WorkflowEngine.makeUnsafe({
    register: (workflow, execute) => Effect.sync(() => void registered.set(workflow._tag, execute)),
    execute: () => Effect.die(new Error("A replay starts no runs.")),
    poll: () => Effect.succeedNone,
    interrupt: () => Effect.void,
    interruptUnsafe: () => Effect.void,
    resume: () => Effect.void,

    activityExecute: (activity, attempt) =>
      Effect.gen(function*() {
        const { name } = activity
        if (name.startsWith(CHILD)) {
          script.ask("child", name.slice(CHILD.length), 1)
          return new Workflow.Complete({ exit: yield* starts(activity) })
        }
        const schema = (activity as unknown as { readonly exitSchemaPartial: Schema.Top }).exitSchemaPartial
        const ask = name.startsWith(CLOCK) ? script.ask("timer", name.slice(CLOCK.length)) : script.ask("step", name, attempt, fitting(schema))
        return new Workflow.Complete({ exit: yield* given(ask) })
      }) as Effect.Effect<Workflow.Complete<unknown, unknown>, never, WorkflowEngine.WorkflowInstance>,

    deferredResult: (deferred) =>
      Effect.gen(function*() {
        const { exitSchema, name } = deferred as DurableDeferred.Any & { readonly exitSchema: Schema.Top }
        if (name.startsWith(RACE)) return Option.none()
        if (name.startsWith(CLOCK)) return Option.some(yield* given(script.ask("timer", name.slice(CLOCK.length))))
        const ask = name.startsWith(CHILD)
          ? script.ask("child", name.slice(CHILD.length), 1, fitting(exitSchema))
          : script.ask("signal", name, 1, fitting(exitSchema))
        return Option.some(yield* given(ask))
      }),

    deferredDone: () => Effect.void,
    scheduleClock: (_, { clock }) => Effect.sync(() => script.waits(clock.name, Duration.toMillis(clock.duration)))
  })
  return { engine, registered }
}

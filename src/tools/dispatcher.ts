import { Cause, Context, Effect, Layer, Result, Schema } from "effect"
import { isAway } from "#layers/database/problem"
import { ClientNetwork } from "#layers/referrals/daily-counters"
import { RequestId } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { nearest } from "#schemas/kernel/nearest"
import { type Programs, type ToolName, tools } from "#schemas/tools/catalog"
import { ToolRefusal } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import * as programs from "#workflows/tools/index"
import { decoderOf, REQUIRED } from "../http/input-errors.ts"
import { networkOf } from "../http/client-address.ts"
import { CurrentRequest } from "../http/request-context.ts"

/** What a tool answers, or why it does not. A refusal's `instead` is then a set of arguments that was seen to work. */
export type Outcome = Result.Result<Schema.JsonObject, ToolRefusal>

type Given = Readonly<Record<string, Schema.Json>>

/** What any of the programs needs. */
type Needed<P> = { [Name in keyof P]: P[Name] extends (asked: never) => Effect.Effect<unknown, unknown, infer R> ? R : never }[keyof P]
type Services = Needed<typeof programs>

const bound = programs satisfies Programs<Services>

const decodersOf = ({ input }: AnyTool) => ({
  decode: Schema.decodeUnknownResult(input as unknown as Schema.Codec<Given>),
  explain: decoderOf(input)
})

const byName = new Map<string, AnyTool & ReturnType<typeof decodersOf>>(
  tools.map((tool: AnyTool) => [tool.name, { ...tool, ...decodersOf(tool) }])
)

/** The declaration of a tool. */
export const toolNamed = (name: string): AnyTool | undefined => byName.get(name)

/** What is said of a fault of ours. */
export const broken = new ToolRefusal({
  code: "internal",
  message: "Something went wrong on our side; the request id finds it in our log.",
  hint: "Try again in a moment; if it stays so, report the request_id to the operator of this service."
})
const away = new ToolRefusal({
  code: "internal",
  message: "The database cannot be reached right now.",
  hint: "Try again in some seconds: nothing was changed."
})

const notFound = (name: string) => {
  const near = nearest(name, [...byName.keys()], 3)
  return new ToolRefusal({
    code: "tool.not_found",
    message: `There is no tool ${JSON.stringify(name.slice(0, 100))}.`,
    hint: near.length === 0 ? "list_tools names all of them." : `Closest: ${near.join(", ")}.`
  })
}

/** The tool that a call of one that does not exist is pointed to. */
export const instead = (name: string): AnyTool => toolNamed(nearest(name, [...byName.keys()], 1)[0] ?? "") ?? tools[0]

const misfit = (tool: AnyTool & ReturnType<typeof decodersOf>, given: unknown): ToolRefusal => {
  const details = tool.explain(given)
  const missing = details.filter(({ error }) => error === REQUIRED)
  const wrong = details.filter(({ error }) => error !== REQUIRED)
  const said = [
    ...missing.length > 0 ? [`add ${missing.map(({ field }) => field).join(", ")}`] : [],
    ...wrong.map(({ error, field }) => `${field}: ${error.slice(0, 300)}`)
  ]
  const fields = new Set(details.map(({ field }) => field.replace(/[.[].*$/su, "")))
  const kept = isJsonObject(given) ? Object.fromEntries(Object.entries(given).filter(([name]) => !fields.has(name))) : {}
  return new ToolRefusal({
    code: missing.length > 0 ? "arguments.missing" : "arguments.invalid",
    message: `These arguments of ${tool.name} are ${missing.length > 0 ? "missing or unusable" : "not valid"}: ${[...fields].slice(0, 5).join(", ")}.`,
    hint: `Change this: ${said.slice(0, 5).join("; ")}.`,
    details,
    instead: {
      ...kept,
      ...Object.fromEntries(Object.entries(tool.example as Given).filter(([name]) => fields.has(name)))
    }
  })
}

/** What a program may know of the request that it answers: where it came from, as it is counted, and its id in the log. */
const asked = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentRequest, ({ address, id }) =>
    effect.pipe(Effect.provideService(ClientNetwork, networkOf(address)), Effect.provideService(RequestId, id)))

/** Runs the tools: finds one, checks what it is given, and never fails. */
export class ToolDispatcher extends Context.Service<ToolDispatcher, {
  readonly call: (name: string, given: unknown) => Effect.Effect<Outcome>
}>()("src/ToolDispatcher") {
  static readonly layer = Layer.effect(ToolDispatcher, Effect.gen(function*() {
    const services = yield* Effect.context<Services>()
    const program = bound as unknown as Readonly<Record<ToolName, (asked: Given) => Effect.Effect<Schema.JsonObject, ToolRefusal>>>

    const run = (name: string, given: Given): Effect.Effect<Outcome> =>
      program[name as ToolName](given).pipe(
        Effect.matchCauseEffect({
          onSuccess: (answer) => Effect.succeed(Result.succeed(answer)),
          onFailure: (cause) => {
            const error = Cause.squash(cause)
            if (error instanceof ToolRefusal) return Effect.succeed(Result.fail(error))
            if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
            return Effect.as(Effect.logError(`the tool ${name} failed`, cause), Result.fail(isAway(error) ? away : broken))
          }
        }),
        Effect.provideContext(services),
        asked
      ) as Effect.Effect<Outcome>

    /** What is offered instead has to work: it is tried, unless trying would leave something behind. */
    const offering = Effect.fnUntraced(function*(tool: AnyTool & ReturnType<typeof decodersOf>, refusal: ToolRefusal, given: unknown) {
      const { code, details, hint, message, retryAfter } = refusal
      const offer = { ...isJsonObject(given) ? given : {}, ...refusal.instead }
      const decoded = tool.decode(offer)
      const works = refusal.instead !== undefined && tool.nature !== "write" && Result.isSuccess(decoded) &&
        Result.isSuccess(yield* run(tool.name, decoded.success))
      return new ToolRefusal({
        code, hint, message,
        ...details !== undefined && { details },
        ...retryAfter !== undefined && { retryAfter },
        instead: works ? offer : tool.example as Given
      })
    })

    const call = Effect.fnUntraced(function*(name: string, given: unknown) {
      const tool = byName.get(name)
      if (tool === undefined) return Result.fail(notFound(name))
      const decoded = tool.decode(given)
      if (Result.isFailure(decoded)) return Result.fail(yield* offering(tool, misfit(tool, given), {}))
      const outcome = yield* run(name, decoded.success)
      if (Result.isSuccess(outcome) || outcome.failure.code === "internal") return outcome
      return Result.fail(yield* offering(tool, outcome.failure, given))
    })
    return ToolDispatcher.of({ call })
  }))
}

import { Cause, Context, Effect, Layer, Result, Schema } from "effect"
import { isAway } from "#layers/database/problem"
import { ClientNetwork } from "#layers/referrals/daily-counters"
import { RequestId } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { nearest } from "#schemas/kernel/nearest"
import { type Programs, type ToolName, tools } from "#schemas/tools/catalog"
import { argumentOf, MOST_REPEATED, ToolRefusal } from "#schemas/tools/refusal"
import type { AnyTool } from "#schemas/tools/tool"
import * as programs from "#workflows/tools/index"
import { decoderOf, REQUIRED } from "../http/input-errors.ts"
import { networkOf } from "../http/client-address.ts"
import { layerServices } from "../http/layer-services.ts"
import { CurrentRequest } from "../http/request-context.ts"

/** What a tool answers, or why it does not. A refusal's `instead` is then a set of arguments that was seen to work. */
export type ToolResult = Result.Result<Schema.JsonObject, ToolRefusal>

type Given = Readonly<Record<string, Schema.Json>>

/** What any of the programs needs. */
type Needed<P> = { [Name in keyof P]: P[Name] extends (input: never) => Effect.Effect<unknown, unknown, infer R> ? R : never }[keyof P]
type Services = Needed<typeof programs>

type Program = (input: Given) => Effect.Effect<Schema.JsonObject, ToolRefusal, Services>

const runnable = (tool: AnyTool) => ({
  ...tool,
  decode: Schema.decodeUnknownResult(tool.input as unknown as Schema.Codec<Given>),
  explain: decoderOf(tool.input),
  program: (programs satisfies Programs<Services>)[tool.name as ToolName] as unknown as Program
})
type RunnableTool = ReturnType<typeof runnable>

const byName = new Map(tools.map((tool: AnyTool) => [tool.name, runnable(tool)]))

/** The declaration of a tool. */
export const toolNamed = (name: string): AnyTool | undefined => byName.get(name)

/** Names of tools that a wrong one may have meant, best first. */
export const nearestTools = (name: string, most = 3) => nearest(name, [...byName.keys()], most)

/** The tool that a call of one that does not exist is pointed to. */
export const instead = (name: string): AnyTool => toolNamed(nearestTools(name, 1)[0] ?? "") ?? tools[0]

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
  const near = nearestTools(name)
  return new ToolRefusal({
    code: "tool.not_found",
    message: `There is no tool ${JSON.stringify(name.slice(0, 100))}.`,
    hint: near.length === 0 ? "list_tools names all of them." : `Closest: ${near.join(", ")}.`
  })
}

const misfit = (tool: RunnableTool, given: unknown): ToolRefusal => {
  const details = tool.explain(given)
  const missing = details.filter(({ error }) => error === REQUIRED)
  const wrong = details.filter(({ error }) => error !== REQUIRED)
  const said = [
    ...missing.length > 0 ? [`add ${missing.map(({ field }) => field).join(", ")}`] : [],
    ...wrong.map(({ error, field }) => `${field}: ${error.slice(0, 300)}`)
  ]
  const names = new Set(details.map(argumentOf))
  return new ToolRefusal({
    code: missing.length > 0 ? "arguments.missing" : "arguments.invalid",
    message: `These arguments of ${tool.name} are ${missing.length > 0 ? "missing or unusable" : "not valid"}: ${[...names].slice(0, 5).join(", ")}.`,
    hint: `Change this: ${said.slice(0, 5).join("; ")}.`,
    details,
    instead: Object.fromEntries(Object.entries(tool.example as Given).filter(([name]) => names.has(name)))
  })
}

/** Refuses arguments that a tool does not have, where it takes no others; the first text among them is offered as the one that it may have been meant for. */
const strange = ({ exact, input, name }: RunnableTool, given: unknown): ToolRefusal | undefined => {
  const known = Object.keys(input.fields)
  const others = exact && isJsonObject(given) ? Object.entries(given).filter(([field]) => !known.includes(field)) : []
  if (others.length === 0) return undefined
  const quoted = others.slice(0, 5).map(([field]) => JSON.stringify(field.slice(0, 100))).join(", ")
  const meant = others.map(([, value]) => value).find((value) => typeof value === "string" && value.length <= MOST_REPEATED)
  return new ToolRefusal({
    code: "arguments.invalid",
    message: `${name} has no argument ${quoted}.`,
    hint: `It takes ${known.join(", ")}.`,
    details: others.slice(0, 5).map(([field, value]) => ({
      field: field.slice(0, 100), error: `unknown argument; it takes ${known.join(", ")}`, received: typeof value === "string" ? value.slice(0, MOST_REPEATED) : null
    })),
    ...meant !== undefined && known.length === 1 && { instead: { [known[0]!]: meant } }
  })
}

/** The arguments that the tool knows and that were not refused. */
const usable = ({ input }: RunnableTool, { details = [] }: ToolRefusal, given: unknown): Given => {
  const refused = new Set(details.map(argumentOf))
  return isJsonObject(given)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(input.fields, name) && !refused.has(name)))
    : {}
}

/** Runs the tools: finds one, checks what it is given, and never fails. */
export class ToolDispatcher extends Context.Service<ToolDispatcher>()("src/ToolDispatcher", {
  make: Effect.gen(function*() {
    const withServices = layerServices(yield* Effect.context<Services>())

    const run = Effect.fnUntraced(function*({ name, program }: RunnableTool, input: Given) {
      const { address, id } = yield* CurrentRequest
      return yield* program(input).pipe(
        Effect.provideService(ClientNetwork, networkOf(address)),
        Effect.provideService(RequestId, id),
        withServices,
        Effect.result,
        Effect.catchCause((cause) => {
          if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
          const refusal = isAway(Cause.squash(cause)) ? away : broken
          return Effect.as(Effect.logError(`the tool ${name} failed`, cause), Result.fail(refusal))
        })
      )
    })

    /** What is offered instead has to work: it is tried, unless trying would leave something behind. */
    const offering = Effect.fnUntraced(function*(tool: RunnableTool, refusal: ToolRefusal, given: unknown) {
      if (refusal.see !== undefined) return Result.fail(refusal)
      const { code, details, hint, message, retryAfter } = refusal
      const kept = usable(tool, refusal, given)
      const offer = { ...kept, ...refusal.instead }
      const decoded = tool.decode(offer)
      const works = refusal.instead !== undefined && tool.nature !== "write" && JSON.stringify(kept).length <= MOST_REPEATED &&
        Result.isSuccess(decoded) && Result.isSuccess(yield* run(tool, decoded.success))
      return Result.fail(new ToolRefusal({
        code, hint, message,
        ...details !== undefined && { details },
        ...retryAfter !== undefined && { retryAfter },
        instead: works ? offer : tool.example as Given
      }))
    })

    const call = Effect.fnUntraced(function*(name: string, given: unknown): Effect.fn.Return<ToolResult> {
      const tool = byName.get(name)
      if (tool === undefined) return Result.fail(notFound(name))
      const decoded = tool.decode(given)
      if (Result.isFailure(decoded)) return yield* offering(tool, misfit(tool, given), given)
      const refusal = strange(tool, given)
      if (refusal !== undefined) return yield* offering(tool, refusal, given)
      const result = yield* run(tool, decoded.success)
      return Result.isSuccess(result) || result.failure.code === "internal" ? result : yield* offering(tool, result.failure, given)
    })
    return { call }
  })
}) {
  static readonly layer = Layer.effect(ToolDispatcher, ToolDispatcher.make)
}

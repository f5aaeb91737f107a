import { Effect, Schema } from "effect"
import { Api } from "#schemas/api"
import { catalogOf, payloadOf } from "#schemas/kernel/catalog"
import type { Detail } from "#schemas/kernel/errors"
import { decoderOf, issuesOf, REQUIRED } from "../http/input-errors.ts"
import { ALL, RIGHT, type Wrong } from "./components/field.ts"
import { failure } from "./components/states.ts"
import { Guest } from "./gate.ts"
import type { Node } from "./html.ts"
import { toldOf } from "./refusals.ts"
import type { Onwards, Page } from "./response.ts"

const decoders = new Map(catalogOf(Api).map(({ endpoint, name }) => [name, decoderOf(payloadOf(endpoint))]))

/** What the contract says of a value, as a person is told it. */
const inWords = (error: string): string => {
  if (error === REQUIRED) return "Please fill this in."
  const atLeast = /length of at least (\d+)/u.exec(error)?.[1]
  if (atLeast === "1") return "Please fill this in."
  if (atLeast !== undefined) return `This needs at least ${atLeast} characters.`
  const atMost = /length of at most (\d+)/u.exec(error)?.[1]
  if (atMost !== undefined) return `This may have at most ${atMost} characters.`
  return `${error.replace(/^Expected/u, "This must be")}.`.replace(/\.\.$/u, ".")
}

const byField = (details: ReadonlyArray<Pick<Detail, "error" | "field">>, fields: ReadonlyArray<string>): Wrong => {
  const wrong = new Map<string, string>()
  for (const { error, field } of details) {
    const name = field.replace(/[.[].*$/su, "")
    const at = fields.includes(name) ? name : ALL
    if (!wrong.has(at)) wrong.set(at, at === ALL ? `${name.replaceAll("_", " ")}: ${inWords(error)}` : inWords(error))
  }
  return wrong
}

/** What the payload of an operation is not yet; nothing where it may be sent. */
const faultsOf = (verb: string, payload: object, fields: ReadonlyArray<string>): Wrong =>
  byField(decoders.get(verb)!(payload), fields)

/** Codes of a no that whoever filled in the form can do something about. */
const mendable: ReadonlySet<string> = new Set([
  "bad_request", "validation_error", "unauthorized", "conflict", "rate_limit_exceeded", "forbidden", "not_found"
])

/** What a no of the API says of the fields of the form that was sent; `undefined` for what no form can put right. */
export const wrongOf = (error: unknown, fields: ReadonlyArray<string>): { readonly wrong: Wrong; readonly status: number } | undefined => {
  if (Schema.isSchemaError(error)) {
    const found = issuesOf(error.issue).issues.map(({ message, path = [] }) => ({ field: String(path[0] ?? ""), error: message }))
    return { wrong: byField(found, fields), status: 422 }
  }
  const told = toldOf(error)
  const { code, details } = error as { readonly code?: string; readonly details?: ReadonlyArray<Detail> }
  if (told === undefined || code === undefined || !mendable.has(code)) return undefined
  const wrong = byField(details ?? [], fields)
  return { wrong: wrong.size > 0 ? wrong : new Map([[ALL, told.message]]), status: told.status }
}

interface Sent<E, R> {
  /** The operation behind the form, and what is to be sent to it. */
  readonly verb: string
  readonly payload: object
  readonly call: Effect.Effect<Page | Onwards, E, R>
}

/**
 * Does what a form asks for. What is wrong with it stands beside the fields of `again`, which is the same form with what was
 * typed; anything else that goes wrong is the gate's to tell.
 */
export const sending = <E, R, E2, R2>(
  fields: ReadonlyArray<string>,
  { call, payload, verb }: Sent<E, R>,
  again: (wrong: Wrong) => Effect.Effect<Page, E2, R2>
): Effect.Effect<Page | Onwards, E | E2, R | R2> => {
  const shown = (wrong: Wrong, status: number) => Effect.map(again(wrong), (page): Page => ({ ...page, status }))
  const faults = faultsOf(verb, payload, fields)
  if (faults.size > 0) return shown(faults, 422)
  return Effect.catch(call, (error): Effect.Effect<Page | Onwards, E | E2, R2> => {
    const found = wrongOf(error, fields)
    return found === undefined ? Effect.fail(error) : shown(found.wrong, found.status)
  })
}

/** The form as it is first shown, or again where what was sent was not even looked at. */
export const unseenOf = <E, R>(shown: (wrong: Wrong) => Effect.Effect<Page, E, R>) =>
  Effect.gen(function*() {
    const { unseen } = yield* Guest
    if (unseen === undefined) return yield* shown(RIGHT)
    return { ...yield* shown(new Map([[ALL, unseen]])), status: 422 }
  })

/** What stands above a form that was sent back. */
export const problem = (wrong: Wrong): Node =>
  wrong.size > 0 && failure(wrong.get(ALL) ?? "Nothing was done yet: see what is said below.")

/** What was typed into a field, without the space around it. */
export const typed = (form: URLSearchParams, name: string): string => (form.get(name) ?? "").trim()

import { Effect, Schema } from "effect"
import { Api } from "#schemas/api"
import { catalogOf, payloadOf } from "#schemas/kernel/catalog"
import { forbidden } from "#schemas/kernel/admission"
import type { Detail } from "#schemas/kernel/errors"
import type { Page as List } from "#schemas/kernel/paging"
import { operations } from "#schemas/operations"
import { decoderOf, issuesOf, REQUIRED } from "../http/input-errors.ts"
import { errorTextOf } from "./api-errors.ts"
import { failure } from "./components/elements.ts"
import { type FieldErrors, NO_ERRORS, WHOLE } from "./components/form.ts"
import { AnonymousRequest, type Page, SessionRequest } from "./handler.ts"
import { html, type Node } from "./html.ts"
import { inEnglish, spoken } from "./words/spoken.ts"

const f = spoken("form")

const decoders = new Map(catalogOf(Api).map(({ endpoint, name }) => [name, decoderOf(payloadOf(endpoint))]))

/** What the contract says of a value, in a sentence for a person. */
const sentenceOf = (error: string): Node => {
  if (error === REQUIRED) return f.pleaseFill
  const atLeast = /length of at least (\d+)/u.exec(error)?.[1]
  if (atLeast === "1") return f.pleaseFill
  if (atLeast !== undefined) return f.atLeast(atLeast)
  const atMost = /length of at most (\d+)/u.exec(error)?.[1]
  if (atMost !== undefined) return f.atMost(atMost)
  const sentence = `${error.replace(/^Expected/u, "This must be")}.`.replace(/\.\.$/u, ".")
  return inEnglish(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}`)
}

/** `address.lines[0]` and what it is a part of: `address.lines`, `address`. */
const parentsOf = (field: string): ReadonlyArray<string> => {
  const ends = [...field.matchAll(/[.[]/gu)].map(({ index }) => index).toReversed()
  return [field, ...ends.map((end) => field.slice(0, end))]
}

const byField = (details: ReadonlyArray<Pick<Detail, "error" | "field">>, fields: ReadonlyArray<string>): FieldErrors => {
  const errors = new Map<string, Node>()
  for (const { error, field } of details) {
    const at = parentsOf(field).find((one) => fields.includes(one)) ?? WHOLE
    if (!errors.has(at)) errors.set(at, at === WHOLE ? [field.replace(/[.[].*$/su, "").replaceAll("_", " "), ": ", sentenceOf(error)] : sentenceOf(error))
  }
  return errors
}

/** What is wrong with the payload of an operation before it is sent. */
export const payloadErrors = (verb: string, payload: object, fields: ReadonlyArray<string>): FieldErrors =>
  byField(decoders.get(verb)?.(payload) ?? [], fields)

/** Codes of errors that whoever filled in the form can correct. */
const correctable: ReadonlySet<string> = new Set([
  "bad_request", "validation_error", "unauthorized", "conflict", "rate_limit_exceeded", "forbidden", "not_found"
])

/** What an error of the API says of the fields of the form that was sent; `undefined` for what no form can correct. */
export const formErrorsOf = (
  error: unknown,
  fields: ReadonlyArray<string>
): { readonly errors: FieldErrors; readonly status: number } | undefined => {
  if (Schema.isSchemaError(error)) {
    const found = issuesOf(error.issue).issues.map(({ message, path = [] }) => ({ field: String(path[0] ?? ""), error: message }))
    return { errors: byField(found, fields), status: 422 }
  }
  const text = errorTextOf(error)
  const { code, details } = error as { readonly code?: string; readonly details?: ReadonlyArray<Detail> }
  if (text === undefined || code === undefined || !correctable.has(code)) return undefined
  const errors = byField(details ?? [], fields)
  return { errors: errors.size > 0 ? errors : new Map([[WHOLE, text.message]]), status: text.status }
}

type Rows<A> = Pick<List<A>, "items" | "next_cursor" | "total">

/** What a list has for the filters of its page; nothing, and what is wrong, where one of them names what there is not. */
export const filtered = <A, E, R>(list: Effect.Effect<Rows<A>, E, R>, fields: ReadonlyArray<string>) =>
  Effect.map(list, (found) => ({ found, errors: NO_ERRORS, status: 200 })).pipe(
    Effect.catch((error) => {
      const wrong = formErrorsOf(error, fields)
      return wrong?.status === 422 && !wrong.errors.has(WHOLE)
        ? Effect.succeed({ ...wrong, found: { items: [], next_cursor: null, total: 0 } as Rows<A> })
        : Effect.fail(error)
    })
  )

/** The form as it is first shown, or again where what was sent was not accepted at all. */
export const formPage = <E, R>(show: (errors: FieldErrors) => Effect.Effect<Page, E, R>) =>
  Effect.gen(function*() {
    const { rejection } = yield* AnonymousRequest
    if (rejection === undefined) return yield* show(NO_ERRORS)
    return { ...yield* show(new Map([[WHOLE, rejection]])), status: 422 }
  })

/** What stands above a form that was sent back. */
export const problem = (errors: FieldErrors): Node =>
  errors.size > 0 && failure(errors.get(WHOLE) ?? f.fixFields)

/** The text of a field, without the space around it. */
export const textOf = (form: URLSearchParams, name: string): string => (form.get(name) ?? "").trim()

/** The form of an operation, or why the caller may not run it. */
export const permitted = (verb: string, form: () => Node): Effect.Effect<Node, never, SessionRequest> =>
  Effect.map(SessionRequest, ({ session }) => {
    const operation = operations.get(verb)
    const denied = operation && forbidden(session.caller, operation)
    return denied === undefined ? form() : html`<p class="faint">${inEnglish(denied.message)}</p>`
  })

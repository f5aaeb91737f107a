import { Schema } from "effect"
import { HttpClientError } from "effect/http"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { empty, failure } from "./components/elements.ts"
import { html, type Node } from "./html.ts"
import { inEnglish, spoken, type Text } from "./words/spoken.ts"

const w = spoken("errors")

/** An error of the API as a page shows it. */
interface ErrorText {
  readonly status: number
  readonly title: Text
  readonly message: Node
}


const titles: Partial<Readonly<Record<Code, Text>>> = {
  bad_request: w.incomplete,
  validation_error: w.invalid,
  query_too_expensive: w.expensive,
  not_found: w.notFound,
  forbidden: w.forbidden,
  unauthorized: w.signedOut,
  conflict: w.conflict,
  confirmation_required: w.confirmation,
  precondition_failed: w.changed,
  rate_limit_exceeded: w.tooMany,
  unavailable: w.away
}

const isCode = (code: unknown): code is Code => typeof code === "string" && Object.hasOwn(statusOf, code)

/** An error of the API in words; `undefined` for what is no error of the API. */
export const errorTextOf = (error: unknown): ErrorText | undefined => {
  if (Schema.isSchemaError(error)) {
    return { status: 422, title: w.invalid, message: w.notAllowed }
  }
  if (typeof error !== "object" || error === null || HttpClientError.isHttpClientError(error)) return undefined
  const { code, message, upgrade_to }: { readonly code?: unknown; readonly message?: unknown; readonly upgrade_to?: unknown } = error
  if (!isCode(code) || typeof message !== "string") return undefined
  const title = upgrade_to === undefined ? titles[code] ?? w.failed : w.plan
  return { status: statusOf[code], title, message: inEnglish(message) }
}

/** A part of a page that could not be read, beside others that could. */
export const unavailable = (error: unknown): Node => {
  const text = errorTextOf(error)
  if (text === undefined) return failure(w.unread)
  const { upgrade_to }: { readonly upgrade_to?: unknown } = error as object
  return typeof upgrade_to === "string"
    ? empty(w.comesWith(upgrade_to))
    : failure(text.title, html`<span>${text.message}</span>`)
}

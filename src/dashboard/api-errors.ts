import { Schema } from "effect"
import { HttpClientError } from "effect/http"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { empty, failure } from "./components/elements.ts"
import { html, type Node } from "./html.ts"

/** An error of the API as a page shows it. */
interface ErrorText {
  readonly status: number
  readonly title: string
  readonly message: string
}

const INVALID = "That is not something this page understands"

const titles: Partial<Readonly<Record<Code, string>>> = {
  bad_request: "That address is not complete",
  validation_error: INVALID,
  query_too_expensive: "This takes too long",
  not_found: "Not found",
  forbidden: "That is not open to you",
  unauthorized: "You are no longer signed in",
  conflict: "That cannot be done any more",
  confirmation_required: "Someone has to agree first",
  precondition_failed: "It has changed in the meantime",
  rate_limit_exceeded: "Too many requests",
  unavailable: "The database cannot be reached"
}

const isCode = (code: unknown): code is Code => typeof code === "string" && Object.hasOwn(statusOf, code)

/** An error of the API in words; `undefined` for what is no error of the API. */
export const errorTextOf = (error: unknown): ErrorText | undefined => {
  if (Schema.isSchemaError(error)) {
    return { status: 422, title: INVALID, message: "Something in the address or in the form is not what it may be." }
  }
  if (typeof error !== "object" || error === null || HttpClientError.isHttpClientError(error)) return undefined
  const { code, message, upgrade_to }: { readonly code?: unknown; readonly message?: unknown; readonly upgrade_to?: unknown } = error
  if (!isCode(code) || typeof message !== "string") return undefined
  const title = upgrade_to === undefined ? titles[code] ?? "It could not be done" : "Your plan does not have this"
  return { status: statusOf[code], title, message }
}

/** A part of a page that could not be read, beside others that could. */
export const unavailable = (error: unknown): Node => {
  const text = errorTextOf(error)
  if (text === undefined) return failure("This could not be read.")
  const { upgrade_to }: { readonly upgrade_to?: unknown } = error as object
  return typeof upgrade_to === "string"
    ? empty(`This comes with the ${upgrade_to} tier.`)
    : failure(text.title, html`<span>${text.message}</span>`)
}

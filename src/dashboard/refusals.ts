import { Schema } from "effect"
import { HttpClientError } from "effect/http"
import { type Code, statusOf } from "#schemas/kernel/errors"
import { empty, failure } from "./components/states.ts"
import { html, type Node } from "./html.ts"

/** A no of the API, as its pages tell it. */
export interface Told {
  readonly status: number
  readonly title: string
  readonly message: string
}

const titles: Partial<Readonly<Record<Code, string>>> = {
  bad_request: "That address is not complete",
  validation_error: "That is not something this page understands",
  query_too_expensive: "This takes too long",
  not_found: "There is no such thing here",
  forbidden: "That is not open to you",
  unauthorized: "You are no longer signed in",
  conflict: "That cannot be done any more",
  confirmation_required: "Someone has to agree first",
  precondition_failed: "It has changed in the meantime",
  rate_limit_exceeded: "Too many requests",
  unavailable: "The database cannot be reached"
}

/** What the API said no with; `undefined` for what is no answer of the API. */
export const toldOf = (error: unknown): Told | undefined => {
  if (Schema.isSchemaError(error)) {
    return {
      status: 422,
      title: titles.validation_error!,
      message: "Something in the address or in the form is not what it may be."
    }
  }
  if (typeof error !== "object" || error === null || HttpClientError.isHttpClientError(error)) return undefined
  const { code, message, upgrade_to } = error as Readonly<Record<string, unknown>>
  if (typeof code !== "string" || !Object.hasOwn(statusOf, code) || typeof message !== "string") return undefined
  const title = upgrade_to === undefined ? titles[code as Code] ?? "It could not be done" : "Your plan does not have this"
  return { status: statusOf[code as Code], title, message }
}

/** A part of a page that could not be shown, beside others that could. */
export const missing = (error: unknown): Node => {
  const told = toldOf(error)
  const tier = (error as { readonly upgrade_to?: unknown } | null)?.upgrade_to
  if (told !== undefined && typeof tier === "string") return empty(`This comes with the ${tier} tier.`)
  return told === undefined ? failure("This could not be read.") : failure(told.title, html`<span>${told.message}</span>`)
}

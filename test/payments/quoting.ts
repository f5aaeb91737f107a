import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { someone } from "../crm/records.ts"
import type { Key } from "../support/test-server.ts"
import { post } from "./paying.ts"
import { type Answer, sendForm, visit } from "./paying-by-link.ts"

export const quotes = "/gateway/quotes"

const lines = [{ description: "Manual, hardcover", quantity: 2, unit_amount: 900 }]

/** A draft of two manuals for a contact of its own, unless told. */
export const quote = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const whose = "contact_id" in given ? {} : { contact_id: (yield* someone(key)).id }
  const made = yield* post(quotes, { ...whose, lines, currency: "EUR", ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json
})

/** The same, sent. */
export const sentQuote = Effect.fnUntraced(function*(given: object = {}, key: Key = "acmeTest") {
  const { id } = yield* quote(given, key)
  const sent = yield* post(`${quotes}/${id}/send`, { email: null }, key)
  assert.strictEqual(sent.status, 200, sent.text)
  return sent.json
})

export const tokenOf = ({ url }: { readonly url: string }) => url.split("/").at(-1)!

/** As a page of the company's own does it. */
export const accept = (quote: { readonly url: string; readonly version: number }, given: object = {}) =>
  post(`${quotes}/accept`, { token: tokenOf(quote), name: "Grace Hopper", version: quote.version, ...given })

export const versionOf = ({ text }: Answer) => /name="version" value="(\d+)"/.exec(text)![1]!

/** Opens the page of a quote, and sends its form. */
export const acceptAt = Effect.fnUntraced(function*(url: string, fields: Record<string, string> = {}) {
  const shown = yield* visit(url)
  return yield* sendForm(url, { name: "Grace Hopper", version: versionOf(shown), ...fields })
})

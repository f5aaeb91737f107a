import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { json, type Key, send } from "../support/test-server.ts"
import { post } from "./paying.ts"
import { type Answer, headingOf, sendForm, visit } from "./paying-by-link.ts"

/** A link to a contact's own pages. */
export const portalLink = Effect.fnUntraced(function*(contact_id: number, given: object = {}, key: Key = "acmeTest") {
  const made = yield* post("/gateway/portal-links", { contact_id, ...given }, key)
  assert.strictEqual(made.status, 201, made.text)
  return made.json as { readonly url: string; readonly expires_at: string; readonly livemode: boolean }
})

export const allow = (changes: object, key: Key = "acmeTest") =>
  Effect.map(send("/gateway/portal-settings", { key, method: "PATCH", ...json(changes) }), (answer) => {
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.json
  })

/** Sends a form, and follows where it leads. */
export const sendAndFollow = Effect.fnUntraced(function*(url: string, fields: Record<string, string> = {}) {
  const sent = yield* sendForm(url, fields)
  const location = sent.headers.get("location")
  return location === null ? sent : yield* visit(new URL(location, url).href)
})

/** The status and the heading of a page. */
export const told = (page: Answer) => [page.status, headingOf(page)]

/** What a page says, without its marks. */
export const wordsOf = ({ text }: Answer) =>
  text.slice(text.indexOf("<main")).replace(/<[^>]+>/gu, " ").replace(/\u00a0|\u202f/gu, " ").replaceAll("&#39;", "'").replace(/\s+/gu, " ").replace(/ ([,.:;])/gu, "$1")

import { createHash, randomBytes } from "node:crypto"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { hidden, type Shown, webClient } from "../dashboard/web-client.ts"
import { emailOf, type Key, PASSWORD } from "../support/test-server.ts"

export type WebClient = Effect.Success<ReturnType<typeof webClient>>

/** What a person chooses on the page that asks them; left out, all that can be ticked there, in the company they are signed in to. */
export interface Choice {
  readonly company?: number
  readonly mode?: "live" | "test"
  readonly scopes?: ReadonlyArray<string>
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const plain = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (one) => entities[one]!)

/** Where a page goes on to by itself. */
export const onwardsOf = (text: string): string => plain(/http-equiv="refresh" content="0; url=([^"]*)"/u.exec(text)?.[1] ?? "")

const below = (base: string, address: string) => address.startsWith(base) ? address.slice(base.length) : address

/** What is ticked on the page. */
export const tickedOn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<input type="checkbox" name="scope" value="([^"]*)"[^>]*checked/gu)].map(([, scope]) => scope!)

/** What can be ticked there. */
export const offeredOn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<input type="checkbox" name="scope" value="([^"]*)"/gu)].map(([, scope]) => scope!)

/** Signs in with an e-mail address and a password on the page that asked for it. */
const signInOn = Effect.fnUntraced(function*(browser: WebClient, page: string, person: Key) {
  const { text } = yield* browser.get(page)
  return yield* browser.post("/dashboard/sign-in", {
    email: emailOf(person), password: PASSWORD, to: hidden(text, "to"), proof: hidden(text, "proof")
  })
})

/** The page that asks, at its address; or what was shown instead. */
export type Question = Shown & { readonly page?: string }

/** Follows the way from a client's request to the page that asks, signing in on the way where that is asked for. */
export const toQuestion = Effect.fnUntraced(function*(browser: WebClient, authorize: string, person: Key): Effect.fn.Return<Question> {
  const begun = yield* browser.get(below(browser.base, authorize))
  if (begun.status !== 303 || !begun.to!.startsWith("/dashboard/connect/")) return begun
  let shown = yield* browser.get(begun.to!)
  if (shown.to?.startsWith("/dashboard/sign-in") === true) {
    const signedIn = yield* signInOn(browser, shown.to, person)
    assert.strictEqual(signedIn.to, begun.to, signedIn.text)
    shown = yield* browser.get(begun.to!)
  }
  return { ...shown, page: begun.to! }
})

/** The fields that the page's form would send as it was shown, but for what is chosen otherwise. */
export const fieldsOf = ({ text }: Question, { company, mode = "live", scopes = offeredOn(text) }: Choice = {}) => {
  const shown = hidden(text, "company") || /<option value="(\d+)" selected/u.exec(text)?.[1]
  return new URLSearchParams([
    ["proof", hidden(text, "proof")], ["company", String(company ?? shown)], ["mode", mode],
    ...scopes.map((scope) => ["scope", scope])
  ])
}

/** Presses a button of the page. */
export const press = (browser: WebClient, { page }: Question, button: "allow" | "deny", fields: URLSearchParams, headers?: Record<string, string>) =>
  browser.send(`${page}/${button}`, fields, headers)

/** Goes from the page that was shown after the button to where the browser is sent in the end, which is at the client's. */
export const backFrom = Effect.fnUntraced(function*(browser: WebClient, shown: Shown) {
  const onwards = onwardsOf(shown.text)
  assert.notStrictEqual(onwards, "", shown.text)
  const answered = yield* browser.get(below(browser.base, onwards))
  assert.strictEqual(answered.status, 303, answered.text)
  return new URL(answered.to!)
})

/** The whole way of a person who agrees: from a client's address to the answer at the client's redirect address. */
export const agree = Effect.fnUntraced(function*(authorize: string, person: Key, choice: Choice = {}, known?: WebClient) {
  const browser = known ?? (yield* webClient())
  const question = yield* toQuestion(browser, authorize, person)
  assert.strictEqual(question.status, 200, question.text)
  return yield* backFrom(browser, yield* press(browser, question, "allow", fieldsOf(question, choice)))
})

export const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")

/** A verifier as a client makes one (RFC 7636). */
export const newVerifier = (): string => randomBytes(32).toString("base64url")

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { scopes } from "#schemas/kernel/tenancy"
import { operations } from "#schemas/operations"
import { contact, isThere, propose, stateOf } from "../agents/consent-calls.ts"
import { provedNow } from "../auth/signing.ts"
import { at, emailOf, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const asOwner = (path: string, body: object) => send(path, { key: "owner", method: "POST", ...json(body) })

/** A key that a person approves with. */
const made = Effect.gen(function*() {
  yield* provedNow("owner")
  const { json: key, status, text } = yield* asOwner("/auth/api-keys", {
    label: "Olga", mode: "live", scopes: ["agents:read", "consents:approve", "crm:read"]
  })
  assert.strictEqual(status, 201, text)
  return key as { readonly id: number; readonly key: string }
})

const rotated = Effect.fnUntraced(function*(id: number, overlap_minutes: number) {
  const { json: key, status, text } = yield* asOwner(`/auth/api-keys/${id}/rotate`, { overlap_minutes })
  assert.strictEqual(status, 200, text)
  return key.key as string
})

/** A browser that signed in on the page, with a key. */
const signedIn = Effect.fnUntraced(function*(key: string) {
  const browser = yield* webClient()
  const { text } = yield* browser.get("/dashboard/sign-in")
  const entered = yield* browser.post("/dashboard/sign-in", { key, to: "/dashboard", proof: hidden(text, "proof") })
  assert.strictEqual(entered.status, 303, entered.text)
  return browser
})

layer(TestServer, { excludeTestServices: true })("the form of a new key", (it) => {
  it.effect("offers each scope that opens something, and no other", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.enter(emailOf("owner"))
      const { text } = yield* browser.get("/dashboard/keys/new")
      const offered = [...text.matchAll(/name="scopes" value="([^"]+)"/gu)].map(([, scope]) => scope!)
      const opening = new Set([...operations.values()].flatMap(({ access, delegatedScope }) => [access, delegatedScope]))
      assert.deepStrictEqual(offered.toSorted(), scopes.filter((scope) => opening.has(scope)).toSorted())
    }))
})

layer(TestServer, { excludeTestServices: true })("pages that a key opened", (it) => {
  it.effect("show and approve nothing once the key is rotated without an overlap, on another process either", () =>
    Effect.gen(function*() {
      const beside = yield* Layer.build(SecondServer())
      const { id, key } = yield* made
      const browsers = [yield* signedIn(key), yield* at(beside, signedIn(key))]
      const contactId = yield* contact()
      const { id: consent } = yield* propose(contactId)
      const forms = yield* Effect.forEach(browsers, (browser) => browser.get(`/dashboard/consents/${consent}`))
      for (const { status } of forms) assert.strictEqual(status, 200)

      const next = yield* rotated(id, 0)
      for (const [n, browser] of browsers.entries()) {
        assert.deepInclude(yield* browser.get("/dashboard"), { status: 303 })
        const sent = yield* browser.post(`/dashboard/consents/${consent}/approve`, { proof: hidden(forms[n]!.text, "proof") })
        assert.deepStrictEqual([sent.status, sent.to], [303, "/dashboard/sign-in"])
      }
      assert.strictEqual(yield* stateOf(consent), "previewed", "and not approved")
      assert.isTrue(yield* isThere(contactId))
      const again = yield* signedIn(next)
      assert.strictEqual((yield* again.get(`/dashboard/consents/${consent}`)).status, 200)
    }))

  it.effect("go on for as long as the secret does that opened them", () =>
    Effect.gen(function*() {
      const { id, key } = yield* made
      const before = yield* signedIn(key)
      const second = yield* rotated(id, 60)
      const [overlapping, present] = [yield* signedIn(key), yield* signedIn(second)]
      for (const browser of [before, overlapping, present]) assert.strictEqual((yield* browser.get("/dashboard")).status, 200)
      yield* rotated(id, 60)
      for (const browser of [before, overlapping]) assert.strictEqual((yield* browser.get("/dashboard")).status, 303)
      assert.strictEqual((yield* present.get("/dashboard")).status, 200)
      yield* rotated(id, 0)
      assert.strictEqual((yield* present.get("/dashboard")).status, 303)
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import canonicalize from "canonicalize"
import { OwnerSql } from "../support/database.ts"
import { TestServerWith, json, PASSWORD, send } from "../support/test-server.ts"
import { ageProof, call, codeOf, forgetSteps, plain, secured, wrongCode } from "./authenticator.ts"
import { audited, login } from "./signing.ts"

type Tokens = Parameters<typeof ageProof>[0]

/** Asks for something dangerous that changes nothing where it is refused or in conflict: 403 without a proof, else 409 or 200. */
const dangerous = (tokens: Pick<Tokens, "access_token">) => call(tokens, "POST", "/auth/2fa/recovery-codes")
const prove = (tokens: Pick<Tokens, "access_token">, body: object) => call(tokens, "POST", "/auth/step-up", body)

/** A session that was signed in long ago. */
const settled = Effect.fnUntraced(function*(name: "owner" | "admin" | "member" | "viewer" | "boltOwner") {
  yield* plain(name)
  const tokens = yield* login(name)
  yield* ageProof(tokens, "1 day")
  return tokens
})

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("step-up", (it) => {
  it.effect("is asked for by what is dangerous, and given for ten minutes", () =>
    Effect.gen(function*() {
      const tokens = yield* settled("owner")
      const no = yield* dangerous(tokens)
      assert.deepStrictEqual([no.status, no.json.code], [403, "step_up_required"])
      assert.match(no.json.message, /POST \/api\/v1\/auth\/step-up/)
      const { json: { stepped_up_until }, status } = yield* prove(tokens, { password: PASSWORD })
      assert.strictEqual(status, 200)
      const minutes = (Date.parse(stepped_up_until) - Date.now()) / 60_000
      assert.isTrue(minutes > 9.9 && minutes < 10.1, `${minutes}`)
      assert.strictEqual((yield* dangerous(tokens)).status, 409, "two-factor authentication is off, which only somebody who proved it is told")
      yield* ageProof(tokens, "9 minutes 50 seconds")
      assert.strictEqual((yield* dangerous(tokens)).status, 409)
      yield* ageProof(tokens, "10 seconds")
      assert.strictEqual((yield* dangerous(tokens)).status, 403)
    }))

  it.effect("counts from signing in, and in no other session", () =>
    Effect.gen(function*() {
      yield* plain("owner")
      const first = yield* login("owner")
      assert.strictEqual((yield* dangerous(first)).status, 409)
      const second = yield* login("owner")
      yield* ageProof(second, "1 day")
      assert.deepStrictEqual([(yield* dangerous(first)).status, (yield* dangerous(second)).status], [409, 403])
      const minted = yield* call(first, "POST", "/auth/install-token")
      const opened = yield* send("/auth/install-token/exchange", { method: "POST", ...json({ token: minted.json.token, label: "Till" }) })
      assert.strictEqual((yield* dangerous(opened.json)).status, 403, "a session of an install token has proved nothing")
      assert.strictEqual((yield* prove(opened.json, { password: PASSWORD })).status, 200)
      assert.deepStrictEqual([(yield* dangerous(opened.json)).status, (yield* dangerous(second)).status], [409, 403])
      const refreshed = yield* send("/auth/refresh", { method: "POST", ...json({ refresh_token: second.refresh_token }) })
      assert.strictEqual(refreshed.status, 200, refreshed.text)
      assert.strictEqual((yield* dangerous(refreshed.json)).status, 403, "to refresh proves nothing")
    }))

  it.effect("takes the password where two-factor authentication is off, and nothing else", () =>
    Effect.gen(function*() {
      const tokens = yield* settled("admin")
      for (const body of [{}, { code: "123456" }]) {
        const sent = yield* prove(tokens, body)
        assert.deepStrictEqual([sent.status, sent.json.details], [400, [{ field: "password", error: "is required", received: null }]])
      }
      const wrong = yield* prove(tokens, { password: "another battery staple" })
      assert.deepStrictEqual([wrong.status, wrong.json.code, wrong.json.details[0].field], [422, "validation_error", "password"])
      assert.notInclude(wrong.text, "another")
      assert.strictEqual((yield* dangerous(tokens)).status, 403)
    }))

  it.effect("takes a code where two-factor authentication is on, once, and the password no more", () =>
    Effect.gen(function*() {
      const { recovery, secret, tokens } = yield* secured("member")
      yield* ageProof(tokens, "1 day")
      const missing = yield* prove(tokens, { password: PASSWORD })
      assert.deepStrictEqual([missing.status, missing.json.details[0].field], [400, "code"])
      for (const code of [wrongCode(secret), codeOf(secret, -3), "AAAA-AAAA-AAAA-AAAA"]) {
        assert.strictEqual((yield* prove(tokens, { code, password: PASSWORD })).status, 422)
      }
      assert.strictEqual((yield* dangerous(tokens)).status, 403)
      const code = codeOf(secret)
      assert.strictEqual((yield* prove(tokens, { code })).status, 200)
      assert.strictEqual((yield* prove(tokens, { code })).status, 422)
      yield* ageProof(tokens, "1 day")
      const together = yield* Effect.all(
        Array.from({ length: 4 }, () => prove(tokens, { code: recovery[0] })), { concurrency: "unbounded" })
      assert.deepStrictEqual(together.map(({ status }) => status).toSorted(), [200, 422, 422, 422])
      assert.strictEqual((yield* dangerous(tokens)).status, 200)
    }))

  it.effect("by the password counts no more once two-factor authentication is on", () =>
    Effect.gen(function*() {
      yield* plain("viewer")
      const before = yield* login("viewer")
      assert.strictEqual((yield* dangerous(before)).status, 409)
      const { recovery, tokens } = yield* secured("viewer")
      assert.deepStrictEqual([(yield* dangerous(tokens)).status, (yield* dangerous(before)).status], [200, 403])
      assert.strictEqual((yield* prove(before, { code: recovery[0] })).status, 422, "its recovery codes were just replaced")
    }))

  it.effect("is throttled in each session and, more loosely, in all of a person's", () =>
    Effect.gen(function*() {
      const tokens = yield* settled("boltOwner")
      const other = yield* login("boltOwner")
      yield* ageProof(other, "1 day")
      const tries = yield* Effect.all(
        Array.from({ length: 12 }, () => prove(tokens, { password: "wrong horse" })), { concurrency: "unbounded" })
      assert.deepStrictEqual(tries.map(({ status }) => status).toSorted(), [...Array(5).fill(422), ...Array(7).fill(429)])
      const right = yield* prove(tokens, { password: PASSWORD })
      assert.strictEqual(right.status, 429)
      const seconds = Number(right.headers.get("retry-after"))
      assert.isTrue(seconds > 800 && seconds <= 900, `${seconds}`)
      assert.match(right.json.message, /Try again in 15 minutes/)
      assert.strictEqual((yield* dangerous(tokens)).status, 403)
      assert.strictEqual((yield* prove(other, { password: PASSWORD })).status, 200, "the owner has another session")

      const failed = (yield* audited("step_up_failed", 5)).filter(({ company_id }) => company_id === 2)
      assert.lengthOf(failed, 5)
      assert.deepInclude(failed[0]!, { key_id: tokens.session_id, audit: true, livemode: true })
      assert.match(failed[0]!.changes[0].after.address, /^127\.0\.0\.1$|^::1$|^::ffff:127\.0\.0\.1$/)
      assert.lengthOf((yield* audited("step_up_throttled", 1)).filter(({ company_id }) => company_id === 2), 1)

      let wrong = 5
      for (let n = 0; n < 4; n++) {
        const one = yield* login("boltOwner")
        for (let m = 0; m < 5; m++) if ((yield* prove(one, { password: "wrong horse" })).status === 422) wrong++
      }
      assert.strictEqual(wrong, 20)
      yield* plain("boltOwner")
    }))

  it.effect("tells in a preview what is still to be done", () =>
    Effect.gen(function*() {
      const { recovery, tokens } = yield* secured("admin")
      yield* ageProof(tokens, "1 day")
      const asked = yield* call(tokens, "DELETE", "/auth/2fa")
      assert.strictEqual(asked.status, 428, asked.text)
      const { id } = asked.json.consent
      const preview = Effect.map(call(tokens, "GET", `/agent/consents/${id}/preview`), ({ json }) => json)
      const no = yield* preview
      assert.deepInclude(no.refusal, { status: 403, code: "step_up_required" })
      assert.match(no.refusal.message, /POST \/api\/v1\/auth\/step-up/)
      assert.deepStrictEqual(no.changes, [])

      const approved = yield* send(`/agent/consents/${id}/approve`, { key: "owner", method: "POST" })
      const confirmation = { "x-service-confirmation": approved.json.confirmation as string }
      const early = yield* call(tokens, "DELETE", "/auth/2fa", undefined, confirmation)
      assert.deepStrictEqual([early.status, early.json.code], [403, "step_up_required"], "a confirmation is no proof")

      assert.strictEqual((yield* prove(tokens, { code: recovery[0] })).status, 200)
      const { changes: [change], refusal } = yield* preview
      assert.strictEqual(refusal, null)
      assert.strictEqual(change.before.recovery_codes_left, 9)
      const done = yield* call(tokens, "DELETE", "/auth/2fa", undefined, confirmation)
      assert.strictEqual(done.status, 200, "and the confirmation is still good")
    }))

  it.effect("leaves nothing in a receipt that a password could be guessed from", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const tokens = yield* settled("owner")
      yield* forgetSteps("owner")
      assert.strictEqual((yield* prove(tokens, { password: PASSWORD })).status, 200)
      const [receipt] = yield* sql<{ payload_hash: Uint8Array }>`
        select payload_hash from receipts where verb = 'step_up' and key_id = ${tokens.session_id}`
      const hash = (body: object) =>
        createHash("sha256").update(`POST /api/v1/auth/step-up ${canonicalize([null, null])} ${canonicalize(body)}`).digest("hex")
      const kept = Buffer.from(receipt!.payload_hash).toString("hex")
      assert.notStrictEqual(kept, hash({ password: PASSWORD }))
      assert.strictEqual(kept, hash({ password: "[redacted]" }))
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, emailOf, TestServerWith, json, type Key, PASSWORD, send } from "../support/test-server.ts"
import { ageProof, call, codeOf, forgetSteps, plain, secured } from "./authenticator.ts"
import { audited, login, someAddress, tryLogin } from "./signing.ts"

const dangerous = (tokens: Parameters<typeof call>[0]) => call(tokens, "POST", "/auth/2fa/recovery-codes")
const exchange = (token: string) => send("/auth/install-token/exchange", { method: "POST", ...json({ token, label: "Till" }) })

/** Makes one of the seeded people a member of another company too. */
const alsoIn = Effect.fnUntraced(function*(name: Key, company_id: number, role: string) {
  const sql = yield* OwnerSql
  yield* sql`insert into users (company_id, email, name, role, account_id)
    select ${company_id}, email, name, ${role}, id from identity.accounts where email = ${emailOf(name)}
    on conflict do nothing`
}, Effect.orDie)

layer(TestServerWith({ trustedProxies: 1 }), { excludeTestServices: true })("whoever wants to be somebody else", (it) => {
  it.effect("is helped by no code of another account, nor by its secret in the wrong row", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [ada, eve] = [yield* secured("admin"), yield* secured("member")]
      for (const code of [codeOf(eve.secret), eve.recovery[0]!]) {
        assert.strictEqual((yield* tryLogin("admin", { code }, someAddress())).status, 401)
        assert.strictEqual((yield* call(ada.tokens, "POST", "/auth/step-up", { code })).status, 422)
      }
      yield* sql`update identity.accounts set totp_secret = (select totp_secret from identity.accounts where email = ${emailOf("member")})
        where email = ${emailOf("admin")}`
      const swapped = yield* tryLogin("admin", { code: codeOf(eve.secret) }, someAddress())
      assert.deepStrictEqual([swapped.status, swapped.json.code], [401, "two_factor_required"], "it was sealed for another account")
      assert.strictEqual((yield* tryLogin("admin", { code: ada.recovery[1] }, someAddress())).status, 200)
      yield* Effect.forEach(["admin", "member"] as const, plain)
    }))

  it.effect("cannot use a code in one place that was used in another", () =>
    Effect.gen(function*() {
      const { recovery, secret, tokens } = yield* secured("owner")
      const [code, next] = [codeOf(secret), codeOf(secret, 1)]
      assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code })).status, 200)
      assert.strictEqual((yield* tryLogin("owner", { code }, someAddress())).status, 401)
      assert.strictEqual((yield* tryLogin("owner", { code: next }, someAddress())).status, 200)
      assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code: next })).status, 422)
      assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code: recovery[0] })).status, 200)
      assert.strictEqual((yield* tryLogin("owner", { code: recovery[0] }, someAddress())).status, 401)
      yield* forgetSteps("owner")
      const fresh = codeOf(secret)
      const both = yield* Effect.all(
        [tryLogin("owner", { code: fresh }, someAddress()), call(tokens, "POST", "/auth/step-up", { code: fresh })],
        { concurrency: "unbounded" }
      )
      assert.lengthOf(both.filter(({ status }) => status === 200), 1, "at the same moment neither")
      yield* plain("owner")
    }))

  it.effect("gets nothing from what only looks like a code", () =>
    Effect.gen(function*() {
      const { secret, tokens } = yield* secured("viewer")
      const wide = codeOf(secret).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      const odd = [wide, `${codeOf(secret)}0`, `0${codeOf(secret)}`, "' or 1=1--", `${codeOf(secret)}\u200b`]
      for (const code of odd) {
        yield* plainThrottle
        assert.strictEqual((yield* call(tokens, "POST", "/auth/step-up", { code })).status, 422, code)
        assert.strictEqual((yield* tryLogin("viewer", { code }, someAddress())).status, 401, code)
      }
      for (const code of ["", "12345", "1".repeat(41), "12345\u0000", 123456, null, ["123456"], { code: "123456" }]) {
        const sent = yield* call(tokens, "POST", "/auth/step-up", { code })
        assert.include([400, 422], sent.status, JSON.stringify(code))
        assert.isUndefined(sent.json.stepped_up_until)
      }
      yield* plain("viewer")
    }))

  it.effect("turns two-factor authentication on once, however many confirm, and by one list of recovery codes", () =>
    Effect.gen(function*() {
      yield* plain("viewer")
      const tokens = yield* login("viewer")
      const { json: { secret } } = yield* call(tokens, "POST", "/auth/2fa")
      const code = codeOf(secret)
      const sent = yield* Effect.all(
        Array.from({ length: 5 }, () => call(tokens, "POST", "/auth/2fa/confirm", { code })), { concurrency: "unbounded" })
      const done = sent.filter(({ status }) => status === 200)
      assert.lengthOf(done, 1)
      assert.includeMembers([409, 422, 429], sent.filter(({ status }) => status !== 200).map(({ status }) => status))
      yield* plainThrottle
      assert.strictEqual((yield* tryLogin("viewer", { code: done[0]!.json.recovery_codes[0] }, someAddress())).status, 200)
      yield* plain("viewer")
    }))

  it.effect("takes nothing from one company of a person into another", () =>
    Effect.gen(function*() {
      yield* alsoIn("member", companyIds.bolt, "viewer")
      yield* plain("member")
      const here = yield* login("member", { company_id: companyIds.acme })
      const there = yield* login("member", { company_id: companyIds.bolt })
      yield* ageProof(there, "1 day")
      assert.deepStrictEqual([(yield* dangerous(here)).status, (yield* dangerous(there)).status], [409, 403])
      const { json: minted } = yield* call(here, "POST", "/auth/install-token")
      const { json: opened } = yield* exchange(minted.token)
      assert.deepInclude(opened.user, { company_id: companyIds.acme, role: "member" })
      assert.strictEqual((yield* call(opened, "GET", "/auth/me")).json.company.id, companyIds.acme)

      const sql = yield* OwnerSql
      const before = (yield* audited("install_token_refused", 0)).length
      const { json: second } = yield* call(there, "POST", "/auth/install-token")
      yield* sql`update users set removed_at = now() where company_id = ${companyIds.bolt} and email = ${emailOf("member")}`
      assert.strictEqual((yield* exchange(second.token)).status, 401, "though they belong to the other company still")
      const told = yield* audited("install_token_refused", before + 1)
      assert.strictEqual(told.at(-1)!.company_id, companyIds.bolt)
    }))

  it.effect("gets by an install token what its person is by now, not what they were", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const tokens = yield* login("admin")
      const { json: { token } } = yield* call(tokens, "POST", "/auth/install-token")
      yield* sql`update users set role = 'viewer' where email = ${emailOf("admin")}`
      const { json: opened } = yield* exchange(token)
      assert.strictEqual(opened.user.role, "viewer")
      assert.strictEqual((yield* call(opened, "GET", "/auth/api-keys")).status, 403)
      yield* sql`update users set role = 'admin' where email = ${emailOf("admin")}`
    }))

  it.effect("keeps no session that was being opened while all were ended", () =>
    Effect.gen(function*() {
      for (let n = 0; n < 12; n++) {
        yield* plain("owner")
        const [mine, stolen] = [yield* login("owner"), yield* login("owner")]
        const { json: { token } } = yield* call(stolen, "POST", "/auth/install-token")
        const [ended, opened] = yield* Effect.all([
          call(mine, "DELETE", "/auth/sessions"),
          Effect.delay(exchange(token), n)
        ], { concurrency: "unbounded" })
        assert.strictEqual(ended.status, 200, ended.text)
        assert.include([200, 401], opened.status)
        if (opened.status === 401) continue
        assert.strictEqual((yield* call(opened.json, "GET", "/auth/me")).status, 401, "it was opened before they were ended, and ended with them")
      }
    }))

  it.effect("as an agent turns nothing off, and approves nothing", () =>
    Effect.gen(function*() {
      const { recovery, tokens } = yield* secured("owner")
      const agent = { "x-service-agent": "ada" }
      const asked = yield* call(tokens, "DELETE", "/auth/2fa", undefined, agent)
      assert.strictEqual(asked.status, 428, asked.text)
      const approved = yield* call(tokens, "POST", `/agent/consents/${asked.json.consent.id}/approve`, undefined, agent)
      assert.deepStrictEqual([approved.status, approved.json.code], [403, "forbidden"])
      for (const confirmation of ["cfm_", `cfm_${"A".repeat(43)}`, recovery[0]!, PASSWORD]) {
        const sent = yield* call(tokens, "DELETE", "/auth/2fa", undefined, { "x-service-confirmation": confirmation })
        assert.strictEqual(sent.status, 409, confirmation)
      }
      assert.isTrue((yield* call(tokens, "GET", "/auth/2fa")).json.on)
      yield* plain("owner")
    }))

  it.effect("sees, by a hole in a program of one company, no account of another", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* secured("boltOwner")
      const seen = (company: number) => sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local role service_app`
        yield* sql`select set_config('app.company_id', ${String(company)}, true)`
        const [row] = yield* sql<{ accounts: number; codes: number; changed: number }>`
          with changed as (update identity.accounts set totp_secret = null where email = ${emailOf("boltOwner")} returning 1)
          select (select count(*) from identity.accounts where email = ${emailOf("boltOwner")}) as accounts,
            (select count(*) from identity.recovery_codes r join identity.accounts a on a.id = r.account_id
              where a.email = ${emailOf("boltOwner")}) as codes,
            (select count(*) from changed) as changed`
        return yield* Effect.fail(row!)
      })).pipe(Effect.flip)
      assert.deepInclude(yield* seen(companyIds.acme), { accounts: 0, codes: 0, changed: 0 })
      assert.deepInclude(yield* seen(companyIds.bolt), { accounts: 1, codes: 10, changed: 1 })
      yield* plain("boltOwner")
    }))
})

/** Forgets how often somebody tried. */
const plainThrottle = Effect.orDie(OwnerSql.use((sql) => sql`delete from identity.throttles`))

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { changeTier, tierRequests } from "#layers/auth/provision"
import { CompanyId } from "#schemas/kernel/ids"
import { agreed, by, entered, account } from "../auth/people.ts"
import { OwnerSql } from "../support/database.ts"
import { at, companyIds, json, SecondServer, send, TestServerWith } from "../support/test-server.ts"
import { within1s } from "../support/within.ts"

const path = "/company/tier"
const to = (tier: string) => ({ method: "POST", ...json({ tier }) })

const asOwner = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(OwnerSql, (sql) => Effect.provideService(work, SqlClient.SqlClient, sql))

const owner = Effect.gen(function*() {
  const { email } = yield* account({ cheap: "owner" })
  return yield* entered(email, "cheap")
})

const tierOf = Effect.map(send("/auth/me", { key: "starter" }), ({ json }) => json.company.tier)

layer(TestServerWith({ tierChanges: "free" }), { excludeTestServices: true })("a tier that its owner changes", (it) => {
  it.effect("opens what it should on every process at once, after the owner agreed, and closes it again", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const second = yield* Layer.build(SecondServer({ tierChanges: "free" }))
      const segments = (key: "starter") => Effect.map(send("/crm/segments", { key }), ({ status }) => status)
      const tools = Effect.map(send("/webmcp/manifest", { key: "starter" }), ({ json }) =>
        json.tools.some(({ name }: { readonly name: string }) => name.endsWith("list_segments")))
      const refused = yield* send("/crm/segments", { key: "starter" })
      assert.deepStrictEqual([refused.status, refused.json.upgrade_to], [403, "builder"])
      assert.match(refused.json.message, /change_tier, POST \/api\/v1\/company\/tier/)
      assert.isFalse(yield* tools)

      const who = yield* owner
      const up = yield* agreed(who, path, { ...to("builder"), headers: { "x-request-id": "tier-up" } })
      assert.deepStrictEqual([up.status, up.json], [200, { id: companyIds.cheap, tier: "builder", requested_tier: null, tier_requested_at: null }])
      yield* within1s(200, segments("starter"))
      yield* within1s(200, at(second, segments("starter")))
      assert.isTrue(yield* tools)
      assert.isTrue(yield* at(second, tools))
      const [receipt] = yield* sql<any>`select verb, changes, consent from receipts where request_id = 'tier-up' and verb = 'change_tier'`
      assert.deepStrictEqual([receipt.changes[0].before, receipt.changes[0].after], [{ tier: "starter" }, { tier: "builder" }])
      assert.isNotNull(receipt.consent)

      const down = yield* agreed(who, path, to("starter"))
      assert.strictEqual(down.status, 200)
      yield* within1s(403, segments("starter"))
      yield* within1s(403, at(second, segments("starter")))
      assert.isFalse(yield* tools)
    }))

  it.effect("is the owner's alone to change, by themselves, and a known one", () =>
    Effect.gen(function*() {
      const { email } = yield* account({ cheap: "admin" })
      const admin = yield* entered(email, "cheap")
      assert.strictEqual((yield* by(admin, path, to("builder"))).status, 403)
      assert.strictEqual((yield* send(path, { key: "starter", ...to("builder") })).status, 403)
      assert.strictEqual((yield* send(path, { key: "starterOwner", ...to("platinum") })).status, 422)
      assert.strictEqual((yield* send(path, { key: "starterOwner", method: "POST", ...json({}) })).status, 400)
      assert.strictEqual(yield* tierOf, "starter")
    }))

  it.effect("asked for at the same time is one tier, and each receipt tells a change that happened", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const asked = ["builder", "professional", "enterprise", "builder", "starter", "professional"]
      const answers = yield* Effect.all(asked.map((tier, n) =>
        send(path, { key: "starterOwner", ...to(tier), headers: { "x-request-id": `race-${n}` } })), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ json, status }) => [status, json.tier]), asked.map((tier) => [200, tier]))
      const steps = yield* sql<{ before: string; after: string }>`
        select changes->0->'before'->>'tier' as before, changes->0->'after'->>'tier' as after from receipts
        where request_id like 'race-%' and jsonb_array_length(changes) > 0 order by id`
      for (const { after, before } of steps) assert.notStrictEqual(after, before)
      assert.strictEqual(steps.at(-1)!.after, yield* tierOf)
      yield* send(path, { key: "starterOwner", ...to("starter") })
    }))
})

layer(TestServerWith(), { excludeTestServices: true })("a tier that the operator grants", (it) => {
  it.effect("is asked for, once, and the request can be taken back; the database refuses more", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const first = yield* send(path, { key: "starterOwner", ...to("builder") })
      assert.deepInclude(first.json, { tier: "starter", requested_tier: "builder" })
      const again = yield* send(path, { key: "starterOwner", ...to("builder") })
      assert.deepStrictEqual(again.json, first.json)
      assert.strictEqual(yield* tierOf, "starter")
      const other = yield* send(path, { key: "starterOwner", ...to("enterprise") })
      assert.strictEqual(other.json.requested_tier, "enterprise")
      const waiting = yield* asOwner(tierRequests)
      assert.deepStrictEqual(waiting.map(({ company_id, requested_tier, tier }) => `${company_id} ${tier} ${requested_tier}`), [`${companyIds.cheap} starter enterprise`])
      const back = yield* send(path, { key: "starterOwner", ...to("starter") })
      assert.deepInclude(back.json, { tier: "starter", requested_tier: null, tier_requested_at: null })
      const forced = sql.withTransaction(sql`set local role service_app`.pipe(
        Effect.andThen(sql`select set_config('app.company_id', '3', true)`), Effect.andThen(sql`select change_own_tier('enterprise')`)
      ))
      yield* send(path, { key: "starterOwner", ...to("builder") })
      yield* asOwner(changeTier(CompanyId.make(companyIds.cheap), "builder"))
      assert.strictEqual((yield* asOwner(tierRequests)).length, 0)
      yield* within1s(1, Effect.map(tierOf, (tier) => Number(tier === "builder")))
      yield* asOwner(changeTier(CompanyId.make(companyIds.cheap), "starter"))
      yield* within1s(1, Effect.map(tierOf, (tier) => Number(tier === "starter")))
      assert.match(String((yield* Effect.flip(forced)).cause), /AuthorizationError/)
      assert.strictEqual(yield* tierOf, "starter")
    }))
})

layer(TestServerWith({ tierChanges: "billed" }), { excludeTestServices: true })("a tier that has to be paid for", (it) => {
  it.effect("is a conflict that says so, and nothing changes", () =>
    Effect.gen(function*() {
      const answer = yield* send(path, { key: "starterOwner", ...to("builder") })
      assert.deepStrictEqual([answer.status, answer.json.code], [409, "conflict"])
      assert.include(answer.json.message, "cannot take payments yet")
      assert.strictEqual(yield* tierOf, "starter")
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { NameServers } from "#layers/network/names"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, type Key, send, TestServer } from "../support/test-server.ts"
import { type Answer, nameServer } from "../webhooks/name-server.ts"

const records = new Map<string, ReadonlyArray<Answer>>()
const NamesHere = Layer.effect(NameServers, Effect.map(nameServer((name) => records.get(name) ?? []), ({ address }) => [address]))

const add = (host: string, key: Key) => Effect.map(send("/company/hosts", { key, method: "POST", ...json({ host }) }), ({ json }) => json)
const hostsOf = (key: Key) => Effect.map(send("/company/hosts?limit=50", { key }), ({ json }) => json.items as ReadonlyArray<any>)

layer(TestServer.pipe(Layer.provide(NamesHere)), { excludeTestServices: true })("the proof of a host", (it) => {
  it.effect("is found by a run that looks by itself, with receipt and event", () =>
    Effect.gen(function*() {
      const made = yield* add("www.found.test", "acme")
      assert.isNull(made.proved_at)
      const seen = yield* eventually(hostsOf("acme"), ([host]) => host.problem !== null)
      assert.include(seen[0].problem, "There is no TXT record at _service-challenge.www.found.test")
      records.set(made.proof.name, [{ txt: made.proof.value }])
      yield* eventually(hostsOf("acme"), ([host]) => host.proved_at !== null)
      const sql = yield* OwnerSql
      const events = yield* sql<{ kind: string }>`select kind from events where company_id = ${companyIds.acme} and kind like 'host.%' order by id`
      assert.deepStrictEqual(events.map(({ kind }) => kind), ["host.added", "host.proved"])
    }))

  it.effect("is not looked for any more once the host was removed", () =>
    Effect.gen(function*() {
      const gone = yield* add("gone.test", "bolt")
      yield* send(`/company/hosts/${gone.id}`, { key: "bolt", method: "DELETE" })
      const sql = yield* OwnerSql
      const runs = sql<{ result: string | null }>`select result from workflow_runs where company_id = ${companyIds.bolt} and workflow = 'company.host_proof'`
      assert.deepStrictEqual(yield* eventually(runs, ([run]) => run?.result !== null), [{ result: "removed" }])
    }))

  it.effect("is not that of another company that has proved it", () =>
    Effect.gen(function*() {
      const theirs = yield* add("www.found.test", "bolt")
      records.set(theirs.proof.name, [{ txt: theirs.proof.value }])
      const sql = yield* OwnerSql
      const runs = sql<{ result: string | null }>`select result from workflow_runs where company_id = ${companyIds.bolt}
        and workflow = 'company.host_proof' and (payload->>'host_id')::bigint = ${theirs.id}`
      assert.deepStrictEqual(yield* eventually(runs, ([run]) => run?.result !== null), [{ result: "taken" }])
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { serve } from "../process/service.ts"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { TestServer, secrets } from "../support/test-server.ts"

const password = "correct-horse-battery"

layer(TestServer, { excludeTestServices: true })("the log", (it) => {
  it.effect("holds the cause of a 500 under the request's id, and no key or body", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { answers, service } = yield* Effect.scoped(Effect.gen(function*() {
        const service = yield* serve({ DATABASE_URL: Redacted.value(yield* DatabaseUrl) })
        const ask = (id: string, key: string, init: RequestInit = {}) =>
          Effect.promise(() =>
            fetch(`http://127.0.0.1:${service.port}/api/v1/crm/contacts?search=${password}`, {
              ...init,
              headers: { "authorization": `Bearer ${key}`, "x-request-id": id, "content-type": "application/json" }
            })
          )
        yield* sql`alter table contacts rename to contacts_elsewhere`
        const broken = yield* ask("broken-1", secrets.acme)
        const write = yield* ask("broken-2", secrets.acme, { method: "POST", body: JSON.stringify({ first_name: password }) })
        yield* sql`alter table contacts_elsewhere rename to contacts`
        const wrong = yield* ask("wrong-1", secrets.revoked)
        const invalid = yield* ask("wrong-2", secrets.acme, { method: "POST", body: JSON.stringify({ first_name: [password] }) })
        return { service, answers: [broken, write, wrong, invalid] }
      }))
      assert.deepStrictEqual(answers.map(({ status }) => status), [500, 500, 401, 422])
      const lines = service.said.out.trim().split("\n").map((line) => JSON.parse(line))
      for (const [id, status] of [["broken-1", 500], ["broken-2", 500], ["wrong-1", 401], ["wrong-2", 422]] as const) {
        const own = lines.filter(({ request_id }) => request_id === id)
        const requests = own.filter(({ msg }) => msg === "request")
        assert.lengthOf(requests, 1, id)
        assert.deepInclude(requests[0], { status, route: "/api/v1/crm/contacts" })
        const causes = own.filter(({ level }) => level === "error")
        assert.lengthOf(causes, status === 500 ? 1 : 0, id)
        if (status === 500) assert.include(causes[0].cause, "contacts")
      }
      for (const secret of [secrets.acme, secrets.revoked, secrets.acme.slice(-20), password]) {
        assert.notInclude(service.said.out + service.said.err, secret)
      }
    }))
})

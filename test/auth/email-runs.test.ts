import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { overview } from "#layers/workflows/overview"
import { Runs } from "#layers/workflows/runs"
import { Tenancy } from "#layers/kernel/tenancy"
import { Caller } from "#schemas/kernel/tenancy"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { companyIds, TestServer, json, send } from "../support/test-server.ts"
import { somebody } from "../support/workflows.ts"

layer(TestServer, { excludeTestServices: true })("runs", (it) => {
  it.effect("of e-mails are no work of a company's: they are the operator's to see, and nobody's to cancel", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const { status } = yield* send("/auth/members", { key: "owner", method: "POST", ...json({ email: "reader@reader.example", role: "member" }) })
      assert.strictEqual(status, 201)
      const [run] = yield* sql<{ id: number }>`
        select id from workflow_runs where workflow = 'auth.letter' and company_id = ${companyIds.acme} order by id desc limit 1`
      const work = yield* Tenancy.use((tenancy) =>
        tenancy.transaction(Runs.use((runs) => runs.start({ workflow: "authors.count", version: 1, payload: {} })))).pipe(
        Effect.provideService(Caller, somebody)
      )
      const own = sql<{ id: number }>`
        select id from workflow_runs where company_id = ${companyIds.acme} and workflow <> 'auth.letter' order by id desc`
      for (const key of ["acme", "owner"] as const) {
        const { json: list } = yield* send("/workflows/runs?limit=200", { key })
        const expected = (yield* own).map(({ id }) => id)
        assert.include(expected, work)
        assert.deepStrictEqual(list.items.map(({ id }: { id: number }) => id), expected)
        assert.strictEqual(list.total, expected.length)
        const emails = yield* send("/workflows/runs?workflow=auth.letter", { key })
        assert.strictEqual(emails.status, 422, emails.text)
        assert.deepStrictEqual(emails.json.details, [{ field: "workflow", error: "there is no such workflow", received: "auth.letter" }])
        assert.strictEqual((yield* send(`/workflows/runs/${run!.id}`, { key })).status, 404)
        const canceled = yield* send(`/workflows/runs/${run!.id}/cancel`, { key, method: "POST" })
        assert.strictEqual(canceled.status, 404, canceled.text)
      }
      const [kept] = yield* sql`select cancel_requested_at from workflow_runs where id = ${run!.id}`
      assert.deepStrictEqual(kept, { cancel_requested_at: null })
      const seen = yield* overview({ company: companyIds.acme, workflow: "auth.letter", status: undefined, limit: 1 }, yield* DatabaseUrl)
      assert.strictEqual(seen[0]?.run, String(run!.id))
    }))
})

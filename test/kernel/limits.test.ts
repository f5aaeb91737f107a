import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MOST_FIELDS } from "#schemas/crm/custom-field"
import { OwnerSql } from "../support/database.ts"
import { companyIds, TestServerWith, json, send } from "../support/test-server.ts"

const MOST_WEBHOOKS = 5
const AT_ONCE = 40

/** The answers to `AT_ONCE` requests that are all under way together, by status. */
const together = (path: string, body: (n: number) => unknown) =>
  Effect.map(
    Effect.forEach(
      Array.from({ length: AT_ONCE }, (_, n) => n),
      (n) => send(path, { key: "acme", method: "POST", ...json(body(n)) }),
      { concurrency: "unbounded" }
    ),
    (answers) => Object.groupBy(answers, ({ status }) => String(status))
  )

layer(TestServerWith({ webhooksPerCompany: MOST_WEBHOOKS }), { excludeTestServices: true })("a limit on how many there are", (it) => {
  it.effect("of webhooks holds when many are made at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const answers = yield* together("/webhooks", (n) => ({ url: `https://hooks.acme.example/${n}`, events: ["*"] }))
      assert.deepStrictEqual(
        [answers["201"]?.length, answers["409"]?.length], [MOST_WEBHOOKS, AT_ONCE - MOST_WEBHOOKS], JSON.stringify(Object.keys(answers))
      )
      const [kept] = yield* sql<{ n: number }>`select count(*) as n from webhooks where company_id = ${companyIds.acme} and deleted_at is null`
      assert.strictEqual(kept!.n, MOST_WEBHOOKS)
    }))

  it.effect("of custom fields holds when many are made at once", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into custom_fields (company_id, object, key, label, type, options)
        select ${companyIds.acme}::bigint, 'contact', 'kept_' || n, 'Kept', 'text', '{}' from generate_series(1, ${MOST_FIELDS - 3}) n`
      const answers = yield* together("/crm/fields", (n) => ({ object: "contact", key: `new_${n}`, label: `New ${n}`, type: "text" }))
      assert.deepStrictEqual([answers["201"]?.length, answers["409"]?.length], [3, AT_ONCE - 3], JSON.stringify(Object.keys(answers)))
    }))
})

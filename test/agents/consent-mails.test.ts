import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, emailOf, send, TestServer } from "../support/test-server.ts"
import { contact, propose, remove } from "./consent-calls.ts"

const emails = Effect.gen(function*() {
  const sql = yield* OwnerSql
  return yield* sql<{ recipient: string; subject: string; text: string; company_id: number }>`
    select company_id, recipient, subject, text from emails where template = 'consents-waiting' order by id`
})

/** Lets all that waits have waited for minutes, and owners not have been written to since. */
const wait = Effect.gen(function*() {
  const sql = yield* OwnerSql
  yield* sql`update consents set created_at = created_at - interval '5 minutes', told_at = told_at - interval '1 hour'`
})

layer(TestServer, { excludeTestServices: true })("owners and admins", (it) => {
  it.effect("are told by e-mail what waits for them, each call once, and nothing of test records", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const [first, second] = [yield* propose(yield* contact()), yield* propose(yield* contact())]
      const real = (yield* remove(yield* contact(), "cautiousTest")).json.consent
      const hook = yield* send("/webhooks", { key: "acmeTest", method: "POST", body: JSON.stringify({ url: "https://hooks.acme.example", events: ["deal.*"] }) })
      yield* send(`/webhooks/${hook.json.id}`, { key: "cautiousTest", method: "DELETE" })
      yield* wait
      const sent = yield* eventually(emails, ({ length }) => length > 0)
      assert.deepStrictEqual(new Set(sent.map(({ company_id }) => company_id)), new Set([companyIds.acme]))
      assert.includeMembers(sent.map(({ recipient }) => recipient), [emailOf("owner"), emailOf("admin")])
      assert.notInclude(sent.map(({ recipient }) => recipient), emailOf("member"))
      const { subject, text } = sent[0]!
      assert.include(subject, "3 requests wait for your approval")
      for (const { id } of [first, second, real]) assert.include(text, `/dashboard/consents/${id}`)
      assert.include(text, "changes your real records")
      assert.notInclude(text, "webhook")

      const third = yield* propose(yield* contact())
      yield* wait
      const later = yield* eventually(emails, ({ length }) => length > sent.length)
      assert.include(later.at(-1)!.subject, "a request waits for your approval")
      assert.include(later.at(-1)!.text, `/dashboard/consents/${third.id}`)
      const [untold] = yield* sql<{ n: number }>`select count(*)::int as n from consents where told_at is null and verb = 'delete_contact'`
      assert.strictEqual(untold!.n, 0)
    }))
})

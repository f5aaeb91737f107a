import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { templates } from "#layers/demo/texts"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { smsTemplate } from "#schemas/messages/sms/template"
import { variablesOf } from "#workflows/messages/sms/wording"
import { OwnerSql } from "../../support/database.ts"
import { DemoDatabase } from "../../support/demo.ts"

layer(DemoDatabase, { excludeTestServices: true })("texts of the demo company", (it) => {
  it.effect("are conversations in both modes, as the service would have written them", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      for (const livemode of [true, false]) {
        const threads = yield* sql<any>`select t.*, (select count(*)::int from sms_messages m where m.company_id = t.company_id and m.thread_id = t.id) as n,
            (select m.message from sms_messages m where m.company_id = t.company_id and m.thread_id = t.id order by m.id desc limit 1) as latest
          from sms_threads t where livemode = ${livemode}`
        assert.lengthOf(threads, 36)
        for (const { last_message, latest, n } of threads) {
          assert.isAbove(n, 0)
          assert.strictEqual(last_message, latest)
        }
        assert.isTrue(threads.some(({ unread }) => unread > 0))
        assert.lengthOf(yield* sql`select 1 from opt_outs where livemode = ${livemode}`, 2)
        const messages = yield* sql<any>`select message, encoding, segments, created_at <= now() as past from sms_messages where livemode = ${livemode}`
        for (const { encoding, message, past, segments } of messages) {
          assert.deepInclude(segmentsOf(message), { encoding, segments })
          assert.isTrue(past)
        }
      }
    }))

  it.effect("are written from templates that the contract would take", () =>
    Effect.gen(function*() {
      for (const { name, text, variables } of templates) {
        assert.deepStrictEqual(yield* variablesOf(text), [...variables])
        assert.strictEqual(Schema.decodeUnknownSync(smsTemplate.create)({ name, text }).name, name)
      }
    }))
})

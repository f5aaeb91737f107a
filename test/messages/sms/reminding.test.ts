import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import { remindByText } from "#workflows/messages/sms/reminding"
import { OwnerSql } from "../../support/database.ts"
import { companyUrl, programsOn } from "../../support/engine.ts"
import { somebody } from "../../support/workflows.ts"
import { audience, fastNumber } from "./campaigning.ts"

const Here = Layer.unwrap(Effect.map(companyUrl, (url) => Layer.merge(programsOn(url), OwnerSql.layerOf(url))))
const FIRST = 2_025_570_000

layer(Here, { excludeTestServices: true })("a reminder by text", (it) => {
  it.effect("goes to a contact who agreed to it, outside quiet hours, and to nobody else", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into sms_settings (company_id, quiet_from, quiet_to, most_texts_days, currency, rates) values (1, '00:00', '00:00', 30, 'USD', '[]')`
      yield* audience("reminded", FIRST, 3, 1, false)
      yield* fastNumber("+12025550100", { live: false })
      const ids = (yield* sql<{ id: ContactId }>`select id from contacts order by id`).map(({ id }) => id)
      yield* sql`update sms_consents set purposes = '{reminders}' where contact_id <> ${ids[2]!}`
      const remind = (id: ContactId) => Effect.provideService(
        Tenancy.use((tenancy) => tenancy.transaction(remindByText(id, ({ name }) => `Repair: 3 May, 09:00. ${name}`))), Caller, { ...somebody, mode: "test" })
      yield* remind(ids[0]!)
      yield* remind(ids[2]!)
      const hour = (n: number) => `${String((n + 24) % 24).padStart(2, "0")}:00`
      const now = Number(new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", hour: "2-digit", hourCycle: "h23" }).format(Date.now()))
      yield* sql`update sms_settings set quiet_from = ${hour(now - 1)}, quiet_to = ${hour(now + 3)}`
      yield* remind(ids[1]!)
      const sent = yield* sql<{ to_phone: string; message: string }>`select to_phone, message from sms_messages`
      assert.deepStrictEqual(sent, [{ to_phone: `+1${FIRST}`, message: "Repair: 3 May, 09:00. acme" }])
    }))
})

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import type { SmsSettings } from "#schemas/messages/sms/settings"
import type { PhoneNumber } from "#schemas/messages/voice/phone-number"
import { first, one } from "../../kernel/sql.ts"
import { latestWith } from "./threads.ts"

/** What is looked at before a text is written. */
export interface TextLimits extends Pick<SmsSettings, "countries" | "currency" | "daily_cap"> {
  readonly opted_out: boolean
  readonly rates: SmsSettings["rates"] | null
  /** The company's numbers that can send texts, the oldest first. */
  readonly numbers: ReadonlyArray<Pick<PhoneNumber, "phone" | "provider">>
  /** The one of them that the latest conversation with the phone is by. */
  readonly own_phone: string | null
  /** Whom that conversation is with; else the oldest contact who has the phone. */
  readonly contact_id: ContactId | null
}

/** What keeps texts of the caller's company from leaving, in the caller's mode. */
export class SmsLimits extends Context.Service<SmsLimits>()("layers/messages/SmsLimits", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** Read with one query: every text asks for it. */
      of: Effect.fnUntraced(function*(phone: string) {
        const { mode } = yield* Caller
        const live = mode === "live"
        return yield* one(sql<TextLimits>`select coalesce(s.currency, c.currency) as currency, s.rates, s.countries, s.daily_cap, t.own_phone,
            exists (select from opt_outs o where o.company_id = c.id and o.livemode = ${live} and o.address = address_digest(c.id, ${phone})) as opted_out,
            coalesce(t.contact_id, (select p.id from contacts p where p.company_id = c.id and p.phone = ${phone} and p.deleted_at is null order by p.id limit 1)) as contact_id,
            coalesce((select jsonb_agg(jsonb_build_object('phone', n.phone, 'provider', n.provider) order by n.id) from phone_numbers n
              where n.company_id = c.id and n.livemode = ${live} and n.state = 'active' and 'sms' = any(n.capabilities)), '[]') as numbers
          from companies c left join sms_settings s on s.company_id = c.id
            left join lateral (${latestWith(sql, live, sql`${phone}`)}) t on true
          where c.id = (select current_company())`)
      }),
      /**
       * Counts what texts cost (thousandths of the smallest unit) into the company's day, unless it becomes more than the cap; all that is spent
       * then. Others of the company wait until the transaction ends.
       */
      spend: Effect.fnUntraced(function*(thousandths: number, cap: number) {
        const { company_id, mode } = yield* Caller
        const most = cap * 1_000
        return yield* first(sql<{ thousandths: number }>`insert into sms_spending as s (company_id, livemode, day, thousandths)
          select c.id, ${mode === "live"}, (now() at time zone c.time_zone)::date, ${thousandths}::bigint from companies c
            where c.id = ${company_id} and ${thousandths}::bigint <= ${most}::bigint
          on conflict (company_id, livemode, day) do update set thousandths = s.thousandths + excluded.thousandths
            where s.thousandths + excluded.thousandths <= ${most}::bigint
          returning thousandths`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SmsLimits, SmsLimits.make)
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SmsSettings } from "#schemas/messages/sms/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { first, one } from "../../kernel/sql.ts"

/** What is looked at before a text is written. */
export interface TextLimits extends Pick<SmsSettings, "countries" | "currency" | "daily_cap"> {
  readonly opted_out: boolean
  readonly rates: SmsSettings["rates"] | null
}

/** What keeps texts of the caller's company from leaving, in the caller's mode. */
export class SmsLimits extends Context.Service<SmsLimits>()("layers/messages/SmsLimits", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** Read with one query: every text asks for it. */
      of: Effect.fnUntraced(function*(phone: string) {
        const { mode } = yield* Caller
        return yield* one(sql<TextLimits>`select coalesce(s.currency, c.currency) as currency, s.rates, s.countries, s.daily_cap,
            exists (select from opt_outs o where o.company_id = c.id and o.livemode = ${mode === "live"} and o.address = address_digest(c.id, ${phone})) as opted_out
          from companies c left join sms_settings s on s.company_id = c.id where c.id = (select current_company())`)
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

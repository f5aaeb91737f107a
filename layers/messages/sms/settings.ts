import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { usualQuietHours } from "#schemas/messages/sms/quiet-hours"
import type { SmsSettings as Told } from "#schemas/messages/sms/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, one } from "../../kernel/sql.ts"

interface Row {
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  readonly most_texts: number | null
  readonly most_texts_days: number | null
  readonly currency: string
  readonly rates: Told["rates"] | null
  readonly countries: Told["countries"]
  readonly daily_cap: Told["daily_cap"]
  readonly time_zone: string
}

const USUAL_DAYS = 30

/** How the caller's company texts; both modes share it. */
export class SmsSettings extends Context.Service<SmsSettings>()("layers/messages/SmsSettings", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const row = one(sql<Row>`select s.quiet_from, s.quiet_to, s.most_texts, s.most_texts_days, coalesce(s.currency, c.currency) as currency, s.rates, s.countries, s.daily_cap, c.time_zone
      from companies c left join sms_settings s on s.company_id = c.id where c.id = (select current_company())`)
    return {
      /** With the zone of the company, where the one of a number is not known. */
      get: Effect.map(row, ({ countries, currency, daily_cap, most_texts, most_texts_days, quiet_from, quiet_to, rates, time_zone }) => ({
        time_zone,
        told: {
          quiet_hours: quiet_from === null || quiet_to === null ? usualQuietHours : { from: quiet_from, to: quiet_to },
          frequency_cap: most_texts === null ? null : { texts: most_texts, days: most_texts_days ?? USUAL_DAYS },
          currency,
          rates: rates ?? [],
          countries,
          daily_cap
        } satisfies Told as Told
      })),
      /** Keeps others from changing them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('sms settings ' || (select current_company()), 0))`),
      set: Effect.fnUntraced(function*({ countries, currency, daily_cap, frequency_cap, quiet_hours, rates }: Told) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into sms_settings (company_id, quiet_from, quiet_to, most_texts, most_texts_days, currency, rates, countries, daily_cap)
          values (${company_id}, ${quiet_hours.from}, ${quiet_hours.to}, ${frequency_cap?.texts ?? null}, ${frequency_cap?.days ?? USUAL_DAYS}, ${currency},
            ${JSON.stringify(rates)}::jsonb, ${countries === null ? null : [...countries]}::text[], ${daily_cap})
          on conflict (company_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, most_texts = excluded.most_texts,
            most_texts_days = excluded.most_texts_days, currency = excluded.currency, rates = excluded.rates, countries = excluded.countries, daily_cap = excluded.daily_cap`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SmsSettings, SmsSettings.make)
}

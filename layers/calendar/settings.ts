import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { weekOf, type WeeklyHours } from "#schemas/calendar/hours"
import type { CalendarSettings as Told } from "#schemas/calendar/settings"
import type { CompanySettings } from "#schemas/company/settings"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, one } from "../kernel/sql.ts"

/** What a company set itself. */
export interface OwnSettings extends Omit<Told, "opening_hours" | "time_zone"> {
  readonly opening_hours: ReadonlyArray<WeeklyHours> | null
}

interface Row extends OwnSettings {
  readonly time_zone: string
  readonly locale: string
  readonly company_hours: typeof CompanySettings.Type["opening_hours"]
}

/** When the caller's company can be booked at all; both modes share it. */
export class CalendarSettings extends Context.Service<CalendarSettings>()("layers/calendar/CalendarSettings", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const own = one(sql<Row>`select s.opening_hours, s.holidays_country, s.holidays_region, coalesce(s.open_on, '{}')::text[] as open_on,
        c.time_zone, c.locale, c.opening_hours as company_hours
      from companies c left join calendar_settings s on s.company_id = c.id where c.id = (select current_company())`)
    return {
      /** What the company set itself, and the settings that come of it. */
      get: Effect.map(own, ({ company_hours, locale, time_zone, ...own }) => ({
        own,
        locale,
        told: { ...own, opening_hours: weekOf(own.opening_hours, company_hours), time_zone } satisfies Told as Told
      })),
      /** Keeps others from changing them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('calendar settings ' || (select current_company()), 0))`),
      set: Effect.fnUntraced(function*({ holidays_country, holidays_region, open_on, opening_hours }: OwnSettings) {
        const { company_id } = yield* Caller
        const hours = opening_hours === null ? null : JSON.stringify(opening_hours)
        yield* execute(sql`insert into calendar_settings (company_id, opening_hours, holidays_country, holidays_region, open_on)
          values (${company_id}, ${hours}::jsonb, ${holidays_country}, ${holidays_region}, ${[...open_on]}::text[]::date[])
          on conflict (company_id) do update set opening_hours = excluded.opening_hours, holidays_country = excluded.holidays_country,
            holidays_region = excluded.holidays_region, open_on = excluded.open_on`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(CalendarSettings, CalendarSettings.make)
}

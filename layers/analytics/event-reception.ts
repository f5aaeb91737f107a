import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import type { NewEvent } from "#schemas/analytics/event"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Requester } from "../auth/anonymous.ts"
import { SystemSql } from "../database/connections.ts"
import { gathered } from "../kernel/gathered.ts"
import { execute } from "../kernel/sql.ts"
import { browserOf } from "./browsers.ts"
import { countryOf } from "./countries.ts"
import { linkOf, pageAddressOf, propertiesOf } from "./page-address.ts"
import { VisitorSalts } from "./visitor-salts.ts"

/** Requests that share a statement: more would make each wait longer than it saves. */
const MOST = 200

/** Events of a request, and who told of them. */
export interface Told {
  readonly company_id: CompanyId
  readonly requester: Pick<Requester, "address" | "userAgent">
  readonly events: ReadonlyArray<NewEvent>
}

const DAY_MS = 86_400_000
const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10)

/** Takes events of all companies. Those that come at about the same time are written together, and told to be kept when they are on the disk. */
export class EventReception extends Context.Service<EventReception>()("layers/analytics/EventReception", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const salts = yield* VisitorSalts

    const rowsOf = Effect.fnUntraced(function*({ company_id, events, requester: { address, userAgent } }: Told) {
      const now = yield* Clock.currentTimeMillis
      const { bot, ...browser } = browserOf(userAgent)
      const visitor = bot === undefined ? yield* salts.hashOf({ company_id, address, userAgent: userAgent ?? "" }) : null
      const country = countryOf(address)
      return events.map(({ at, id, link, name, properties, referrer, url }) => ({
        company_id, event_id: id ?? randomUUID(), at: at === undefined ? new Date(now).toISOString() : new Date(Math.min(now, Date.parse(at))).toISOString(),
        visitor, bot, name, ...pageAddressOf(url, referrer), country, ...browser, link: linkOf(link), properties: propertiesOf(properties)
      }))
    })

    /* An event without a time of its own that is told again after midnight is of another day: it is looked for on the day before. */
    const write = Effect.fnUntraced(function*(all: ReadonlyArray<Effect.Success<ReturnType<typeof rowsOf>>>) {
      const rows = all.flat()
      const now = yield* Clock.currentTimeMillis
      const days = (from: number, to: number) => sql.literal(`between '${dayOf(now + from * DAY_MS)}' and '${dayOf(now + to * DAY_MS)}'`)
      yield* execute(sql`with x as (
          select r.*, r.at at time zone c.time_zone as here
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(company_id bigint, event_id uuid, at timestamptz, visitor bigint, bot text, name text,
            path text, source text, referrer text, medium text, campaign text, country text, browser text, os text, device text, link text, properties jsonb)
          join companies c on c.id = r.company_id left join site_settings s on s.company_id = c.id
          where coalesce(s.count_visits, true)),
        kept as (
          insert into page_events (company_id, day, event_id, at, hour, visitor, bot, name, path, source, referrer, medium, campaign, country, browser, os,
            device, link, properties)
          select company_id, here::date, event_id, at, extract(hour from here), visitor, bot, name, path, source, referrer, medium, campaign, country, browser,
            os, device, link, properties
          from x where not exists (
            select from page_events p where p.company_id = x.company_id and p.event_id = x.event_id and p.day = x.here::date - 1 and p.day ${days(-2, 1)})
          on conflict do nothing returning company_id, day)
        insert into event_day_queue (company_id, day) select distinct company_id, day from kept`)
      return all.map(({ length }) => length)
    })

    const written = yield* gathered(MOST, write)
    return {
      /** How many are kept, for good. They have their ids before, so that a statement that is repeated writes none twice. */
      take: (told: Told) => Effect.flatMap(rowsOf(told), written)
    }
  })
}) {
  static readonly layer = Layer.effect(EventReception, EventReception.make)
}

import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Chances } from "./chances.ts"

/** Days of visits: there are tables of a day more, by whatever clock. */
const DAYS = 7
/** Days that tables of events are kept for here: none is dropped for the demo. */
const KEPT = 10_000
const [FEWEST, MOST] = [25, 60]
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/** Where visitors come from: the site and its page that led them here, and the campaign. Some come more often. */
const sources = [
  ["", "", ""], ["", "", ""], ["google.com", "", ""], ["google.com", "", ""], ["instagram.com", "", ""], ["designweek.example", "/best-studios", ""],
  ["newsletter", "", "autumn"]
] as const
const browsers = [
  ["Safari", "iOS", "phone"], ["Chrome", "Android", "phone"], ["Chrome", "Windows", "desktop"], ["Safari", "macOS", "desktop"], ["Firefox", "Linux", "desktop"],
  ["Safari", "iOS", "tablet"]
] as const
const countries = ["US", "US", "US", "CA", "GB", "DE", "NO"]

/** What visitors of the last days looked at, and what the company wants them to do. As the database's owner, in a transaction, when the site is there. */
export const insertVisits = Effect.fnUntraced(function*({ below, between, often, one }: Chances, company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  const paths = (yield* sql<{ path: string }>`select published_path as path from pages where company_id = ${company_id} and published_path is not null order by id`).map(({ path }) => path)
  const visits = Array.from({ length: DAYS }, (_, age) => Array.from({ length: between(FEWEST, MOST) }, () => {
    const [source, referrer, campaign] = one(sources)
    const [browser, os, device] = one(browsers)
    const visitor = { visitor: String(below(2 ** 48)), source, referrer: referrer === "" ? "" : `${source}${referrer}`, campaign, country: one(countries), browser, os, device }
    let at = now - age * DAY_MS - below(DAY_MS - MINUTE_MS)
    const looked = Array.from({ length: often(0.4) ? 1 : between(2, 6) }, (_, n) => {
      at += n === 0 ? 0 : between(8, 150) * 1_000
      return { ...visitor, at, name: "page_view", path: n === 0 && often(0.5) ? "/" : one(paths) }
    })
    return often(0.06) ? [...looked, { ...visitor, at: at + 40_000, name: "Asked for an offer", path: looked.at(-1)!.path }] : looked
  })).flat(2).filter(({ at }) => at < now)

  yield* sql`select installation.keep_event_days(${KEPT}::int)`
  yield* sql`with here as (
      select r.*, to_timestamp(r.at / 1000.0) as moment, to_timestamp(r.at / 1000.0) at time zone c.time_zone as wall
      from companies c, jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as r (at float8, visitor bigint, name text, path text, source text, referrer text, campaign text,
        country text, browser text, os text, device text)
      where c.id = ${company_id}),
    kept as (
      insert into page_events (company_id, day, event_id, at, hour, visitor, name, path, source, referrer, medium, campaign, country, browser, os, device, link)
      select ${company_id}, wall::date, gen_random_uuid(), moment, extract(hour from wall), visitor, name, path, source, referrer,
        case when campaign = '' then '' else 'email' end, campaign, country, browser, os, device, ''
      from here returning day)
    insert into event_day_queue (company_id, day) select distinct ${company_id}::bigint, day from kept`
  yield* sql`insert into visit_goals (company_id, name, event, page) values (${company_id}, 'Asks for an offer', 'Asked for an offer', null)`
})

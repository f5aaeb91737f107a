import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { countDay } from "#layers/analytics/counting"
import { JobsSql, owner } from "#layers/database/connections"
import { one } from "#layers/kernel/sql"
import { seededDatabase } from "./database.ts"
import { loadGenerator, type Load, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { median } from "./rounds.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"
const DAYS = 90
/** Events of a request, as pages and servers gather them; and one, as a browser sends it. */
const GATHERED = 20
const goals = { events: 5_000, contacts: 150, report: 150, growth: 3 }
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const got = (path: string, key: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`

const told = (site: string, count: number) => {
  const events = Array.from({ length: count }, (_, n) => ({
    name: "page_view", url: `https://www.bench.example/page-{number}/${n % 50}?utm_source=letter`, referrer: "https://news.example/today"
  }))
  const body = JSON.stringify({ site, events })
  const length = body.replaceAll("{number}", "000000000").length
  return ["POST /api/v1/analytics/events HTTP/1.1", "Host: 127.0.0.1", `User-Agent: ${FIREFOX}`, "Content-Type: application/json", `Content-Length: ${length}`, "", body].join("\r\n")
}

const days = Array.from({ length: DAYS }, (_, n) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10)).toReversed()

/** So many events of a company over ninety days, five of each visitor, and counted. */
const looked = Effect.fnUntraced(function*(say: (text: string) => void, { company }: Seeded, events: number) {
  const sql = yield* SqlClient.SqlClient
  const each = Math.round(events / DAYS)
  for (const [n, day] of days.entries()) {
    yield* sql.unsafe(`create table if not exists event_days.d${day.replaceAll("-", "")} partition of page_events for values from ('${day}') to ('${day}'::date + 1)`)
    yield* sql`insert into page_events (company_id, day, event_id, at, hour, visitor, name, path, source, referrer, medium, campaign, country, browser, os, device, link)
      select ${company}, ${day}::date, gen_random_uuid(), ${day}::timestamptz + n * interval '1 second' * (80000.0 / ${each}::int), (n * 22.0 / ${each}::int)::int, v, 'page_view',
        '/page-' || (n * 7919 % 200), s, s, '', case when v % 10 = 0 then 'spring' else '' end, (array['NO', 'SE', 'DE', 'US', 'GB', 'FR'])[1 + v % 6],
        (array['Firefox', 'Chrome', 'Safari', 'Edge'])[1 + v % 4], (array['Windows', 'Linux', 'iOS', 'Android'])[1 + v % 4], (array['desktop', 'phone', 'tablet'])[1 + v % 3], ''
      from (select n, v, case when v % 3 = 0 then '' else 'source-' || v % 30 end as s from (select n, n / 5 as v from generate_series(1, ${each}::int) n) a) b`
    yield* Effect.provideService(countDay(company, day), JobsSql, sql)
    if (n % 10 === 9) say(`${(n + 1) * each} events`)
  }
})

/** Milliseconds of a report on one connection: 95 of 100 take no more. */
const reported = (load: Load, { port }: Server, path: string, { key }: Seeded, seconds: number) =>
  Effect.map(load({ port, connections: 1, seconds, requests: [got(path, key)], firstNumber: 0, status: 200, kind: "any", strays: 0 }), ({ failure, p50, p95 }) => {
    if (failure !== undefined) throw new Error(failure)
    return { p50, p95 }
  })

/** Events that are told, durably, beside somebody who reads contacts; and reports of ninety days among few and many events. */
export const analyticsBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const seconds = quick ? 4 : 20
    const events = Number(process.env["EVENTS"] ?? (quick ? 200_000 : 20_000_000))
    const { seeded, url } = yield* seededDatabase(10_000)
    return yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const few = yield* seed("Few", 10)
      const many = yield* seed("Many", 10)
      yield* looked(() => {}, few, events / 100)
      yield* looked(say, many, events)
      yield* settle
      const { site } = yield* one(sql<{ site: string }>`select analytics_key as site from companies where id = ${seeded.company}`)
      const ours = yield* server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      })
      const [load, other] = [yield* loadGenerator, yield* loadGenerator]
      const contacts = (during: number) => other({
        port: ours.port, connections: 8, seconds: during, requests: [got("/api/v1/crm/contacts?limit=50", seeded.key)], firstNumber: 0, status: 200, kind: "any", strays: 0, rate: 50
      })
      const telling = (count: number, connections: number, during: number, firstNumber: number) => load({
        port: ours.port, connections, seconds: during, requests: [told(site, count)], firstNumber, status: 202, kind: "any", strays: 0
      })
      yield* Effect.all([telling(GATHERED, 16, quick ? 2 : 5, 0), contacts(quick ? 2 : 5)], { concurrency: 2 })

      const kept = Effect.map(one(sql<{ n: number }>`select count(*) as n from page_events where company_id = ${seeded.company}`), ({ n }) => n)
      const lines: Array<string> = []
      for (const [name, count, connections] of [["20 a request", GATHERED, 16], ["1 a request", 1, 64]] as const) {
        const before = yield* kept
        const [sent, beside] = yield* Effect.all([telling(count, connections, seconds, 1_000_000), contacts(seconds)], { concurrency: 2 })
        if (sent.failure !== undefined || beside.failure !== undefined) throw new Error(sent.failure ?? beside.failure)
        const perSecond = sent.completed * count / sent.elapsed
        const lost = sent.answered * count - ((yield* kept) - before)
        const met = count === 1 || (perSecond >= goals.events && beside.p99 <= goals.contacts)
        lines.push(`track_event, ${name}: ${perSecond.toFixed(0)} events a second (p99 ${sent.p99.toFixed(0)} ms), ${lost} lost; GET /crm/contacts beside it p50 ` +
          `${beside.p50.toFixed(0)}, p99 ${beside.p99.toFixed(0)} ms${count === 1 ? "" : `; goal ${goals.events} a second, ${goals.contacts} ms: ${verdict(met && lost === 0)}`}`)
        say(lines.at(-1)!)
      }

      /* What came in is counted before reports are timed. */
      yield* Effect.sleep(quick ? "2 seconds" : "30 seconds")
      const period = (n: number) => `from=${days.at(-n)!}&to=${days.at(-1)!}`
      const path = (n: number, by: string) => `/api/v1/analytics/page-views?${period(n)}&by=${by}`
      for (const by of ["day", "page", "source", "country", "page&country=NO&device=phone"]) {
        yield* reported(load, ours, path(DAYS, by), many, 1)
        const large = yield* reported(load, ours, path(DAYS, by), many, quick ? 1 : 5)
        const pairs = yield* Effect.forEach(Array.from({ length: quick ? 3 : 9 }), () => Effect.all({
          few: reported(load, ours, path(DAYS, by), few, 0.4), many: reported(load, ours, path(DAYS, by), many, 0.4), third: reported(load, ours, path(DAYS / 3, by), many, 0.4)
        }))
        const growth = median(pairs.map(({ few, many }) => many.p50 / few.p50))
        const isPlain = !by.includes("&")
        lines.push(`${DAYS} days by ${by} of ${events} events: p50 ${large.p50.toFixed(1)}, p95 ${large.p95.toFixed(1)} ms; ${growth.toFixed(2)} times that of ${events / 100} events, and ` +
          `${median(pairs.map(({ many, third }) => many.p50 / third.p50)).toFixed(2)} times that of ${DAYS / 3} days` +
          (isPlain ? `; goal ${goals.report} ms and ${goals.growth} times: ${verdict(large.p95 <= goals.report && growth <= goals.growth)}` : ""))
        say(lines.at(-1)!)
      }
      return `\nAnalytics\n\n${lines.map((line) => `- ${line}\n`).join("")}`
    }).pipe(Effect.provide(owner(Redacted.make(url))))
  }))

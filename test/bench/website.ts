import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { seededDatabase } from "./database.ts"
import { loadGenerator, memoryOf, server, type Server } from "./processes.ts"
import { print, verdict } from "./report.ts"
import { compare, type Result, warm } from "./rounds.ts"
import type { Scenario } from "./scenarios.ts"

const UNLIMITED = "1000000"
const PAGES = 10
const goals = { share: 0.8, first: 50, rss: 400, beside: 50 }

const get = (host: string, path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n`
const hostOf = (n: number) => `site-${n}.bench.example`
const pathOf = (n: number) => n === 0 ? "/" : `/page-${n}`

const blocks = JSON.stringify([
  { type: "hero", title: "Rooms that last", text: "We plan and furnish homes **for those who stay**.", layout: "beside", actions: [{ label: "Write to us", link: { url: "/page-2" } }] },
  ...Array.from({ length: 6 }, (_, n) => ({
    type: "text", heading: `Chapter ${n + 1}`, text: `${"First we *listen*, then we draw, and only then do we build what was drawn. ".repeat(6)}\n\n- We visit you\n- We draw\n- We build`
  })),
  { type: "questions", heading: "Questions", items: Array.from({ length: 5 }, (_, n) => ({ question: `How long does room ${n} take?`, answer: "A room takes **six weeks**." })) }
])

/** Companies that one statement makes: each of them takes locks of its own, of which a transaction has some thousands. */
const AT_ONCE = 500

/** Companies of these numbers, each with a host, a site and ten pages. */
const batch = Effect.fnUntraced(function*(from: number, to: number) {
  const sql = yield* SqlClient.SqlClient
  const made = sql`(select id, slug from companies where slug = any (select 'site-' || n from generate_series(${from}::int, ${to}::int) n))`
  yield* sql`insert into companies (name, tier, slug) select 'Site ' || n, 'starter', 'site-' || n from generate_series(${from}::int, ${to}::int) n`
  yield* sql`insert into hosts (company_id, host, proof, proved_at) select id, slug || '.bench.example', slug, now() from ${made} c`
  yield* sql`insert into site_settings (company_id, published) select id, true from ${made} c`
  yield* sql`insert into site_versions (company_id, version) select id, 1 from ${made} c`
  yield* sql`insert into pages (company_id, slug, path, title, published_path, revision, published_revision, published_at, first_published_at)
    select c.id, case when p = 0 then '' else 'page-' || p end, case when p = 0 then '/' else '/page-' || p end, 'Page ' || p,
      case when p = 0 then '/' else '/page-' || p end, 1, 1, now(), now() from ${made} c, generate_series(0, ${PAGES - 1}::int) p`
  yield* sql`insert into content_revisions (company_id, kind, document_id, number, content, made_by, version)
    select company_id, 'page', id, 1, jsonb_build_object('title', title, 'slug', slug, 'parent_id', null, 'locale', null, 'translation_of', null,
      'blocks', ${blocks}::jsonb, 'seo', '{}'::jsonb), '{"kind": "service", "id": null, "label": "bench"}', 1
    from pages p where company_id in (select id from ${made} c)`
})

/** So many of them. */
const sites = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  for (let from = 1; from <= count; from += AT_ONCE) yield* batch(from, Math.min(count, from + AT_ONCE - 1))
  yield* sql`analyze`
})

/** Pages of companies' sites: beside Fastify with the same bytes, after a publication, in number, and beside a site that everybody reads. */
export const websiteBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const timing = quick ? { rounds: 3, seconds: 1, warmUp: 3 } : { rounds: 7, seconds: 2, warmUp: 8 }
    const count = Number(process.env["SITES"] ?? (quick ? 1_000 : 10_000))
    const { url } = yield* seededDatabase(100)
    return yield* Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sites(count)
      say(`${count} sites of ${PAGES} pages`)
      const ours = yield* server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED
      })
      const theirs = yield* server("fastify", "./fastify-page.ts", { PAGE_LIKE: `http://127.0.0.1:${ours.port}/`, PAGE_HOST: hostOf(1) })
      const [load, other] = [yield* loadGenerator, yield* loadGenerator]
      const page: Scenario = {
        name: "a page, compressed", status: 200, kind: "any", server: "ours", ours: [get(hostOf(1), "/")], theirs: [get(hostOf(1), "/")], goal: goals.share, strays: 0,
        writes: false
      }
      yield* warm(load, { ours, theirs }, page, timing.warmUp)
      const result: Result = yield* compare(load, { ours, theirs }, page, 64, timing)
      say(`a page: ${result.ratio.toFixed(2)}`)

      const some = Math.min(count, quick ? 200 : 1_000)
      const homes = Array.from({ length: some }, (_, n) => get(hostOf(n + 1), "/"))
      const once = (requests: ReadonlyArray<string>, to: Server, rate?: number) => load({
        port: to.port, connections: 1, seconds: Math.max(1, requests.length / (rate ?? 200)), requests, firstNumber: 1, status: 200, kind: "any", strays: 0,
        ...rate !== undefined && { rate }
      })
      yield* once(homes, ours)
      yield* sql`update site_versions set version = version + 1`
      yield* Effect.sleep("1100 millis")
      const first = yield* once(homes, ours, 100)
      say(`after a publication: ${first.p99.toFixed(1)} ms`)

      const all = Array.from({ length: count * PAGES }, (_, n) => get(hostOf(Math.floor(n / PAGES) + 1), pathOf(n % PAGES)))
      const everything = yield* load({
        port: ours.port, connections: 16, seconds: quick ? 30 : 240, requests: all, firstNumber: 1, status: 200, kind: "any", strays: 0, rate: quick ? 400 : 450
      })
      const memory = memoryOf(ours.pid)
      say(`${everything.answered} pages: ${memory.rss.toFixed(0)} MiB`)

      const hot = other({ port: ours.port, connections: 64, seconds: 6, requests: [get(hostOf(1), "/")], firstNumber: 1, status: 200, kind: "any", strays: 0 })
      const [beside] = yield* Effect.all([
        Effect.delay(load({ port: ours.port, connections: 4, seconds: 4, requests: homes.slice(1), firstNumber: 1, status: 200, kind: "any", strays: 0, rate: 50 }), "1 second"),
        hot
      ], { concurrency: 2 })
      return [
        print({ results: [result], scale: [], memory: { ...memory, goal: goals.rss } }),
        `the first answer after a publication, ${some} sites: p50 ${first.p50.toFixed(1)}, p99 ${first.p99.toFixed(1)} ms, goal <= ${goals.first}: ${verdict(first.p99 <= goals.first)}`,
        `${count} sites of ${PAGES} pages, ${everything.answered} answers: ${memory.rss.toFixed(0)} MiB (peak ${memory.peak.toFixed(0)}), goal <= ${goals.rss}: ` +
          verdict(memory.peak <= goals.rss),
        `a site beside one that 64 connections read: p50 ${beside.p50.toFixed(1)}, p99 ${beside.p99.toFixed(1)} ms, goal p99 <= ${goals.beside}: ${verdict(beside.p99 <= goals.beside)}`,
        ""
      ].join("\n")
    }).pipe(Effect.provide(owner(Redacted.make(url))))
  }))

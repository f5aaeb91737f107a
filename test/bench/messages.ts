import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hashOf, random } from "#layers/auth/api-keys"
import { owner } from "#layers/database/connections"
import { one } from "#layers/kernel/sql"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import { twilioSignature } from "../providers/twilio-server.ts"
import { seededDatabase } from "./database.ts"
import { loadGenerator, type Load, type Server, server } from "./processes.ts"
import { verdict } from "./report.ts"
import { compare, median, warm } from "./rounds.ts"
import type { Scenario } from "./scenarios.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const UNLIMITED = "1000000"
const SID = "AC0123456789abcdef0123456789abcdef"
const TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
const SITE = "https://bench.example"
const INBOUND = "/api/v1/sms/inbound/twilio"
const OWN = "+12025550100"

/** Texts of the company that came in. */
interface Kept {
  readonly waiting: number
  readonly filed: number
}

const goals = { send: 0.8, inbound: 1_000, scale: 1.5 }
const PAIRS = 15
/** Server processes that send and create: from one to the next the ratio differs by a twentieth. */
const PROCESSES = 3

const request = (path: string, headers: ReadonlyArray<string>, body: string, length = body.length) =>
  [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", ...headers, `Content-Length: ${length}`, "", body].join("\r\n")

/** Of a body in which nine digits stand for their place. */
const posted = (path: string, key: string, value: object) => {
  const body = JSON.stringify(value)
  const headers = [`Authorization: Bearer ${key}`, "Content-Type: application/json", "Idempotency-Key: texts-{number}"]
  return request(path, headers, body, body.replaceAll("{number}", "000000000").length)
}
const got = (path: string, key: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** A text that comes in, as the provider signs it; each is another text, of one of 5,000 numbers. */
const incoming = (n: number) => {
  const fields = { MessageSid: `SM${n}`, From: `+1312${String(2_000_000 + n % 5_000)}`, To: OWN, Body: "Is my bicycle ready?", NumMedia: "0" }
  return request(INBOUND, ["Content-Type: application/x-www-form-urlencoded", `X-Twilio-Signature: ${twilioSignature(TOKEN, `${SITE}${INBOUND}`, fields)}`],
    new URLSearchParams(fields).toString())
}

const own = Effect.fnUntraced(function*(company: number) {
  const sql = yield* SqlClient.SqlClient
  const key = makeKey("test", random)
  yield* sql`insert into api_keys ${sql.insert({
    company_id: company, hash: hashOf(key), prefix: prefixOf(key), label: "bench test", mode: "test", scopes: ["messages:write", "crm:write"]
  })}`
  yield* sql`insert into phone_numbers ${sql.insert({
    company_id: company, livemode: true, phone: OWN, state: "active", provider: "twilio", country: "US", messages_per_second: 1,
    unknown_senders: "keep_apart", capabilities: ["sms"], routing: JSON.stringify(usualRouting), voicemail: JSON.stringify(usualVoicemail),
    recording: JSON.stringify(usualRecording), registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null })
  })}`
  return key
})

/** A company with so many texts, twenty in each conversation. */
const texted = Effect.fnUntraced(function*(name: string, count: number) {
  const sql = yield* SqlClient.SqlClient
  const seeded = yield* seed(name, 10)
  yield* sql`insert into sms_threads (company_id, own_phone, phone, unread, last_message, last_direction, livemode, last_message_at)
    select ${seeded.company}, ${OWN}, '+1312' || (2000000 + n), n % 3, 'Is my bicycle ready?', 'inbound', true, now() - make_interval(secs => n)
    from generate_series(1, ${count / 20}::int) n`
  yield* sql`insert into sms_messages (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, provider, livemode, created_at)
    select ${seeded.company}, t.id, case when m % 2 = 0 then 'outbound' else 'inbound' end, case when m % 2 = 0 then 'delivered' else 'received' end,
      ${OWN}, t.phone, 'Is my bicycle ready?', 'GSM-7', 1, 'twilio', true, now() - make_interval(secs => m)
    from generate_series(1, 20) m, sms_threads t where t.company_id = ${seeded.company}`
  return seeded
})

/** The same page of a company with ten thousand texts and of one with many more, by turns, on one connection. */
const scaled = Effect.fnUntraced(function*(load: Load, { port }: Server, path: string, small: Seeded, large: Seeded) {
  const latency = ({ key }: Seeded) =>
    Effect.map(load({ port, connections: 1, seconds: 0.4, requests: [got(path, key)], firstNumber: 0, status: 200, kind: "any", strays: 0 }), ({ p50 }) => p50)
  for (const one of [small, large, small, large]) yield* latency(one)
  const pairs = yield* Effect.forEach(Array.from({ length: PAIRS }), () => Effect.all({ small: latency(small), large: latency(large) }))
  const of = (which: "small" | "large") => median(pairs.map((pair) => pair[which]))
  return { small: of("small"), large: of("large"), ratio: median(pairs.map(({ large, small }) => large / small)) }
})

/** Texts: sent beside contacts that are made, taken as a provider hands them over, and listed among few and many. */
export const messagesBench = (say: (text: string) => void, quick: boolean) =>
  Effect.scoped(Effect.gen(function*() {
    const timing = quick ? { rounds: 3, seconds: 1, warmUp: 3 } : { rounds: 7, seconds: 2, warmUp: 8 }
    const count = Number(process.env["MESSAGES"] ?? (quick ? 100_000 : 1_000_000))
    const { seeded, url } = yield* seededDatabase(1_000)
    return yield* Effect.gen(function*() {
      const key = yield* own(seeded.company)
      const [small, large] = [yield* texted("Few", 10_000), yield* texted("Many", count)]
      yield* settle
      say(`${count} texts`)
      const started = server("ours", "./ours.ts", {
        DATABASE_URL: url, DATABASE_POOL: "16", PORT: "0", LOG_LEVEL: "info", PUBLIC_RATE_LIMIT: UNLIMITED, COMPANY_RATE_LIMIT: UNLIMITED,
        TWILIO_ACCOUNT_SID: SID, TWILIO_AUTH_TOKEN: TOKEN, SITE_URL: SITE
      })
      const load = yield* loadGenerator
      const sending: Scenario = {
        name: "send_sms beside create_contact", status: 201, kind: "any", server: "ours", goal: goals.send, strays: 0, writes: true,
        ours: [posted("/api/v1/sms/send", key, { to_phone: "+8613{number}", message: "Your bicycle stands ready. We are open until 18:00." })],
        theirs: [posted("/api/v1/crm/contacts", key, { first_name: "Grace", last_name: "Hopper", email: "grace.{number}@navy.example", phone: "+12025550123" })]
      }
      const all = yield* Effect.replicateEffect(Effect.scoped(Effect.gen(function*() {
        const both = yield* Effect.map(started, (ours) => ({ ours, theirs: ours }))
        yield* warm(load, both, sending, timing.warmUp)
        const beside = yield* compare(load, both, sending, 16, timing)
        say(`send_sms: ${beside.ours.perSecond.toFixed(0)} a second, ${beside.ratio.toFixed(2)} of create_contact`)
        return beside
      })), quick ? 1 : PROCESSES)
      const beside = all.toSorted((a, b) => a.ratio - b.ratio)[all.length >> 1]!

      const ours = yield* started
      const seconds = quick ? 5 : 15
      const texts = Array.from({ length: seconds * 3_000 }, (_, n) => incoming(n))
      const taken = yield* load({
        port: ours.port, connections: 32, seconds, requests: texts, firstNumber: 0, status: 202, kind: "any", strays: 0
      })
      const sql = yield* SqlClient.SqlClient
      const kept = one(sql<Kept>`select (select count(*)::int from sms_inbox where company_id = ${seeded.company}) as waiting,
        (select count(*)::int from sms_messages where company_id = ${seeded.company} and direction = 'inbound') as filed`)
      const { filed, waiting } = yield* kept
      const rate = taken.completed / taken.elapsed
      say(`inbound: ${rate.toFixed(0)} a second, ${waiting} not in their conversations yet`)
      const over = performance.now()
      const atLast = yield* Effect.repeat(Effect.delay(kept, "100 millis"), { until: (now) => now.waiting === 0 })
      const late = (performance.now() - over) / 1_000

      const lists = yield* Effect.forEach(["/api/v1/sms/messages?limit=50", "/api/v1/sms/threads?limit=50"], (path) =>
        Effect.map(scaled(load, ours, path, small, large), (found) => ({ path, ...found })))
      return [
        "",
        `send_sms (test key): ${beside.ours.perSecond.toFixed(0)}/s, p50 ${beside.ours.p50.toFixed(1)} ms; create_contact: ${beside.theirs.perSecond.toFixed(0)}/s, ` +
          `p50 ${beside.theirs.p50.toFixed(1)} ms; median of ${all.map(({ ratio }) => ratio.toFixed(2)).join(", ")} in so many processes: ${beside.ratio.toFixed(2)}, goal >= ${goals.send}: ${verdict(beside.ratio >= goals.send)}`,
        `texts taken from the provider: ${rate.toFixed(0)}/s, p50 ${taken.p50.toFixed(1)}, p99 ${taken.p99.toFixed(1)} ms, ${taken.answered} answered and ${filed + waiting} kept, ` +
          `all ${atLast.filed} in their conversations ${late.toFixed(1)} s later, ` +
          `goal >= ${goals.inbound}/s: ${verdict(rate >= goals.inbound && filed + waiting >= taken.answered && atLast.filed >= taken.answered)}`,
        ...lists.map(({ large, path, ratio, small }) =>
          `${path}: ${small.toFixed(2)} ms among 10,000 texts, ${large.toFixed(2)} ms among ${count}: ${ratio.toFixed(2)} x, goal <= ${goals.scale}: ${verdict(ratio <= goals.scale)}`),
        ""
      ].join("\n")
    }).pipe(Effect.provide(owner(Redacted.make(url))))
  }))

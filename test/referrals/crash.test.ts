import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { migratedHome, run, serve } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { asPerson } from "./follow-link.ts"

const ROUNDS = 3
const AT_ONCE = 8

const inside = <A, E>(data: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

const call = async (port: number, from: string, tool: string, args: object) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ type: "call_tool", tool, arguments: args })
  })
  const { data, success } = await response.json() as any
  assert.isTrue(success)
  return data
}

const follow = async (port: number, from: string, code: string) => {
  const { status } = await fetch(`http://127.0.0.1:${port}/r/${code}`, { redirect: "manual", headers: { ...asPerson, "x-forwarded-for": from } })
  assert.strictEqual(status, 302)
}

interface Acknowledged {
  readonly codes: Array<string>
  readonly visits: Map<string, number>
  readonly companies: Array<string>
}

/** Refers, visits and asks for demos without end until the service is killed; keeps what was answered. */
const round = Effect.fnUntraced(function*(n: number, seen: Acknowledged, begun: Map<string, number>, variables: Record<string, string>) {
  const service = yield* serve(variables)
  const stop = new AbortController()
  let answered = 0
  const sender = async (sender: number) => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const from = `10.${n}.${sender}.${turn % 250}`
      try {
        const { code } = await call(service.port, from, "create_ai_referral", { ai_platform: "claude" })
        seen.codes.push(code)
        const target = seen.codes[(turn * 7) % seen.codes.length]!
        begun.set(target, (begun.get(target) ?? 0) + 1)
        await follow(service.port, `172.${16 + n}.${sender}.${turn % 250}`, target)
        seen.visits.set(target, (seen.visits.get(target) ?? 0) + 1)
        const company_name = `C${n}-${sender}-${turn}`
        await call(service.port, from, "schedule_demo", { company_name })
        seen.companies.push(company_name)
        answered++
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    }
  }
  const senders = Array.from({ length: AT_ONCE }, (_, one) => sender(one))
  yield* Effect.suspend(() => Effect.succeed(answered > AT_ONCE)).pipe(
    Effect.repeat({ until: (enough) => enough, schedule: Schedule.spaced("2 millis") }), Effect.timeout("90 seconds")
  )
  yield* Effect.sleep((n * 37) % 100)
  stop.abort()
  service.signal("SIGKILL")
  yield* service.ended
  yield* Effect.promise(() => Promise.all(senders))
}, Effect.scoped)

it.live(`kill -9 loses no referral, no visit and no lead that was answered, and makes no lead two contacts, ${ROUNDS} times`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const data = dataOf(folder)
    const variables = {
      DATA_DIR: folder, LOG_LEVEL: "error", PUBLIC_RATE_LIMIT: "1000000", PUBLIC_WRITES_PER_DAY: "1000000", OPERATOR_COMPANY: "1", TRUSTED_PROXIES: "1"
    }
    const made = yield* run(["bootstrap", "--company", "Operator", "--owner-email", "o@x.example", "--json"], variables)
    assert.strictEqual(made.code, 0, made.err)
    const seen: Acknowledged = { codes: [], visits: new Map(), companies: [] }
    const begun = new Map<string, number>()
    for (let n = 0; n < ROUNDS; n++) yield* round(n, seen, begun, variables)

    yield* Effect.scoped(Effect.gen(function*() {
      yield* serve(variables)
      const left = Effect.flatMap(OwnerSql, (sql) =>
        Effect.map(sql<{ n: number }>`select count(*) as n from operator.leads where status = 'recorded'`, ([row]) => row!.n))
      yield* inside(data, left.pipe(Effect.repeat({ until: (n) => n === 0, schedule: Schedule.spaced("200 millis") }), Effect.timeout("60 seconds")))
      const found = yield* inside(data, Effect.flatMap(OwnerSql, (sql) => Effect.all({
        referrals: sql<{ code: string; visits: number }>`select code, visits from operator.referrals`,
        contacts: sql<{ name: string; n: number; tasks: number; receipts: number; events: number }>`
          select c.company_name as name, count(*) as n,
            (select count(*) from tasks t where t.contact_id = min(c.id)) as tasks,
            (select count(*) from receipts r where r.verb = 'receive_lead' and r.changes->0->>'id' = min(c.id)::text) as receipts,
            (select count(*) from events e where e.kind = 'contact.created' and e.data->'object'->>'id' = min(c.id)::text) as events
          from contacts c where c.company_id = 1 group by c.company_name`,
        leads: sql<{ n: number }>`select count(*) as n from operator.leads`
      })))
      const visits = new Map(found.referrals.map(({ code, visits }) => [code, visits]))
      for (const code of seen.codes) {
        assert.isTrue(visits.has(code), `the referral ${code} was answered and is lost`)
        assert.isAtLeast(visits.get(code)!, seen.visits.get(code) ?? 0, `visits of ${code}`)
        assert.isAtMost(visits.get(code)!, begun.get(code) ?? 0, `visits of ${code}`)
      }
      const contacts = new Map(found.contacts.map((one) => [one.name, one]))
      for (const name of seen.companies) assert.isTrue(contacts.has(name), `the lead ${name} was answered and is lost`)
      for (const { name, ...counts } of found.contacts) assert.deepStrictEqual(counts, { n: 1, tasks: 1, receipts: 1, events: 1 }, name)
      assert.strictEqual(found.leads[0]!.n, contacts.size)
      yield* Effect.promise(() => annotate(`${seen.codes.length} referrals, ${seen.companies.length} leads answered; ${contacts.size} contacts`))
    }))

    const quiet = { DATA_DIR: folder, LOG_LEVEL: "error" }
    const listed = yield* run(["leads"], quiet)
    assert.deepStrictEqual([listed.code, listed.out.trim()], [0, "No lead waits."], listed.err)
    const demo = yield* Effect.scoped(Effect.gen(function*() {
      const { port } = yield* serve({ ...quiet, TRUSTED_PROXIES: "1" })
      return yield* Effect.promise(() => call(port, "10.9.9.9", "schedule_demo", { company_name: "Esc\u001b[31m\u009b31m\u202e" }))
    }))
    const text = yield* run(["leads"], quiet)
    assert.include(text.out, demo.reference)
    for (const steering of ["\u001b", "\u009b", "\u202e"]) assert.notInclude(text.out, steering)
    const lines = yield* run(["leads", "--json"], quiet)
    for (const steering of ["\u001b", "\u009b", "\u202e"]) assert.notInclude(lines.out, steering)
    assert.deepInclude(JSON.parse(lines.out), { reference: demo.reference, origin: "schedule_demo" })
  }))

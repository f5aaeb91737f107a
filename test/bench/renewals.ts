import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hashOf, random } from "#layers/auth/api-keys"
import { makeKey, prefixOf } from "#schemas/kernel/api-key"
import { scopes } from "#schemas/kernel/tenancy"
import type { Load, Server } from "./processes.ts"
import { verdict } from "./report.ts"
import type { Seeded } from "./seed.ts"

const GOAL = { subscriptions: 10_000, seconds: 120, p99: 200 }
const CONNECTIONS = 16
/** How long each load beside the renewals takes, in seconds. */
const BESIDE = 5

/** A test key of the company: its clock is ours to advance. */
const testKey = Effect.fnUntraced(function*({ company }: Seeded) {
  const sql = yield* SqlClient.SqlClient
  const key = makeKey("test", random)
  const [made] = yield* sql<{ id: number }>`insert into api_keys ${
    sql.insert({ company_id: company, hash: hashOf(key), prefix: prefixOf(key), label: "bench", mode: "test", scopes: [...scopes] })
  } returning id`
  yield* sql`insert into standing_consents ${sql.insert({ company_id: company, key_id: made!.id, verb: "create_subscription", agents: false })}`
  return key
})

const post = ({ port }: Server, key: string) => (path: string, body: object) =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: "POST", headers: { "authorization": `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify(body)
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return await answer.json() as { readonly id: number }
  })

/** Subscriptions whose first period ends in the same minute: how long until each is billed, and what others wait for meanwhile. */
export const renewals = Effect.fnUntraced(function*(service: Server, load: Load, seeded: Seeded, contacts: string, count: number, say: (text: string) => void) {
  const sql = yield* SqlClient.SqlClient
  const send = post(service, yield* testKey(seeded))
  const { id: plan_id } = yield* send("/gateway/plans", { name: "Bench", amount: 1_000, interval: "month" })
  yield* Effect.forEach(Array.from({ length: count }), () => send("/gateway/subscriptions", { contact_id: seeded.firstId, plan_id }),
    { concurrency: CONNECTIONS, discard: true })
  say(`${count} subscriptions`)
  const [due] = yield* sql<{ at: string }>`
    select max(period_end) + interval '1 second' as at from subscriptions where company_id = ${seeded.company}`
  const began = performance.now()
  yield* send("/workflows/test-clock", { to: due!.at })
  const billed = Effect.map(
    sql<{ n: number }>`select count(*)::int as n from invoices where company_id = ${seeded.company} and not livemode and finalized_at is not null`,
    ([row]) => row!.n - count
  )
  const waits: Array<number> = []
  let done = 0
  while (done < count) {
    const { p99 } = yield* load({ port: service.port, connections: 2, seconds: BESIDE, requests: [contacts], firstNumber: 1, status: 200, kind: "any", strays: 0, rate: 20 })
    waits.push(p99)
    done = yield* billed
  }
  const [last] = yield* sql<{ seconds: number }>`select extract(epoch from max(created_at) - min(created_at))::float8 as seconds from (
    select created_at from events where company_id = ${seeded.company} and not livemode and kind = 'subscription.renewed') e`
  const took = Math.min(last!.seconds, (performance.now() - began) / 1_000)
  const [perSecond, worst] = [count / took, Math.max(...waits)]
  return [
    `${count} subscriptions due at once: billed in ${took.toFixed(0)} s, ${perSecond.toFixed(0)} a second, ` +
    `goal >= ${(GOAL.subscriptions / GOAL.seconds).toFixed(0)}: ${verdict(perSecond >= GOAL.subscriptions / GOAL.seconds)}`,
    `a page of contacts meanwhile: ${worst.toFixed(0)} ms at p99, goal <= ${GOAL.p99}: ${verdict(worst <= GOAL.p99)}`
  ]
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { dataOf } from "#layers/database-url"
import { attach } from "#layers/embedded-postgres/attach"
import { OwnerSql } from "../support/database.ts"
import { eventNumbers, faultsOfChain, settled } from "../support/journal.ts"
import { command, serving } from "../support/process.ts"

const ROUNDS = 20
const AT_ONCE = 16

/** One create as its sender knows it: `acknowledged` is the answer, if one came. */
interface Attempt {
  readonly email: string
  readonly key: string
  acknowledged: string | undefined
}

interface Kept {
  readonly email: string
  readonly contacts: number
  readonly receipts: number
  readonly events: number
  readonly answers: number
}

/** Processes that have this folder as their database. */
const postgresOn = (data: string) =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8")
      return line.includes("postgres") && line.includes(data)
    } catch {
      return false
    }
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const gone = async (data: string) => {
  for (let waited = 0; postgresOn(data).length > 0; waited += 20) {
    assert.isBelow(waited, 10_000, `PostgreSQL is left behind: ${postgresOn(data).join()}`)
    await pause(20)
  }
}

const create = async (port: number, secret: string, { email, key }: Attempt) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/crm/contacts`, {
    method: "POST",
    headers: { "authorization": `Bearer ${secret}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ email, first_name: "Crash" })
  })
  assert.strictEqual(response.status, 201)
  return response.text()
}

/** Looks into the database of the service that runs, as its owner. */
const inside = <A, E>(data: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.runPromise)

/** What is there of each attempt, whatever the service would say. */
const kept = Effect.gen(function*() {
  const sql = yield* OwnerSql
  const rows = yield* sql<Kept>`
    with emails as (
      select email from contacts where first_name = 'Crash'
      union select changes->0->'after'->>'email' from receipts where verb = 'create_contact'
      union select data->'object'->>'email' from events where kind = 'contact.created'
      union select body::jsonb->>'email' from idempotency_keys)
    select email,
      (select count(*) from contacts c where c.email = e.email) as contacts,
      (select count(*) from receipts r where r.changes->0->'after'->>'email' = e.email) as receipts,
      (select count(*) from events v where v.data->'object'->>'email' = e.email) as events,
      (select count(*) from idempotency_keys k where k.body::jsonb->>'email' = e.email) as answers
    from emails e`
  return new Map(rows.map((row) => [row.email, row]))
})

const whole = { contacts: 1, receipts: 1, events: 1, answers: 1 }

describe("kill -9 during creates", () => {
  it(`loses nothing that was acknowledged and does nothing by halves, ${ROUNDS} times`, { timeout: 240_000 }, async ({ annotate }) => {
    const home = mkdtempSync(join(tmpdir(), "crash-"))
    chmodSync(home, 0o755)
    const settings = { DATA_DIR: home, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8" }
    const data = dataOf(home)
    try {
      const made = command(
        ["bootstrap", "--company", "Crash", "--owner-email", "crash@x.example", "--tier", "enterprise", "--json"], settings
      )
      assert.strictEqual(made.status, 0, made.stderr)
      const secret: string = JSON.parse(made.stdout).keys.live
      const attempts: Array<Attempt> = []
      let cutOff = 0

      for (let round = 0; round < ROUNDS; round++) {
        const service = await serving(settings)
        const stop = new AbortController()
        const last: Array<Attempt> = []
        const sender = async (n: number) => {
          for (let turn = 0; !stop.signal.aborted; turn++) {
            const attempt: Attempt = {
              email: `r${round}-${n}-${turn}@crash.example`, key: `crash-${round}-${n}-${turn}`, acknowledged: undefined
            }
            attempts.push(attempt)
            last[n] = attempt
            try {
              attempt.acknowledged = await create(service.port, secret, attempt)
            } catch (error) {
              if (!stop.signal.aborted) throw error
            }
          }
        }
        const senders = Array.from({ length: AT_ONCE }, (_, n) => sender(n))
        await pause(60 + (round * 37) % 200)
        stop.abort()
        assert.strictEqual(await service.end("SIGKILL"), "SIGKILL")
        await Promise.all(senders)
        cutOff += last.filter(({ acknowledged }) => acknowledged === undefined).length
        await gone(data)
      }

      const service = await serving(settings)
      const found = await inside(data, kept)
      for (const { acknowledged, email } of attempts) {
        const row = found.get(email)
        if (acknowledged !== undefined) assert.isDefined(row, `${email} was acknowledged and is lost`)
        if (row !== undefined) assert.deepStrictEqual(row, { email, ...whole })
      }
      assert.isAbove(attempts.length - cutOff, ROUNDS * 2, "enough were acknowledged for this to mean something")
      assert.isAbove(cutOff, ROUNDS, "enough were cut off for this to mean something")

      const unsure = attempts.filter(({ acknowledged }) => acknowledged === undefined)
      for (const attempt of [...unsure, ...attempts.slice(-AT_ONCE * 2)]) {
        const answer = await create(service.port, secret, attempt)
        if (attempt.acknowledged !== undefined) assert.strictEqual(answer, attempt.acknowledged)
      }
      const after = await inside(data, kept)
      for (const { email } of attempts) assert.deepStrictEqual(after.get(email), { email, ...whole })
      assert.strictEqual(after.size, attempts.length)

      const { faults, length } = await inside(data, Effect.andThen(settled, faultsOfChain(1)))
      assert.deepStrictEqual([length, faults], [attempts.length, []])
      assert.deepStrictEqual(await inside(data, eventNumbers(1)), Array.from({ length }, (_, n) => n + 1))
      await annotate(`${attempts.length - cutOff} acknowledged, ${cutOff} cut off`)

      assert.strictEqual(await service.end("SIGTERM"), 0)
      await gone(data)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})

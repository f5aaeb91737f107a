import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { migratedHome, run, serve } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { eventNumbers, faultsOfChain, settled } from "../support/journal.ts"
import { rounds } from "../support/rounds.ts"

const ROUNDS = rounds(5, 20)
const AT_ONCE = 16
/** How many answers a service gives before it may be killed. */
const ANSWERS = 3

type Variables = Parameters<typeof serve>[0]

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

const gone = (data: string) =>
  Effect.suspend(() => Effect.succeed(postgresOn(data))).pipe(
    Effect.repeat({ until: (left) => left.length === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOrElse({
      duration: "10 seconds",
      orElse: () => Effect.die(new Error(`PostgreSQL is left behind: ${postgresOn(data).join()}`))
    })
  )

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
  }).pipe(Effect.scoped, Effect.orDie)

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

/** Sends creates without end, `AT_ONCE` at a time, until the service is killed; tells how many were cut off. */
const round = Effect.fnUntraced(function*(n: number, secret: string, attempts: Array<Attempt>, variables: Variables) {
  const service = yield* serve(variables)
  const stop = new AbortController()
  const before = attempts.length
  const last: Array<Attempt> = []
  const sender = async (sender: number) => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const name = `${n}-${sender}-${turn}`
      const attempt: Attempt = { email: `r${name}@crash.example`, key: `crash-${name}`, acknowledged: undefined }
      attempts.push(attempt)
      last[sender] = attempt
      try {
        attempt.acknowledged = await create(service.port, secret, attempt)
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    }
  }
  const senders = Array.from({ length: AT_ONCE }, (_, n) => sender(n))
  /* On a busy machine the first answers may take longer than all that follows. */
  yield* Effect.suspend(() => Effect.succeed(attempts.length >= before + AT_ONCE + ANSWERS)).pipe(
    Effect.repeat({ until: (answered) => answered, schedule: Schedule.spaced("2 millis") }), Effect.timeout("90 seconds")
  )
  yield* Effect.sleep((n * 37) % 200)
  stop.abort()
  service.signal("SIGKILL")
  assert.strictEqual((yield* service.ended).signal, "SIGKILL")
  yield* Effect.promise(() => Promise.all(senders))
  return last.filter(({ acknowledged }) => acknowledged === undefined).length
}, Effect.scoped)

it.live(`kill -9 during creates loses nothing and does nothing by halves, ${ROUNDS} times`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables = { DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8", LOG_LEVEL: "error" }
    const data = dataOf(folder)
    const made = yield* run(
      ["bootstrap", "--company", "Crash", "--owner-email", "crash@x.example", "--tier", "enterprise", "--json"], variables
    )
    assert.strictEqual(made.code, 0, made.err)
    const secret: string = JSON.parse(made.out).keys.live
    const attempts: Array<Attempt> = []
    let cutOff = 0
    for (let n = 0; n < ROUNDS; n++) {
      cutOff += yield* round(n, secret, attempts, variables)
      yield* gone(data)
    }

    yield* Effect.scoped(Effect.gen(function*() {
      const service = yield* serve(variables)
      const found = yield* inside(data, kept)
      for (const { acknowledged, email } of attempts) {
        const row = found.get(email)
        if (acknowledged !== undefined) assert.isDefined(row, `${email} was acknowledged and is lost`)
        if (row !== undefined) assert.deepStrictEqual(row, { email, ...whole })
      }
      assert.isAbove(attempts.length - cutOff, ROUNDS * 2, "enough were acknowledged for this to mean something")
      assert.isAbove(cutOff, ROUNDS, "enough were cut off for this to mean something")

      const unsure = attempts.filter(({ acknowledged }) => acknowledged === undefined)
      for (const attempt of [...unsure, ...attempts.slice(-AT_ONCE * 2)]) {
        const answer = yield* Effect.promise(() => create(service.port, secret, attempt))
        if (attempt.acknowledged !== undefined) assert.strictEqual(answer, attempt.acknowledged)
      }
      const after = yield* inside(data, kept)
      for (const { email } of attempts) assert.deepStrictEqual(after.get(email), { email, ...whole })
      assert.strictEqual(after.size, attempts.length)

      const { faults, length } = yield* inside(data, Effect.andThen(settled, faultsOfChain(1)))
      assert.deepStrictEqual([length, faults], [attempts.length, []])
      assert.deepStrictEqual(yield* inside(data, eventNumbers(1)), Array.from({ length }, (_, n) => n + 1))
    }))
    yield* gone(data)
    yield* Effect.promise(() => annotate(`${attempts.length - cutOff} acknowledged, ${cutOff} cut off`))
  }))

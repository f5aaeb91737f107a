import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { migratedHome, run, serve, type Service } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { faultsOfChain, settled } from "../support/journal.ts"
import { rounds } from "../support/rounds.ts"

const ROUNDS = rounds(4, 12)
const AT_ONCE = 8

type Variables = Parameters<typeof serve>[0]

/** How far a climber got, as it knows: what was answered before the service died. */
interface Climb {
  readonly contact: number
  consent: number | undefined
  confirmation: string | undefined
  done: boolean
}

/** What there is of a climb, whatever the service would say. */
interface Kept {
  readonly contact: number
  readonly consents: number
  readonly state: string | null
  readonly deleted: number
  readonly receipts: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
  readonly runs: number
}

/** Looks into the database of the service that runs, as its owner. */
const inside = <A, E>(data: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

const ask = async (port: number, secret: string, method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, headers: { authorization: `Bearer ${secret}`, ...headers } })
  return { status: response.status, json: await response.json() as any }
}

/** Goes on from wherever it got, as somebody does who does not know what became of the last step. */
const climb = async (port: number, asker: string, person: string, step: Climb) => {
  const path = `/crm/contacts/${step.contact}`
  if (step.consent === undefined) {
    const { json, status } = await ask(port, asker, "DELETE", path)
    assert.strictEqual(status, 428, JSON.stringify(json))
    step.consent = json.consent.id as number
  }
  if (step.confirmation === undefined) {
    const { json: seen } = await ask(port, person, "GET", `/agent/consents/${step.consent}/preview`)
    assert.strictEqual(seen.changes.length, 1, JSON.stringify(seen))
    const { json, status } = await ask(port, person, "POST", `/agent/consents/${step.consent}/approve`)
    assert.strictEqual(status, 200, JSON.stringify(json))
    step.confirmation = json.confirmation as string
  }
  const { json, status } = await ask(port, asker, "DELETE", path, { "x-service-confirmation": step.confirmation })
  if (status === 409) assert.include(json.message, "was used")
  else assert.strictEqual(status, 200, JSON.stringify(json))
  step.done = true
}

const kept = (contacts: ReadonlyArray<number>) =>
  Effect.gen(function*() {
    const sql = yield* OwnerSql
    const rows = yield* sql<Kept>`
      select c.id as contact,
        (select count(*) from consents k where (k.input::jsonb->>'id')::bigint = c.id) as consents,
        (select max(state) from consents k where (k.input::jsonb->>'id')::bigint = c.id) as state,
        (select count(*) from receipts r where r.verb = 'delete_contact' and r.changes->0->>'id' = c.id::text) as deleted,
        coalesce((select array_agg(r.verb order by r.id) from receipts r, consents k
          where (k.input::jsonb->>'id')::bigint = c.id and r.consent->>'id' = k.id::text), '{}') as receipts,
        coalesce((select array_agg(e.kind order by e.id) from events e, consents k
          where (k.input::jsonb->>'id')::bigint = c.id and e.kind like 'consent.%' and e.data->'object'->>'id' = k.id::text), '{}') as events,
        (select count(*) from workflow_runs r, consents k where (k.input::jsonb->>'id')::bigint = c.id and r.id = k.run_id) as runs
      from contacts c where c.id = any(${[...contacts]}::bigint[])`
    return new Map(rows.map((row) => [row.contact, row]))
  })

it.live(`kill -9 at any step of the consent ladder loses no step and takes none twice, ${ROUNDS} times`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const variables: Variables = { DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8", LOG_LEVEL: "error" }
    const data = dataOf(folder)
    const made = yield* run(["bootstrap", "--company", "Climb", "--owner-email", "c@x.example", "--tier", "enterprise", "--json"], variables)
    assert.strictEqual(made.code, 0, made.err)
    const asker: string = JSON.parse(made.out).keys.live
    const olga = yield* run(["key", "--company", "1", "--mode", "live", "--label", "Olga", "--scopes", "consents:approve,agents:read"], variables)
    assert.strictEqual(olga.code, 0, olga.err)
    const person = olga.out.trim()
    const climbs: Array<Climb> = []
    const cutAt = { propose: 0, approve: 0, execute: 0 }

    const newClimb = async (port: number) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/crm/contacts`, {
        method: "POST",
        headers: { authorization: `Bearer ${asker}`, "content-type": "application/json" },
        body: JSON.stringify({ first_name: "Climb" })
      })
      const { id } = await response.json() as { id: number }
      const made: Climb = { contact: id, consent: undefined, confirmation: undefined, done: false }
      climbs.push(made)
      return made
    }

    /** Climbs without end, `AT_ONCE` at a time, until the service is killed. */
    const round = Effect.fnUntraced(function*(n: number) {
      const service = yield* serve(variables)
      const stop = new AbortController()
      const begun = Promise.withResolvers<void>()
      const climber = async () => {
        while (!stop.signal.aborted) {
          let current: Climb | undefined
          try {
            current = await newClimb(service.port)
            begun.resolve()
            await climb(service.port, asker, person, current)
          } catch (error) {
            if (!stop.signal.aborted) throw error
            if (current !== undefined) cutAt[current.consent === undefined ? "propose" : current.confirmation === undefined ? "approve" : "execute"]++
          }
        }
      }
      const climbers = Array.from({ length: AT_ONCE }, climber)
      /* However slow the machine, there is something to cut off. */
      yield* Effect.promise(() => Promise.race([begun.promise, Promise.all(climbers)]))
      yield* Effect.sleep((n * 53) % 240)
      stop.abort()
      service.signal("SIGKILL")
      assert.strictEqual((yield* service.ended).signal, "SIGKILL")
      yield* Effect.promise(() => Promise.all(climbers))
    }, Effect.scoped)

    for (let n = 0; n < ROUNDS; n++) yield* round(n)

    yield* Effect.scoped(Effect.gen(function*() {
      const service: Service = yield* serve(variables)
      const found = yield* inside(data, kept(climbs.map(({ contact }) => contact)))
      for (const { consent, contact, done } of climbs) {
        const row = found.get(contact)!
        /* Each step is whole or was not taken: the row, its receipt, its event and the run that watches it. */
        assert.strictEqual(row.runs, row.consents)
        assert.isAtMost(row.consents, 1)
        if (consent !== undefined) assert.strictEqual(row.consents, 1, `consent ${consent} was acknowledged and is lost`)
        if (done) assert.strictEqual(row.state, "executed")
        const steps = row.state === null ? 0 : row.state === "executed" ? 3 : row.state === "approved" ? 2 : 1
        assert.deepStrictEqual(row.receipts, ["request_consent", "approve_consent", "delete_contact"].slice(0, steps))
        assert.deepStrictEqual(row.events, ["consent.requested", "consent.approved", "consent.executed"].slice(0, steps))
        assert.strictEqual(row.deleted, steps === 3 ? 1 : 0)
      }
      const unsure = climbs.filter(({ done }) => !done)
      for (const step of unsure) {
        const row = found.get(step.contact)!
        /* Whoever does not know asks again; what was done shows as a contact that is gone. */
        if (row.state === "executed" && step.confirmation === undefined) continue
        yield* Effect.promise(() => climb(service.port, asker, person, step))
      }
      const after = yield* inside(data, kept(climbs.map(({ contact }) => contact)))
      for (const { contact } of climbs) {
        const { consents, deleted, state } = after.get(contact)!
        assert.deepStrictEqual([consents, state, deleted], [1, "executed", 1], `contact ${contact}`)
      }
      const { faults } = yield* inside(data, Effect.andThen(settled, faultsOfChain(1)))
      assert.deepStrictEqual(faults, [])
      yield* inside(data, OwnerSql.use((sql) => sql<{ n: number }>`
        select count(*) as n from workflow_runs where workflow = 'agents.consent' and finished_at is null`)).pipe(
          Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("200 millis") }),
          Effect.timeout("60 seconds")
        )
    }))
    const done = climbs.filter(({ done }) => done).length
    yield* Effect.promise(() => annotate(`${climbs.length} climbs, cut off at: ${JSON.stringify(cutAt)}, ${done} done in the end`))
    assert.isAbove(cutAt.propose + cutAt.approve + cutAt.execute, ROUNDS, "enough were cut off for this to mean something")
  }))

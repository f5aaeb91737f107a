import { resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { owner } from "#layers/database/connections"
import { started } from "../contract/bodies/started.ts"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { type Key, secrets, seed } from "../support/test-server.ts"

const HOUR_MS = 3_600_000

const service = started({}, resolve(import.meta.dirname, "agent-child.ts"))
type Service = Effect.Success<typeof service>

const callOf = ({ port }: Service) => (path: string, key: Key, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      headers: { authorization: `Bearer ${secrets[key]}`, "content-type": "application/json" },
      ...body !== undefined && { method: "POST", body: JSON.stringify(body) }
    })
    return { status: response.status, json: await response.json() as any }
  })

/** Lets a process work until something is so, and kills it there and then. */
const killed = <A, E, R>(work: (call: ReturnType<typeof callOf>) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(service, (made) => Effect.tap(work(callOf(made)), () => Effect.promise(made.kill))))

/** Holds a lock of the database, until it is let go. */
const holding = (lock: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.gen(function*() {
    const url = yield* DatabaseUrl
    const [held, end] = [yield* Latch.make(), yield* Latch.make()]
    const fiber = yield* Effect.forkScoped(
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(Effect.orDie(lock(sql)).pipe(Effect.andThen(held.open), Effect.andThen(end.await)))).pipe(Effect.provide(owner(url)), Effect.orDie)
    )
    yield* held.await
    return Effect.andThen(end.open, Fiber.await(fiber))
  })

interface Row {
  readonly status: string
  readonly consent_id: number | null
  readonly steps: number
}

layer(FreshDatabase(seed, "companies"), { excludeTestServices: true })("a run of an agent", (it) => {
  it.effect("waits two days for consent, is killed at each step, and acts once", ({ annotate }) =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const run = Effect.map(Effect.orDie(sql<Row>`select status, consent_id, steps from ai_agent_runs`), ([row]) => row)
      const asleep = Effect.map(Effect.orDie(sql<{ n: number }>`
        select count(*)::int as n from workflow_runs where workflow = 'ai.agent_run' and status = 'waiting' and wake_at is not null`), ([row]) => row!.n === 1)
      let kills = 0
      /** Until it waits for the latest of so many proposals. */
      const until = (call: ReturnType<typeof callOf>, consents: number) =>
        Effect.gen(function*() {
          const { json } = yield* eventually(call("/agent/consents?verb=delete_contact", "acmeTest"), ({ json }) => json.total === consents)
          yield* eventually(run, (row) => row!.status === "waiting_for_consent" && row!.consent_id === json.items[0].id)
          yield* eventually(asleep, (yes) => yes)
        })
      const die = <A, E, R>(work: (call: ReturnType<typeof callOf>) => Effect.Effect<A, E, R>) => Effect.tap(killed(work), () => Effect.sync(() => void kills++))

      /* Asked, and killed before it did anything to speak of. */
      const { agent, contact } = yield* die((call) => Effect.gen(function*() {
        const { json: { id: contact } } = yield* call("/crm/contacts", "acmeTest", { first_name: "Ladder", email: "ladder@x.example" })
        const { json: { id: agent } } = yield* call("/chat/agents", "acmeTest", {
          name: "cleaner", instructions: "Remove who asks for it.", verbs: ["delete_contact"], most_hours: 100
        })
        yield* Effect.forkScoped(call(`/chat/agents/${agent}/message`, "cautiousTest", { message: `delete_contact {"id": ${contact}}` }).pipe(Effect.exit))
        yield* eventually(run, (row) => row !== undefined)
        return { agent: agent as number, contact: contact as number }
      }))
      const thought = (n: number) => eventually(run, (row) => row!.steps >= n)
      yield* die(() => thought(1))
      yield* die((call) => until(call, 1))

      /* Nobody decides for two days: a proposal lasts one, so it is asked for again. */
      const advance = (call: ReturnType<typeof callOf>) =>
        Effect.gen(function*() {
          const { json: clock } = yield* call("/workflows/test-clock", "acmeTest")
          const { status } = yield* call("/workflows/test-clock", "acmeTest", { to: new Date(Date.parse(clock.now) + 25 * HOUR_MS).toISOString() })
          assert.strictEqual(status, 200)
          yield* eventually(call("/workflows/test-clock", "acmeTest"), ({ json }) => json.status === "ready")
        })
      for (const consents of [2, 3]) yield* die((call) => Effect.andThen(advance(call), until(call, consents)))

      const isDeleted = Effect.map(Effect.orDie(sql`select from contacts where id = ${contact} and deleted_at is not null`), ({ length }) => length > 0)
      const isBlocked = Effect.andThen(Effect.orDie(sql`select pg_stat_clear_snapshot()`), Effect.map(Effect.orDie(sql<{ n: number }>`
        select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`), ([row]) => row!.n > 0))
      const holdContact = holding((sql) => sql`select from contacts where id = ${contact} for update`)

      /* Approved, and killed while the deletion is under way. */
      yield* Effect.scoped(Effect.gen(function*() {
        const release = yield* holdContact
        yield* die((call) => Effect.gen(function*() {
          const { json } = yield* call("/agent/consents?verb=delete_contact&state=proposed", "acmeTest")
          const { status } = yield* call(`/agent/consents/${json.items[0].id}/approve`, "acmeTest", {})
          assert.strictEqual(status, 200)
          yield* eventually(isBlocked, (yes) => yes)
        }))
        yield* release
      }))
      assert.isFalse(yield* isDeleted)

      /* Killed between the deletion and the knowledge of it: no result of a step can be kept. */
      yield* Effect.scoped(Effect.gen(function*() {
        const release = yield* holdContact
        yield* Effect.scoped(Effect.gen(function*() {
          let letGo: Effect.Effect<unknown> = Effect.void
          yield* die(() => Effect.gen(function*() {
            yield* eventually(isBlocked, (yes) => yes)
            letGo = yield* holding((sql) => sql`lock table engine.cluster_replies in exclusive mode`)
            yield* release
            yield* eventually(isDeleted, (yes) => yes)
          }))
          yield* letGo
        }))
      }))
      const called = Effect.map(Effect.orDie(sql`select from ai_agent_steps where kind = 'call'`), ({ length }) => length > 0)
      assert.isFalse(yield* called)
      yield* die(() => eventually(called, (yes) => yes))

      /* Left alone at last. */
      const done = yield* killed((call) => eventually(call(`/chat/agents/${agent}/runs/1`, "cautiousTest"), ({ json }) => json.ended_at !== null))
      assert.deepInclude(done.json, { status: "completed", steps: 2, simulated: true })
      assert.deepStrictEqual(done.json.trail.map(({ kind, status }: any) => [kind, status]), [
        ["thought", null], ["wait", null], ["wait", null], ["wait", null], ["call", 200], ["thought", null]
      ])
      const acts = yield* sql<{ verb: string; n: number }>`
        select verb, count(*)::int as n from receipts where session = 'agent_run_1' and verb = 'delete_contact' group by verb`
      assert.deepStrictEqual(acts.map(({ n }) => n), [1])
      const told = yield* sql`select from events where kind = 'contact.deleted'`
      assert.lengthOf(told, 1)
      const states = yield* sql<{ state: string }>`select state from consents where verb = 'delete_contact' order by id`
      assert.deepStrictEqual(states.map(({ state }) => state), ["expired", "expired", "executed"])
      yield* Effect.promise(() => annotate(`killed ${kills} times, deleted once`))
    }))
})

import { randomUUID } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { migratedHome, serve } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"

const KILLS = rounds(2, 20)
const AT_ONCE = rounds(16, 64)
const EACH = 20
/** No page of the demo company, whose own visits are there too. */
const PATH = "/told-by-this-test"

interface Batch {
  readonly ids: ReadonlyArray<string>
  acknowledged: boolean
}

const post = (port: number, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: "POST", headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ...headers },
    body: JSON.stringify(body)
  })

const send = async (port: number, site: string, { ids }: Batch) => {
  const { status } = await post(port, "/analytics/events", { site, events: ids.map((id) => ({ id, url: `https://www.juniper.example${PATH}` })) })
  assert.strictEqual(status, 202)
}

/** Looks into the database of the service that runs, as its owner. */
const inside = <A, E>(data: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

const kept = Effect.flatMap(OwnerSql, (sql) => sql<{ ids: ReadonlyArray<string>; company: number }>`
  select coalesce(array_agg(event_id::text), '{}') as ids, min(company_id) as company from page_events where path = ${PATH}`)

const seen = (company: number) => Effect.flatMap(OwnerSql, (sql) => sql<{ n: number }>`
  select coalesce(sum(page_views), 0)::bigint - (select count(*) from page_events where company_id = ${company} and name = 'page_view' and path <> ${PATH}) as n
  from visit_days where company_id = ${company} and dimension = ''`)

it.live("no event that was acknowledged is lost and none counts twice, whenever the process is killed", ({ annotate }) =>
  Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, PUBLIC_RATE_LIMIT: "1000000", COMPANY_RATE_LIMIT: "1000000" }
    const data = dataOf(variables.DATA_DIR)
    const batches: Array<Batch> = []
    let site = ""

    const killed = Effect.fnUntraced(function*(n: number) {
      const service = yield* serve(variables)
      if (site === "") {
        const settings = yield* Effect.promise(async () =>
          (await fetch(`http://127.0.0.1:${service.port}/api/v1/cms/settings`, { headers: { authorization: `Bearer ${service.key}` } })).json() as any)
        site = settings.analytics_key
      }
      const stop = new AbortController()
      const before = batches.length
      const sender = async () => {
        while (!stop.signal.aborted) {
          /* Some tell again of what they have told of, as whoever got no answer does. */
          const earlier = batches.length > before && Math.random() < 0.2 ? batches[Math.floor(Math.random() * batches.length)]! : undefined
          const batch: Batch = earlier ?? { ids: Array.from({ length: EACH }, () => randomUUID()), acknowledged: false }
          if (earlier === undefined) batches.push(batch)
          try {
            await send(service.port, site, batch)
            batch.acknowledged = true
          } catch (error) {
            if (!stop.signal.aborted) throw error
          }
        }
      }
      const senders = Array.from({ length: AT_ONCE }, sender)
      yield* Effect.suspend(() => Effect.succeed(batches.filter(({ acknowledged }) => acknowledged).length > before)).pipe(
        Effect.repeat({ until: (some) => some, schedule: Schedule.spaced("2 millis") }), Effect.timeout("90 seconds")
      )
      yield* Effect.sleep((n * 137) % 700)
      stop.abort()
      service.signal("SIGKILL")
      assert.strictEqual((yield* service.ended).signal, "SIGKILL")
      yield* Effect.promise(() => Promise.all(senders))
    }, Effect.scoped)

    for (let n = 0; n < KILLS; n++) yield* killed(n)

    const service = yield* serve(variables)
    const cut = batches.filter(({ acknowledged }) => !acknowledged)
    const found = Effect.map(inside(data, kept), ([row]) => row!)
    const after = new Set((yield* found).ids)
    for (const { acknowledged, ids } of batches) {
      const there = ids.filter((id) => after.has(id)).length
      assert.isTrue(there === EACH || (there === 0 && !acknowledged), `of ${EACH} events ${there} are kept, ${acknowledged ? "and" : "not"} acknowledged`)
    }
    /* Who got no answer tells again: then all are there, and each counts once. */
    for (const batch of cut) yield* Effect.promise(() => send(service.port, site, batch))
    const { company, ids } = yield* found
    assert.strictEqual(ids.length, batches.length * EACH)
    assert.strictEqual(new Set(ids).size, ids.length)
    yield* eventually(inside(data, seen(company)), ([row]) => row!.n === batches.length * EACH)
    yield* Effect.promise(() => annotate(`${ids.length} events, killed ${KILLS} times with ${cut.length} requests under way`))
  }), 600_000)

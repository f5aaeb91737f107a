import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { booksAreRight } from "../payments/paying.ts"
import { freePort, migratedHome, run, serve } from "../process/service.ts"
import { stockIsRight } from "../shop/stock-checks.ts"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"

const CHECKOUTS = rounds(60, 200)
const STOCK = 10
const KILLS = rounds(2, 5)

/** Looks into the database of a service, as its owner. */
const inside = <A, E>(folder: string, look: Effect.Effect<A, E, OwnerSql>) =>
  Effect.gen(function*() {
    const cluster = yield* Effect.flatMap(attach({ data: dataOf(folder) }), Effect.fromOption)
    return yield* Effect.provide(look, OwnerSql.layerOf(Redacted.make(cluster.url("postgres"))))
  }).pipe(Effect.scoped, Effect.orDie)

/** A company whose test key may adjust stock without asking. */
const shopKey = Effect.fnUntraced(function*(variables: Record<string, string>) {
  const made = yield* run(["bootstrap", "--company", "Shop", "--owner-email", "shop@x.example", "--tier", "enterprise", "--json"], variables)
  assert.strictEqual(made.code, 0, made.err)
  return JSON.parse(made.out).keys.test as string
})

const agreed = Effect.flatMap(OwnerSql, (sql) =>
  sql`insert into standing_consents (company_id, key_id, verb, agents) select company_id, id, 'adjust_inventory', false from api_keys where kind = 'key'`)

it.live(`${CHECKOUTS} customers buy the last ${STOCK}, while the service is killed ${KILLS} times: nothing is sold twice`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const port = yield* freePort
    const variables = { DATA_DIR: folder, COMPANY_RATE_LIMIT: "1000000", LOG_LEVEL: "warn", PORT: String(port) }
    const key = yield* shopKey(variables)
    const proof = { code: undefined as number | null | undefined, out: "", err: "" }
    for (let kill = 0; kill <= KILLS; kill++) {
      yield* Effect.scoped(Effect.gen(function*() {
        const service = yield* serve(variables)
        if (kill === 0) {
          yield* inside(folder, agreed)
          yield* Effect.forkDetach(Effect.map(
            run(["prove", "oversell", "--url", `http://127.0.0.1:${port}`, "--key", key, "--checkouts", String(CHECKOUTS), "--stock", String(STOCK), "--json"], variables),
            (ended) => Object.assign(proof, ended)
          ))
          /* The first end comes once customers are checking out. */
          yield* Effect.repeat(
            inside(folder, Effect.flatMap(OwnerSql, (sql) => sql<{ n: number }>`select count(*) as n from orders`)),
            { until: ([row]) => row!.n > 0 || proof.code !== undefined, schedule: Schedule.spaced("200 millis") }
          )
        }
        if (kill < KILLS) {
          yield* Effect.sleep(kill === 0 ? "1 millis" : "2 seconds")
          service.signal("SIGKILL")
          yield* service.ended
        } else {
          yield* Effect.repeat(Effect.sleep("50 millis"), { until: () => proof.code !== undefined })
          assert.strictEqual(proof.code, 0, `${proof.out}\n${proof.err}`)
          yield* inside(folder, Effect.andThen(booksAreRight, stockIsRight))
        }
      }))
    }
    yield* Effect.promise(() => annotate(proof.out.trim()))
  }), 1_800_000)

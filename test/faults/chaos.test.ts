import { randomBytes } from "node:crypto"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, type Scope } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { dataOf } from "#layers/database/url"
import { lockOf } from "#layers/embedded-postgres/lock"
import { start } from "#layers/embedded-postgres/start"
import { freePort, migratedHome, serve, type Service } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { client, nothingYet, opened } from "./chaos/clients.ts"
import { heldTogether, holds } from "./chaos/invariants.ts"
import { Line } from "./chaos/line.ts"

/** What is done, and what has to hold, is told in chaos/README.md. */
const MINUTES = Number(process.env["MINUTES"] ?? 2)
const COMPANIES = 3
const CLIENTS = 4
/** Milliseconds between two faults. */
const CALM = [2_000, 6_000] as const
/** Longer than the lock of a node on durable work lasts, and longer than it may take to be told from one that is slow. */
const FROZEN = [3_000, 14_000] as const

/** The same faults for the same seed (https://en.wikipedia.org/wiki/Lehmer_random_number_generator). */
const lehmer = (seed: number) => {
  let state = seed % 2_147_483_647 || 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

const SEED = Number(process.env["SEED"] ?? randomBytes(3).readUIntBE(0, 3))

it.live(`chaos: ${COMPANIES} companies at two nodes on one PostgreSQL for ${MINUTES} minutes, seed ${SEED}`, ({ annotate }) =>
  Effect.gen(function*() {
    const random = lehmer(SEED)
    const between = ([least, most]: readonly [number, number]) => Math.round(least + random() * (most - least))
    const data = dataOf(yield* migratedHome)
    const cluster = yield* start({ data, settings: ["max_connections=200"] })
    yield* Effect.forkScoped(cluster.lost)
    const url = Redacted.make(cluster.url("postgres"))
    const inside = <A, E>(look: Effect.Effect<A, E, OwnerSql>) => Effect.provide(look, OwnerSql.layerOf(url)).pipe(Effect.orDie)

    const keys = yield* Effect.forEach(Array.from({ length: COMPANIES }, (_, n) => n), (n) =>
      provisionWithKeys({ name: `Chaos ${n}`, tier: "enterprise", industry: null, owner: null }, "test").pipe(Effect.provide(owner(url))))
    yield* inside(OwnerSql.use((sql) => sql`
      insert into standing_consents (company_id, key_id, verb, agents) select company_id, id, 'adjust_inventory', false from api_keys where kind = 'key'`))

    const secret = randomBytes(36).toString("base64")
    const places = yield* Effect.all(Array.from({ length: 2 }, () => Effect.all({ port: freePort, cluster: freePort })))
    /* A node that is started while PostgreSQL recovers leaves with an error, and is started again, as systemd does it. */
    const begun = (n: number): Effect.Effect<Service, never, Scope.Scope> => Effect.catchCause(served(n), () => Effect.andThen(Effect.sleep("1 second"), begun(n)))
    const served = (n: number) => serve({
      DATABASE_URL: Redacted.value(url), SECRET_KEY: secret, COMPANY_RATE_LIMIT: "1000000", DATABASE_POOL: "8", LOG_LEVEL: "error",
      PORT: String(places[n]!.port), CLUSTER_PORT: String(places[n]!.cluster), SHUTDOWN_GRACE: "3s"
    })
    const nodes: Array<Service> = yield* Effect.all([begun(0), begun(1)], { concurrency: 2 })

    const ports = places.map(({ port }) => port)
    const companies = keys.map(({ company_id, keys: { test } }) => ({ id: company_id as number, told: nothingYet(), line: new Line(company_id, test, ports) }))
    const shops = yield* Effect.promise(() => Promise.all(companies.map(({ line }) => opened(line))))
    let over = false
    let failed: unknown
    for (const { line } of companies) line.begin()
    const clients = companies.flatMap(({ line, told }, n) => Array.from({ length: CLIENTS }, (_, number) =>
      client(line, told, shops[n]!, number, companies.filter((other) => other.line !== line).map((other) => other.told), () => over || failed !== undefined)
        .catch((error: unknown) => void (failed ??= error))))

    const replaced = Effect.fnUntraced(function*(n: number, signal: "SIGKILL" | "SIGTERM") {
      nodes[n]!.signal(signal)
      yield* nodes[n]!.ended
      nodes[n] = yield* begun(n)
    })
    const faults = {
      "a node was killed": (n: number) => replaced(n, "SIGKILL"),
      "a node was asked to end": (n: number) => replaced(n, "SIGTERM"),
      "a node was frozen": (n: number) => Effect.gen(function*() {
        nodes[n]!.signal("SIGSTOP")
        yield* Effect.sleep(between(FROZEN))
        nodes[n]!.signal("SIGCONT")
      }),
      "PostgreSQL was killed": () => Effect.gen(function*() {
        const lock = yield* lockOf(data)
        if (lock !== undefined) yield* Effect.sync(() => process.kill(lock.pid, "SIGKILL"))
      })
    }
    const names = Object.keys(faults) as ReadonlyArray<keyof typeof faults>
    const done = new Map<string, number>()
    let checks = 0

    const end = performance.now() + MINUTES * 60_000
    while (performance.now() < end && failed === undefined) {
      yield* Effect.sleep(between(CALM))
      const name = names[Math.floor(random() * names.length)]!
      yield* faults[name](Math.floor(random() * nodes.length))
      done.set(name, (done.get(name) ?? 0) + 1)
      /* PostgreSQL may be recovering just now: then the next look sees all of it. */
      const seen = yield* Effect.exit(Effect.provide(Effect.timeout(OwnerSql.use((sql) => sql`select 1`), "5 seconds"), OwnerSql.layerOf(url)))
      if (seen._tag === "Failure") continue
      yield* inside(holds(companies))
      checks++
    }
    over = true
    yield* Effect.promise(() => Promise.all(clients)).pipe(Effect.timeoutOrElse({ duration: "120 seconds", orElse: () => Effect.die(new Error("clients were not answered within two minutes after the last fault")) }))
    if (failed !== undefined) return yield* Effect.die(failed)
    yield* inside(heldTogether(companies))

    const sum = (of: (company: typeof companies[number]) => number) => companies.reduce((total, company) => total + of(company), 0)
    const wrong = Map.groupBy(companies.flatMap(({ line }) => [...line.faults]), ([fault]) => fault)
    const lines = [
      `Faults: ${[...done].map(([name, times]) => `${name} ${times} times`).join(", ")}; what holds throughout was looked at ${checks} times.`,
      `Acknowledged: ${sum(({ told }) => told.contacts.size)} contacts, ${sum(({ told }) => told.orders.size)} orders, ${sum(({ told }) => told.appointments.size)} appointments; ` +
        `refused rightly: ${sum(({ told }) => told.refused)}; ${sum(({ line }) => line.answered)} answers in all, ${sum(({ line }) => line.again)} requests sent again.`,
      `Answers with 5xx: ${[...wrong].map(([fault, all]) => `${fault}: ${all.reduce((total, [, times]) => total + times, 0)}`).join(", ") || "none"}.`,
      `Longest time without an answer for a company: ${companies.map(({ line }) => `${(line.gap / 1_000).toFixed(1)} s`).join(", ")}.`
    ]
    yield* Effect.promise(() => annotate(lines.join("\n")))
    process.stdout.write(`${lines.join("\n")}\n`)
    assert.isAbove(sum(({ line }) => line.answered), MINUTES * 60, "enough was answered for this to mean something")
  }).pipe(Effect.scoped), MINUTES * 60_000 + 600_000)

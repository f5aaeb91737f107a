import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { run, serve } from "../process/service.ts"
import { freshUrl, OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"

const ATTEMPTS = rounds(100, 500)

/** Claims of one person or one room that overlap, whatever the database forbids; and sessions that hold another number of seats than is booked. */
const wrong = Effect.flatMap(OwnerSql, (sql) => sql<{ overlaps: number; miscounted: number; odd: number }>`select
  (select count(*)::int from claims a join claims b on b.company_id = a.company_id and b.id > a.id and b.during && a.during
    and (b.staff_id = a.staff_id or b.resource_id = a.resource_id)) as overlaps,
  (select count(*)::int from booked_sessions s where taken > capacity or taken <> (select coalesce(sum(seats), 0) from appointments a
    where a.company_id = s.company_id and a.session_id = s.id)) as miscounted,
  (select count(*)::int from booked_sessions s where (select count(*) from claims c where c.company_id = s.company_id and c.session_id = s.id) <> 2) as odd`)

it.live(`${ATTEMPTS} customers want one slot at two processes of the service: one has it, and nobody is ever booked twice`, ({ annotate }) =>
  Effect.gen(function*() {
    const url = yield* freshUrl
    const { keys: { test } } = yield* provisionWithKeys({ name: "Bookings", tier: "enterprise", industry: null, owner: null }, "test").pipe(
      Effect.provide(owner(url)))
    const variables = { DATABASE_URL: Redacted.value(url), COMPANY_RATE_LIMIT: "1000000", LOG_LEVEL: "warn" }
    const services = yield* Effect.all([serve(variables), serve(variables)], { concurrency: 2 })
    const proof = yield* run([
      "prove", "double-booking", ...services.flatMap(({ port }) => ["--url", `http://127.0.0.1:${port}`]), "--key", test, "--attempts", `${ATTEMPTS}`, "--json"
    ])
    assert.deepStrictEqual([proof.code, proof.err], [0, ""], proof.out)
    assert.deepInclude(JSON.parse(proof.out), { holds: true, attempts: ATTEMPTS, addresses: 2 })
    assert.deepStrictEqual(yield* Effect.provide(wrong, OwnerSql.layerOf(url)), [{ overlaps: 0, miscounted: 0, odd: 0 }])
    yield* Effect.promise(() => annotate(proof.out.trim()))
  }).pipe(Effect.scoped), 180_000)

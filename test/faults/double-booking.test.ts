import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { booksAreSound } from "../calendar/booking.ts"
import { run, serve } from "../process/service.ts"
import { freshUrl, OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"

const ATTEMPTS = rounds(100, 500)

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
    yield* Effect.provide(booksAreSound, OwnerSql.layerOf(url))
    yield* Effect.promise(() => annotate(proof.out.trim()))
  }).pipe(Effect.scoped))

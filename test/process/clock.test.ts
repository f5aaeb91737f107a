import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedHome, serve, unanswered } from "./service.ts"

const HOUR_MS = 3_600_000

it.live("a service whose machine is an hour fast goes by the time of its database", () =>
  Effect.gen(function*() {
    const { key, port } = yield* serve({
      DATA_DIR: yield* migratedHome,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/nodes/wrong-clock.ts")}`,
      CLOCK_AHEAD_MS: String(HOUR_MS)
    })
    const answer = yield* Effect.promise(() =>
      fetch(`http://127.0.0.1:${port}/api/v1/crm/contacts`, { headers: { authorization: `Bearer ${key}` }, signal: unanswered() }))
    assert.strictEqual(answer.status, 200)
    assert.approximately(Number(answer.headers.get("x-ratelimit-reset")) * 1_000, Date.now(), 120_000)
  }).pipe(Effect.scoped))

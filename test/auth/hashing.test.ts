import { availableParallelism } from "node:os"
import { assert, it } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { type Asker, Passwords } from "#layers/auth/passwords"

const TestPasswords = Passwords.layer.pipe(Layer.provide(ServiceConfig.layerOf({ argon2Memory: 19_456, argon2Passes: 2, argon2Lanes: 1 })))

/** How many of so many at once are hashed; the others are sent away. */
const hashed = (who: Asker, many: number) =>
  Effect.gen(function*() {
    const passwords = yield* Passwords
    const all = yield* Effect.all(Array.from({ length: many }, () => Effect.exit(passwords.hash("a b c d e f g", who))), { concurrency: "unbounded" })
    for (const exit of all) if (Exit.isFailure(exit)) assert.include(String(exit.cause), "Too many people are signing in")
    return all.filter(Exit.isSuccess).length
  })

it.live("few wait for a hash with a connection in hand, more without one, and a crowd of one kind stands in no other's way", () =>
  Effect.gen(function*() {
    const cores = availableParallelism()
    const [within, known, stranger] = yield* Effect.all([hashed("within", 40), hashed("known", 100), hashed("anonymous", 100)], { concurrency: 3 })
    assert.deepStrictEqual([within, known, stranger], [4 + cores, Math.min(100, 64 + cores), Math.min(100, 64 + cores)])
    assert.strictEqual(yield* hashed("within", 1), 1)
  }).pipe(Effect.provide(TestPasswords)))

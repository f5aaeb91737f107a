import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { rounds } from "../support/rounds.ts"
import type { Told } from "./drain-load.ts"
import { ask, migratedHome, serve, type Service } from "./service.ts"

const STOPS = rounds(3, 20)

/** Data that a service has used and left. */
class Used extends Context.Service<Used, string>()("test/Used") {
  static readonly layer = Layer.effect(Used, Effect.tap(migratedHome, (dataDir) => Effect.scoped(serve({ DATA_DIR: dataDir }))))
}

/** Clients of the service in a process of their own, from their first answer on, and what they tell once they are refused. */
const load = ({ key, port }: Service) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "drain-load.ts"), `${port}`, key], { stdio: ["ignore", "pipe", "inherit"] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      await lines.next()
      return { child, told: Effect.promise(async () => JSON.parse((await lines.next()).value ?? "") as Told) }
    }),
    ({ child }) => Effect.promise(async () => {
      if (child.exitCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    })
  )

layer(Used.layer, { excludeTestServices: true })("a service that is asked to end under load", (it) => {
  it.effect(`resets no request, ${STOPS} times`, ({ annotate }) =>
    Effect.gen(function*() {
      const dataDir = yield* Used
      const seen = yield* Effect.forEach(Array.from({ length: STOPS }, (_, n) => n), (n) =>
        Effect.gen(function*() {
          const service = yield* serve({ DATA_DIR: dataDir, LOG_LEVEL: "warn", COMPANY_RATE_LIMIT: "1000000" })
          const { told } = yield* load(service)
          yield* Effect.sleep(50 + 37 * (n % 7))
          const asked = performance.now()
          service.signal("SIGTERM")
          const [clients, end] = yield* Effect.all([told, service.ended], { concurrency: 2 })
          return { clients, code: end.code, took: performance.now() - asked }
        }).pipe(Effect.scoped))
      yield* Effect.promise(() => annotate(JSON.stringify(seen)))
      for (const { clients, code, took } of seen) {
        assert.deepStrictEqual([clients.reset, Object.keys(clients.answered), code], [[], ["200"], 0])
        assert.isBelow(took, 20_000)
      }
    }), 60_000 * STOPS)

  it.effect("takes requests until a balancer that asks now and then was told that it is not ready, however quiet it is", () =>
    Effect.gen(function*() {
      const service = yield* serve({ DATA_DIR: yield* Used, LOG_LEVEL: "warn" })
      const ready = Effect.map(ask(service, "/health/ready"), ({ status }) => status)
      for (let n = 0; n < 2; n++) {
        assert.strictEqual(yield* ready, 200)
        yield* Effect.sleep("1500 millis")
      }
      assert.strictEqual(yield* ready, 200)
      service.signal("SIGTERM")
      const asked = performance.now()
      yield* Effect.sleep("1 second")
      assert.strictEqual((yield* ask(service, "/api/v1/crm/contacts?limit=1")).status, 200, "longer than it would wait for clients alone")
      assert.strictEqual(yield* ready, 503)
      assert.strictEqual((yield* service.ended).code, 0)
      assert.isBelow(performance.now() - asked, 15_000)
    }).pipe(Effect.scoped))
})

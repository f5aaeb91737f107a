import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { attach } from "#layers/embedded-postgres/attach"
import { eventually } from "../support/eventually.ts"
import { goal } from "../support/goals.ts"
import { ask, migratedHome, serve, type Service } from "./service.ts"

/** Data that a service has used and left. */
class Used extends Context.Service<Used, string>()("test/Used") {
  static readonly layer = Layer.effect(Used, Effect.tap(migratedHome, (dataDir) => Effect.scoped(serve({ DATA_DIR: dataDir }))))
}

const served = (variables: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Used, (dataDir) => serve({ DATA_DIR: dataDir, ...variables }))

interface Line {
  readonly socket: Socket
  readonly text: () => string
  readonly closed: Promise<unknown>
}

const dial = ({ port }: Service) =>
  Effect.promise(async (): Promise<Line> => {
    const socket = connect(port, "127.0.0.1")
    let text = ""
    socket.setEncoding("utf8").on("data", (part: string) => text += part)
    socket.on("error", () => {})
    const closed = once(socket, "close")
    await once(socket, "connect")
    return { socket, text: () => text, closed }
  })

const body = JSON.stringify({ first_name: "Slow", last_name: "Poke" })

/** A request of which the last byte is not sent. */
const begin = Effect.fnUntraced(function*(service: Service) {
  const line = yield* dial(service)
  line.socket.write(
    `POST /api/v1/crm/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`
  )
  yield* Effect.sleep("300 millis")
  return line
})

const noPostgres = Effect.flatMap(Used, (dataDir) =>
  Effect.orDie(attach({ data: join(dataDir, "postgres-18") })).pipe(
    Effect.filterOrFail(Option.isNone),
    Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 100 })
  ))

layer(Used.layer, { excludeTestServices: true })("a service that is asked to end", (it) => {
  it.effect("finishes what is in flight, takes nothing new, and leaves with 0", () =>
    Effect.gen(function*() {
      const service = yield* served()
      const idle = yield* dial(service)
      idle.socket.write("GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n")
      const slow = yield* begin(service)
      yield* eventually(Effect.sync(idle.text), (text) => /^HTTP\/1.1 200 /.test(text))
      assert.notMatch(idle.text(), /connection: close/i)

      service.signal("SIGTERM")
      yield* Effect.promise(() => idle.closed)
      const late = connect(service.port, "127.0.0.1")
      const [refused] = yield* Effect.promise(() => once(late, "error"))
      // Reset, where it connected in the instant in which the listener closed.
      assert.include(["ECONNREFUSED", "ECONNRESET"], refused.code)

      yield* Effect.sleep("400 millis")
      slow.socket.write(body.slice(-1))
      yield* Effect.promise(() => slow.closed)
      assert.match(slow.text(), /^HTTP\/1.1 201 /)
      assert.match(slow.text(), /connection: close/i)
      const { code, out } = yield* service.ended
      assert.strictEqual(code, 0)
      // A busy machine may have been warned of meanwhile.
      const last = out.trim().split("\n").map((line) => JSON.parse(line)).findLast(({ msg }) => msg === "request")
      assert.deepInclude(last, { route: "/api/v1/crm/contacts", status: 201 })
      yield* noPostgres

      const after = yield* served()
      const { json } = yield* ask(after, "/api/v1/crm/contacts?search=slow%20poke")
      assert.isAtLeast(json.total, 1)
    }))

  it.effect("waits no longer than SHUTDOWN_GRACE", () =>
    Effect.gen(function*() {
      const service = yield* served({ SHUTDOWN_GRACE: "500ms" })
      const slow = yield* begin(service)
      const begun = performance.now()
      service.signal("SIGINT")
      assert.deepInclude(yield* service.ended, { code: 0 })
      yield* Effect.promise(() => slow.closed)
      const took = performance.now() - begun
      assert.isAtLeast(took, 490)
      assert.isBelow(took, goal(5_000))
      yield* noPostgres
    }))

  it.effect("ends at once when it is asked twice", () =>
    Effect.gen(function*() {
      for (const [name, code] of [["SIGTERM", 143], ["SIGINT", 130]] as const) {
        const service = yield* served({ SHUTDOWN_GRACE: "1m" })
        yield* begin(service)
        service.signal("SIGTERM")
        yield* Effect.sleep("500 millis")
        service.signal(name)
        assert.deepInclude(yield* service.ended, { code })
        yield* noPostgres
      }
    }))
})

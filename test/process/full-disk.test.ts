import { spawnSync } from "node:child_process"
import { closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { ask, home, serve, type Service } from "./service.ts"

/** A small disk of its own, which only root can make. Nothing where it cannot be made. */
const smallDisk = Effect.gen(function*() {
  const folder = yield* home
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", folder]).status === 0
  if (mounted) yield* Effect.addFinalizer(() => Effect.sync(() => void spawnSync("umount", ["-l", folder])))
  return mounted ? folder : undefined
})

/** Leaves no byte of a disk free. */
const fill = (path: string) => {
  const file = openSync(path, "w")
  const block = Buffer.alloc(1_048_576)
  try {
    for (let size = block.length; size >= 4_096;) {
      try {
        writeSync(file, block, 0, size)
      } catch {
        size /= 2
      }
    }
  } finally {
    closeSync(file)
  }
}

const isReady = (service: Service) => Effect.map(ask(service, "/health/ready"), ({ status }) => status)

const until = (service: Service, wanted: number) =>
  isReady(service).pipe(
    Effect.repeat({ until: (status) => status === wanted, schedule: Schedule.spaced("50 millis") }),
    Effect.timeout("90 seconds")
  )

const write = (service: Service) =>
  Effect.map(
    ask(service, "/api/v1/crm/contacts", {
      method: "POST",
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      body: JSON.stringify({ first_name: "Ann", notes: "x".repeat(1_500) })
    }),
    ({ json, status }) => ({ status, code: json.code })
  )

describe("a service on a full disk", () => {
  it.live("answers writes with 503 and is not ready, and is well again once there is room", ({ skip }) =>
    Effect.scoped(Effect.gen(function*() {
      const disk = yield* smallDisk
      if (disk === undefined) return skip("no disk can be mounted here")
      const service = yield* serve({ DATA_DIR: join(disk, "data"), LOG_LEVEL: "error" })
      assert.strictEqual(yield* isReady(service), 200)
      assert.deepInclude(yield* write(service), { status: 201 })

      const filler = join(disk, "filler")
      fill(filler)
      assert.isBelow(statfsSync(disk).bavail * statfsSync(disk).bsize, 4_097)
      const refused = yield* write(service).pipe(Effect.repeat({ until: ({ status }) => status !== 201, times: 500 }))
      assert.deepStrictEqual(refused, { status: 503, code: "unavailable" })
      yield* until(service, 503)
      assert.strictEqual((yield* ask(service, "/health/live")).status, 200)
      assert.strictEqual((yield* ask(service, "/api/v1/crm/contacts")).status, 200)

      rmSync(filler)
      yield* until(service, 200)
      assert.deepInclude(yield* write(service), { status: 201 })
    })))
})

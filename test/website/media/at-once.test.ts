import { assert, layer } from "@effect/vitest"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Effect, Redacted } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import type { Load, Told } from "../../faults/uploads-load.ts"
import { home, serve, type Service } from "../../process/service.ts"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { photo } from "./files.ts"

const MIB = 1_048_576
const UPLOADS = rounds(6, 20)
const BYTES = rounds(4, 25) * MIB - 10_000
const PHOTOS = rounds(2, 12)
const MORE_MB = 150
/** In the suite other files have the processors too, so that only refusals are looked for there. */
const P99_MS = rounds(Infinity, 100)

const residentMb = ({ pid }: Service) => Number(/VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1_024

const sending = <A>(load: Load) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../faults/uploads-load.ts"), JSON.stringify(load)], { stdio: ["pipe", "pipe", "inherit"] })
  return { told: text(child.stdout).then((said) => JSON.parse(said) as A), end: () => child.stdin.end() }
}

/** A document that differs from all others, around the bytes. */
const around = (n: number) => ({
  type: "multipart/form-data; boundary=b",
  before: `--b\r\nContent-Disposition: form-data; name="file"; filename="${n}.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n% ${n}\n`,
  after: "\r\n--b--\r\n"
})

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("media that arrive at once", (it) => {
  it.effect(`${UPLOADS} of ${Math.ceil(BYTES / MIB)} MiB leave memory flat, and images are made while others are answered`, ({ annotate }) => Effect.gen(function*() {
    const url = yield* DatabaseUrl
    const sql = yield* OwnerSql
    const service = yield* serve({ DATABASE_URL: Redacted.value(url), DATA_DIR: yield* home, LOG_LEVEL: "error", COMPANY_RATE_LIMIT: "1000000" })
    const company = Effect.map(
      Effect.provide(provisionWithKeys({ name: "x", tier: "enterprise", industry: null, owner: null }, "x"), owner(url)), ({ keys }) => keys.live)
    const [first, second, beside] = yield* Effect.all([company, company, company])
    const uploads = (from: number, to: number) => Array.from({ length: to - from }, (_, n) =>
      ({ key: n % 2 === 0 ? first : second, path: "/api/v1/cms/media", ...around(from + n) }))
    const stored = (n: number) => eventually(sql`select 1 from media where status = 'ready'`, ({ length }) => length === n, 300_000)

    /* The first uploads make the process as large as it gets by compiling. */
    yield* Effect.promise(() => sending<Told>({ port: service.port, uploads: uploads(0, 2), bytes: BYTES }).told)
    yield* stored(2)
    const asking = sending<{ readonly reads: Told; readonly writes: Told }>({ port: service.port, key: beside })
    const idle = residentMb(service)
    let most = idle
    const watch = setInterval(() => most = Math.max(most, residentMb(service)), 50)
    const { statuses } = yield* Effect.promise(() => sending<Told>({ port: service.port, uploads: uploads(2, 2 + UPLOADS), bytes: BYTES }).told)
    assert.deepStrictEqual(statuses, { 201: UPLOADS })
    yield* stored(2 + UPLOADS)

    const photos = yield* Effect.promise(() => Promise.all(Array.from({ length: PHOTOS }, (_, n) => photo(2_400, 1_600, n + 1).jpeg().toBuffer())))
    for (const content of photos) {
      const form = new FormData()
      form.append("file", new Blob([new Uint8Array(content)], { type: "image/jpeg" }), "a.jpg")
      const { status } = yield* Effect.promise(() =>
        fetch(`http://127.0.0.1:${service.port}/api/v1/cms/media`, { method: "POST", headers: { authorization: `Bearer ${first}` }, body: form }))
      assert.strictEqual(status, 201)
    }
    yield* stored(2 + UPLOADS + PHOTOS)
    clearInterval(watch)
    asking.end()
    const { reads, writes } = yield* Effect.promise(() => asking.told)
    yield* Effect.promise(() => annotate(JSON.stringify({ idle: Math.round(idle), more: Math.round(most - idle), reads, writes })))
    assert.deepStrictEqual([Object.keys(reads.statuses), Object.keys(writes.statuses)], [["200"], ["201"]])
    assert.isAtMost(most - idle, MORE_MB, "MB more than before")
    assert.isAtMost(reads.p99, P99_MS)
    assert.strictEqual(service.said.out, "", "an error was logged")
  }).pipe(Effect.scoped), 1_800_000)
})

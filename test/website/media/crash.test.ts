import { assert, layer } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import sharp from "sharp"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { home, serve, type Service } from "../../process/service.ts"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { rounds } from "../../support/rounds.ts"
import { photo } from "./files.ts"

const KILLS = rounds(2, 12)
const WITHIN_MS = 60_000

const filesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile()).toSorted() : []

/** Processes that read images and whose service is gone. */
const orphans = () => readdirSync("/proc").filter((pid) => {
  try {
    return /^\d+$/u.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("pictures.process.ts")
      && /^PPid:\s+1$/mu.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
})

const send = async (port: number, key: string, content: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.append("file", new Blob([content], { type: "image/jpeg" }), "photo.jpg")
  await fetch(`http://127.0.0.1:${port}/api/v1/cms/media`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form }).catch(() => {})
}

/** Begins an upload and leaves it in the middle. */
const beginning = (port: number, key: string) => {
  const part = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n"
  const socket = connect(port, "127.0.0.1").on("error", () => {})
  socket.write(`POST /api/v1/cms/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
    `Content-Length: 8000000\r\n\r\n${part}`)
  socket.write(Buffer.alloc(3_000_000, "text\n"))
  return () => socket.destroy()
}

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("media and kill -9", (it) => {
  it.effect(`${KILLS} kills in the middle leave no orphan after a minute, and no half file is ever served`, () => Effect.gen(function*() {
    const url = yield* DatabaseUrl
    const sql = yield* OwnerSql
    const dataDir = yield* home
    const objects = join(dataDir, "objects")
    const variables = { DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, LOG_LEVEL: "error", PUBLIC_RATE_LIMIT: "100000", COMPANY_RATE_LIMIT: "100000" }
    const { keys: { live: key } } = yield* Effect.provide(provisionWithKeys({ name: "Crash", tier: "enterprise", industry: null, owner: null }, "x"), owner(url))
    const [{ slug } = { slug: "" }] = yield* sql<{ slug: string }>`select slug from companies`

    /** What visitors are given of all files: whole or nothing. */
    const served = Effect.fnUntraced(function*({ port }: Service) {
      const all = yield* sql<{ hash: string; bytes: number; sizes: ReadonlyArray<{ width: number; format: string; bytes: number }>; status: string }>`
        select hash, bytes, sizes, status from media order by id`
      for (const { bytes, hash, sizes, status } of all) {
        for (const [name, length] of [["a.jpg", bytes], ...sizes.map((size) => [`${size.width}.${size.format}`, size.bytes] as const)] as const) {
          const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/s/${slug}/media/${hash}/${name}`))
          const body = Buffer.from(yield* Effect.promise(() => response.arrayBuffer()))
          if (response.status === 404) {
            assert.notStrictEqual(status, "ready")
            continue
          }
          /* One that became ready since the row was read has other bytes than were uploaded. */
          assert.deepStrictEqual([response.status, body.length], [200, Number(status === "ready" ? length : response.headers.get("content-length"))])
          yield* Effect.promise(() => sharp(body, { failOn: "warning" }).stats())
        }
      }
      return all
    })

    for (let round = 0; round <= KILLS; round++) {
      yield* Effect.scoped(Effect.gen(function*() {
        const service = yield* serve(variables)
        const began = performance.now()
        /* Nobody sent anything to this process yet: what there is was left by the last. */
        yield* eventually(
          Effect.zip(sql<{ n: number }>`select count(*)::int as n from uploads`, sql`select 1 from media where status = 'processing'`),
          ([[uploads], processing]) => uploads!.n === 0 && processing.length === 0, WITHIN_MS)
        yield* eventually(Effect.gen(function*() {
          const rows = yield* sql<{ key: string }>`select prefix || '/' || name as key from media_objects order by 1`
          const wanted = yield* sql<{ n: number }>`select coalesce(sum(1 + jsonb_array_length(sizes)), 0)::int as n from media where status = 'ready'`
          return { files: filesIn(objects), rows: rows.map(({ key }) => key).toSorted(), wanted: wanted[0]!.n, orphans: orphans() }
        }), ({ files, orphans, rows, wanted }) => JSON.stringify(files) === JSON.stringify(rows) && rows.length === wanted && orphans.length === 0, WITHIN_MS)
        assert.isBelow(performance.now() - began, WITHIN_MS)
        const all = yield* served(service)
        assert.isTrue(all.every(({ status }) => status === "ready"), JSON.stringify(all))
        if (round === KILLS) return
        const sent = yield* Effect.promise(() => Promise.all([1, 2].map((n) => photo(900, 700, 10 * round + n).jpeg().toBuffer())))
        const end = beginning(service.port, key)
        void Promise.all(sent.map((content) => send(service.port, key, new Uint8Array(content))))
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 2_500)))
        yield* served(service)
        service.signal("SIGKILL")
        yield* service.ended
        end()
      }))
    }
  }), (KILLS + 2) * WITHIN_MS)
})

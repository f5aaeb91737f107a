import { assert, layer } from "@effect/vitest"
import { spawn } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { connect } from "node:net"
import { loadavg } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Effect, Redacted } from "effect"
import { provisionWithKeys } from "#layers/auth/provision"
import { owner } from "#layers/database/connections"
import { home, serve, type Service } from "../process/service.ts"
import { DatabaseUrl, FreshDatabase, OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { rounds } from "../support/rounds.ts"
import type { Load, Told } from "./uploads-load.ts"

const MIB = 1_048_576
const UPLOADS = rounds(8, 50)
const BYTES = rounds(4, 25) * MIB
const CUTS = rounds(16, 200)
const MOST_RUNS = rounds(1, 3)
/** Companies that send them: each may have ten files on their way. */
const COMPANIES = 10
const MORE_MB = 150
/** In the suite other files have the processors too, so that only refusals are looked for there. */
const P99_MS = rounds(Infinity, 100)
const ALONE_MS = rounds(1_000, 10_000)

const residentMb = ({ pid }: Service) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1_024

/** A process that sends what it is told; `end` makes one that goes on tell. */
const sending = <A>(load: Load) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "uploads-load.ts"), JSON.stringify(load)], { stdio: ["pipe", "pipe", "inherit"] })
  const told = text(child.stdout).then((said) => JSON.parse(said) as A)
  return { told, end: () => child.stdin.end(), kill: () => child.kill("SIGKILL") }
}

const call = (port: number, key: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, ...body && { method: "POST", body: JSON.stringify(body) }
    })
    return { status: response.status, json: await response.json() as any }
  })

const medianOf = (all: ReadonlyArray<number>) => all.toSorted((a, b) => a - b)[all.length >> 1]!

/** What uploads leave in the database: files, pieces, locks and transactions. */
const left = OwnerSql.use((sql) => sql<{ files: number; pieces: number; attached: number; locks: number; transactions: number }>`
  select (select count(*)::int from uploads) as files, (select count(*)::int from upload_pieces) as pieces, (select count(*)::int from files) as attached,
    (select count(*)::int from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())) as locks,
    (select count(*)::int from pg_stat_activity where datname = current_database() and state like 'idle in transaction%') as transactions`).pipe(
  Effect.map(([row]) => row!))

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile()).toSorted()

layer(FreshDatabase(Effect.void), { excludeTestServices: true })("files that arrive at once", (it) => {
  /** The service, the companies that send, and one beside them. */
  const begun = Effect.gen(function*() {
    const url = yield* DatabaseUrl
    const dataDir = yield* home
    const service = yield* serve({ DATABASE_URL: Redacted.value(url), DATA_DIR: dataDir, LOG_LEVEL: "error", COMPANY_RATE_LIMIT: "1000000" })
    const company = Effect.gen(function*() {
      const { keys } = yield* Effect.provide(provisionWithKeys({ name: "x", tier: "enterprise", industry: null, owner: null }, "x"), owner(url))
      const { json } = yield* call(service.port, keys.live, "/crm/contacts", { first_name: "Grace" })
      return { key: keys.live, path: `/api/v1/crm/files?name=a.txt&contact_id=${json.id}` }
    })
    const senders = yield* Effect.forEach(Array.from({ length: COMPANIES }), () => company)
    return { dataDir, service, senders, beside: yield* company, uploads: Array.from({ length: UPLOADS }, (_, n) => senders[n % COMPANIES]!) }
  })

  it.effect(`${UPLOADS} of ${BYTES / MIB} MiB leave memory flat and hold up nobody else`, ({ annotate }) => Effect.gen(function*() {
    const { beside, service, uploads } = yield* begun
    const { port } = service
    interface Both {
      readonly reads: Told
      readonly writes: Told
    }
    const runs: Array<Both & { more: number; took: number; alone: Both }> = []
    /* The first uploads make the process as large as it gets by compiling. */
    yield* Effect.promise(() => sending<Told>({ port, uploads: uploads.slice(0, 2), bytes: BYTES }).told)
    for (let n = 0; n < MOST_RUNS; n++) {
      const before = sending<Both>({ port, key: beside.key })
      yield* Effect.sleep(ALONE_MS)
      before.end()
      const alone = yield* Effect.promise(() => before.told)
      const asking = sending<Both>({ port, key: beside.key })
      const idle = residentMb(service)
      let most = idle
      const watch = setInterval(() => most = Math.max(most, residentMb(service)), 50)
      const began = performance.now()
      const { statuses } = yield* Effect.promise(() => sending<Told>({ port, uploads, bytes: BYTES }).told)
      const took = performance.now() - began
      clearInterval(watch)
      asking.end()
      runs.push({ more: Math.round(most - idle), took: Math.round(took), alone, ...yield* Effect.promise(() => asking.told) })
      assert.deepStrictEqual(statuses, { 201: UPLOADS })
    }
    yield* Effect.promise(() => annotate(`load ${loadavg()[0]!.toFixed(1)}: ${JSON.stringify(runs)}`))
    for (const { reads, writes } of runs) assert.deepStrictEqual([Object.keys(reads.statuses), Object.keys(writes.statuses)], [["200"], ["201"]])
    assert.isAtMost(medianOf(runs.map(({ more }) => more)), MORE_MB, "MB more than before")
    for (const kind of ["reads", "writes"] as const) assert.isAtMost(medianOf(runs.map((run) => run[kind].p99)), P99_MS, kind)
  }).pipe(Effect.scoped), 1_800_000)

  it.effect(`${CUTS} that are cut at random places leave nothing behind`, () => Effect.gen(function*() {
    const { dataDir, senders, service } = yield* begun
    const before = yield* left
    const files = filesIn(dataDir)
    const body = Buffer.alloc(4 * MIB, "text\n")
    const cut = (n: number) => Effect.promise(async () => {
      const { key, path } = senders[n % COMPANIES]!
      const at = Math.floor(Math.random() * (n % 4 === 0 ? 600_000 : body.length))
      const socket = connect(service.port, "127.0.0.1").on("error", () => {})
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n`)
      await new Promise<unknown>((resolve) => socket.write(body.subarray(0, at), resolve))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200))
      if (n % 2 === 0) socket.resetAndDestroy()
      else socket.destroy()
    })
    yield* Effect.forEach(Array.from({ length: CUTS }, (_, n) => n), cut, { concurrency: 16 })
    const after = yield* eventually(left, (now) => JSON.stringify(now) === JSON.stringify(before))
    assert.deepStrictEqual(after, before)
    assert.deepStrictEqual(filesIn(dataDir), files)
    /* None counts against its company either. */
    const { statuses } = yield* Effect.promise(() => sending<Told>({ port: service.port, uploads: Array.from({ length: 10 }, () => senders[0]!), bytes: MIB }).told)
    assert.deepStrictEqual(statuses, { 201: 10 })
    assert.strictEqual(service.said.out, "", "an error was logged")
  }).pipe(Effect.scoped))
})

import { assert, it } from "@effect/vitest"
import { parse } from "csv-parse"
import { Effect, Schedule } from "effect"
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { begin, freePort, migratedHome, run, serve } from "../process/service.ts"
import { OwnerSql } from "../support/database.ts"
import { rounds } from "../support/rounds.ts"
import { inside, residentMiB } from "./importing.ts"

const ROWS = rounds(60_000, 1_000_000)

/** That a row has at least. */
const BYTES = 150

const filled = Effect.flatMap(OwnerSql, (sql) =>
  sql`insert into contacts (company_id, email, first_name, notes, tags)
    select 1, 'row' || n || '@x.example', 'Row ' || n, E'=note, "quoted"\nand ' || n, array['a', 'b,c'] from generate_series(1, ${ROWS}::int) n`)

/** What others do meanwhile: every tenth row goes from behind the middle, and new ones come. */
const changed = Effect.flatMap(OwnerSql, (sql) =>
  Effect.andThen(
    sql`update contacts set deleted_at = now() where company_id = 1 and id > ${ROWS / 2} and id % 10 = 0 and deleted_at is null`,
    sql`insert into contacts (company_id, email) select 1, 'new' || n || '@x.example' from generate_series(1, 500) n`
  ))

const sizeOf = (path: string) => existsSync(path) ? statSync(path).size : 0

/** Waits until a file has so many bytes. */
const reached = (path: string, bytes: number) =>
  Effect.sync(() => sizeOf(path)).pipe(
    Effect.repeat({ until: (size) => size >= bytes, schedule: Schedule.spaced("5 millis") }),
    Effect.timeout("10 minutes"),
    Effect.orDie
  )

const idsIn = async (path: string) => {
  const ids: Array<number> = []
  let head = true
  for await (const row of createReadStream(path).pipe(parse())) {
    if (!head) ids.push(Number(row[0]))
    head = false
  }
  return ids
}

/** What the client reaches the service through. Once cut, what is under way is lost and nobody is reached until it is mended. */
const network = (from: number, to: number) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const open = new Set<Socket>()
      const server = createServer((near) => {
        const far = connect(to, "127.0.0.1")
        for (const socket of [near, far]) {
          open.add(socket)
          socket.on("error", () => {}).on("close", () => {
            open.delete(socket)
            near.destroy()
            far.destroy()
          })
        }
        near.pipe(far).pipe(near)
      })
      const cut = Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of open) socket.destroy()
      })
      const mend = Effect.callback<void>((resume) => void server.listen(from, "127.0.0.1", () => resume(Effect.void)))
      return { cut, mend }
    }),
    ({ cut }) => cut
  )

/** The memory of processes while something is under way, as often as it is looked at. */
const watched = Effect.fnUntraced(function*(pids: Readonly<Record<string, number>>) {
  const seen = new Map(Object.keys(pids).map((name) => [name, [] as Array<number>]))
  yield* Effect.sync(() => {
    for (const [name, pid] of Object.entries(pids)) if (existsSync(`/proc/${pid}/status`)) seen.get(name)!.push(residentMiB(pid))
  }).pipe(Effect.ignoreCause, Effect.repeat(Schedule.spaced("50 millis")), Effect.forkScoped)
  return seen
})

const peak = (some: ReadonlyArray<number>) => Math.round(Math.max(...some))

it.live(`an export of ${ROWS} rows is complete and has no row twice, though server and client are killed and the network is cut`, ({ annotate }) =>
  Effect.gen(function*() {
    const folder = yield* migratedHome
    const [port, near] = [yield* freePort, yield* freePort]
    /* The long one keeps to the limit of its tier, and waits as often as it is told to. */
    const variables = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: "warn", ...ROWS < 100_000 && { COMPANY_RATE_LIMIT: "1000000" } }
    const made = yield* run(
      ["bootstrap", "--company", "Export", "--owner-email", "export@x.example", "--tier", "enterprise", "--json"], variables
    )
    assert.strictEqual(made.code, 0, made.err)
    const { cut, mend } = yield* network(near, port)
    yield* mend
    const output = join(folder, "contacts.csv")
    const part = `${output}.part`
    const command = ["export", "list_contacts", "--url", `http://127.0.0.1:${near}`, "--out", output]
    const key = { API_KEY: JSON.parse(made.out).keys.live as string }
    const begun = performance.now()

    const { client, memory } = yield* Effect.scoped(Effect.gen(function*() {
      const service = yield* serve(variables)
      yield* inside(folder, filled)
      const client = yield* begin(command, key)
      yield* reached(part, ROWS * BYTES * 0.2)
      service.signal("SIGKILL")
      yield* service.ended
      return yield* Effect.scoped(Effect.gen(function*() {
        const again = yield* serve(variables)
        yield* inside(folder, changed)
        yield* reached(part, ROWS * BYTES * 0.4)
        client.signal("SIGKILL")
        assert.strictEqual((yield* client.ended).signal, "SIGKILL")
        assert.isFalse(existsSync(output))
        const { bytes } = JSON.parse(readFileSync(`${output}.resume`, "utf8"))
        const other = yield* run(["export", "list_tasks", ...command.slice(2)], key)
        assert.deepStrictEqual([other.code, other.err.includes("is the beginning of another export")], [1, true], other.err)
        const next = yield* begin(command, key)
        const memory = yield* watched({ server: again.pid, client: next.pid })
        yield* reached(part, Math.max(bytes, ROWS * BYTES * 0.6))
        yield* cut
        assert.isFalse(existsSync(output), "the network was cut too late")
        yield* mend
        return { client: yield* next.ended, memory }
      }))
    }))
    const seconds = (performance.now() - begun) / 1_000
    assert.strictEqual(client.code, 0, client.err)
    assert.match(client.err, /^[\d,]+ rows, [\d,]+ of them from before: [\d,]+ rows a second\.\n$/u)
    assert.deepStrictEqual(readdirSync(folder).filter((name) => name.startsWith("contacts.csv")), ["contacts.csv"])

    const ids = yield* Effect.promise(() => idsIn(output))
    const found = new Set(ids)
    assert.strictEqual(found.size, ids.length, "no row twice")
    for (let n = 1; n <= ROWS; n++) {
      if (n <= ROWS / 2 || n % 10 !== 0) assert.isTrue(found.has(n), `row ${n} is missing`)
    }
    yield* Effect.promise(() => annotate(`${ids.length} rows, ${Math.round(sizeOf(output) / 1_048_576)} MiB in ${Math.round(seconds)} s. ${client.err.trim()}`))
    for (const [name, all] of memory) {
      const quarters = [0, 1, 2, 3].map((n) => peak(all.slice(Math.floor(n * all.length / 4), Math.floor((n + 1) * all.length / 4))))
      yield* Effect.promise(() => annotate(`${name}: up to ${quarters.join(", ")} MiB in the quarters of the rest`))
      /* The shorter run ends while both still warm up. */
      if (ROWS > 100_000) assert.isBelow(quarters[3]!, Math.max(quarters[0]!, quarters[1]!) * 1.2, `the memory of the ${name} grows`)
    }
  }).pipe(Effect.scoped), 1_800_000)

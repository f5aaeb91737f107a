import { spawnSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { attach } from "#layers/embedded-postgres/attach"
import { serves } from "#layers/embedded-postgres/process"
import { start } from "#layers/embedded-postgres/start"
import {
  root, home, dataFolder, quick, Seed, usedData, asked, gone, refusal, child, startedBy, bystander, leaveLocks, clone
} from "../support/embedded.ts"

layer(Seed.layer, { excludeTestServices: true })("embedded PostgreSQL", (it) => {
  describe("a PostgreSQL of our own", () => {
    it.effect("starts, answers, stops and leaves no process", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const cluster = yield* Effect.scoped(Effect.tap(start({ data }), (cluster) =>
          Effect.gen(function*() {
            assert.strictEqual(yield* asked(cluster.url("postgres")), 42)
            assert.isTrue(serves(cluster.pid, data))
          })))

        assert.isFalse(serves(cluster.pid, data))
        assert.isFalse(existsSync(join(data, "postmaster.pid")))
      }))

    it.effect("keeps what was written, and is durable unless told otherwise", () =>
      Effect.gen(function*() {
        const data = yield* dataFolder
        const run = <A>(f: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) =>
          Effect.scoped(Effect.flatMap(start({ data }), ({ url }) =>
            Effect.provide(SqlClient.SqlClient.use(f), PgClient.layer({ url: Redacted.make(url("postgres")) }))))

        yield* run((sql) => sql`create table notes as select 'kept' as text`)
        assert.deepStrictEqual(yield* run((sql) => sql`select text from notes`), [{ text: "kept" }])
        assert.deepStrictEqual(yield* run((sql) => sql`select current_setting('fsync') as fsync`), [{ fsync: "on" }])
      }))

    it.effect("does not outlive a process that is killed", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const process_ = yield* child(data)
        const { pid, url } = yield* startedBy(process_)
        assert.strictEqual(yield* asked(url), 42)

        process_.kill()
        yield* gone(pid, data)
        yield* Effect.scoped(Effect.flatMap(quick(data), ({ url }) => asked(url("postgres"))))
      }))

    it.effect("waits for one that is stopping", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const process_ = yield* child(data)
        const first = yield* startedBy(process_)

        process_.kill()
        const second = yield* quick(data)
        assert.notStrictEqual(second.pid, first.pid)
      }))

    it.effect("starts after its server was killed", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        yield* Effect.scoped(Effect.gen(function*() {
          const cluster = yield* quick(data)
          process.kill(cluster.pid, "SIGKILL")
          yield* gone(cluster.pid, data)
        }))
        assert.strictEqual(yield* asked((yield* quick(data)).url("postgres")), 42)
      }))

    it.effect("says who uses the data", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const { pid, url } = yield* quick(data)
        const message = yield* refusal(data)
        assert.include(message, `${data} is in use by a running PostgreSQL, process ${pid}`)
        assert.include(message, "DATA_DIR")
        assert.strictEqual(yield* asked(url("postgres")), 42)
      }))

    it.effect("is made once when several processes start it at the same time", () =>
      Effect.gen(function*() {
        const data = yield* dataFolder
        const children = yield* Effect.all([child(data), child(data), child(data)])
        const told = yield* Effect.all(children.map(({ told }) => told), { concurrency: "unbounded" })
        assert.lengthOf(told.filter((each) => "started" in each), 1, JSON.stringify(told))
        for (const each of told) if ("failed" in each) assert.include(each.failed, "is in use by a running PostgreSQL")
      }))

    it.effect("serves data below a path too long for a socket", () =>
      Effect.gen(function*() {
        const data = join(yield* home, "long".repeat(30), "data")
        const { socket, url } = yield* quick(data)
        assert.notStrictEqual(socket, data)
        assert.strictEqual(statSync(socket).mode & 0o777, 0o700)
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(socket, { recursive: true })))
        assert.strictEqual(yield* asked(url("postgres")), 42)
        assert.strictEqual(Option.getOrThrow(yield* attach({ data })).socket, socket)
      }))
  })

  describe("attaching", () => {
    it.effect("finds the server of somebody else and leaves it running", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const process_ = yield* child(data)
        const { pid, url } = yield* startedBy(process_)

        const found = Option.getOrThrow(yield* Effect.scoped(attach({ data })))
        assert.strictEqual(found.pid, pid)
        assert.strictEqual(found.url("postgres"), url)
        assert.strictEqual(yield* asked(found.url("postgres")), 42)

        process_.kill()
        yield* gone(pid, data)
        assert.deepStrictEqual(yield* attach({ data }), Option.none())
      }))

    it.effect("finds nothing where there is nothing", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* attach({ data: join(yield* home, "absent") }), Option.none())
        assert.deepStrictEqual(yield* attach({ data: yield* usedData }), Option.none())
      }))
  })

  describe("what an earlier run left", () => {
    it.effect("a lock whose number another process has got", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        leaveLocks(data, yield* bystander(data, "echo $$; exec sleep 60"))
        assert.deepStrictEqual(yield* attach({ data }), Option.none())
        assert.strictEqual(yield* asked((yield* quick(data)).url("postgres")), 42)
      }))

    it.effect("a lock of a zombie", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        leaveLocks(data, yield* bystander(data, "sleep 0 & echo $!; exec sleep 60"))
        assert.strictEqual(yield* asked((yield* quick(data)).url("postgres")), 42)
      }))

    it.effect("an empty lock", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        writeFileSync(join(data, "postmaster.pid"), "")
        assert.strictEqual(yield* asked((yield* quick(data)).url("postgres")), 42)
      }))

    it.effect("a data folder half made", () =>
      Effect.gen(function*() {
        const data = yield* dataFolder
        for (const left of [`${data}.init`, `${data}.init-2147483000`]) {
          mkdirSync(left)
          writeFileSync(join(left, "PG_VERSION"), "18\n")
        }
        assert.strictEqual(yield* asked((yield* quick(data)).url("postgres")), 42)
        assert.isFalse(existsSync(`${data}.init`) || existsSync(`${data}.init-2147483000`))
      }))
  })

  describe("a start that cannot succeed says why", () => {
    it.effect("data of another version", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        writeFileSync(join(data, "PG_VERSION"), "17\n")
        assert.include(yield* refusal(data), `${data} was made by PostgreSQL 17 and this is PostgreSQL 18`)
      }))

    it.effect("data open to others", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        chmodSync(data, 0o755)
        assert.include(yield* refusal(data), `run chmod 700 ${data}`)
      }))

    it.effect("a folder of other things, which stay as they are", () =>
      Effect.gen(function*() {
        const data = yield* dataFolder
        mkdirSync(data)
        writeFileSync(join(data, "thesis.txt"), "the only copy")
        assert.include(yield* refusal(data), "holds something else than PostgreSQL's data")
        assert.strictEqual(readFileSync(join(data, "thesis.txt"), "utf8"), "the only copy")
      }))

    it.effect("a file where a folder should be", () =>
      Effect.gen(function*() {
        const file = join(yield* home, "file")
        writeFileSync(file, "")
        assert.include(yield* refusal(join(file, "data")), `Cannot make the folder ${file}`)
      }))

    it.effect("a server that gives up, with its last words", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const { message } = yield* Effect.flip(start({ data, settings: ["shared_buffers=plenty"] }))
        assert.include(message, "PostgreSQL ended while starting")
        assert.include(message, "invalid value for parameter \"shared_buffers\"")
      }))

    it.effect("no PostgreSQL for this platform", () =>
      Effect.gen(function*() {
        const folder = yield* home
        const process_ = yield* child(join(folder, "data"), clone(join(folder, "code"), { native: false }))
        const told = yield* process_.told
        assert.include("failed" in told ? told.failed : "", "is not installed: run npm install")
      }))
  })

  describe.runIf(root)("for root", () => {
    it.effect("PostgreSQL runs as somebody else", () =>
      Effect.gen(function*() {
        const { pid } = yield* quick(yield* usedData)
        assert.notStrictEqual(statSync(`/proc/${pid}`).uid, 0)
      }))

    it.effect("a clone in a private home is served from where that somebody can reach", () =>
      Effect.gen(function*() {
        const folder = yield* home
        const code = clone(join(folder, "code"), { native: true })
        chmodSync(folder, 0o700)
        const requested = join(code, ".data/postgres-18")

        const first = yield* child(requested, code)
        const { data, pid, url } = yield* startedBy(first)
        const copy = dirname(dirname(dirname(readlinkSync(`/proc/${pid}/exe`))))
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => [data, copy].forEach((path) => rmSync(path, { recursive: true, force: true })))
        )
        assert.match(data, /^\/var\/lib\/business-platform\/data-/)
        assert.match(copy, /^\/var\/lib\/business-platform\/18\./)
        assert.strictEqual(yield* asked(url), 42)
        assert.isTrue(first.logged.some((line) => line.includes(data) && line.includes(requested)), first.logged.join("\n"))
        assert.isTrue(first.logged.some((line) => line.includes(copy)), first.logged.join("\n"))
        assert.strictEqual(Option.getOrThrow(yield* attach({ data: requested })).pid, pid)

        first.kill()
        yield* gone(pid, data)
        const again = yield* startedBy(yield* child(requested, code))
        assert.strictEqual(again.data, data)
      }))

    it.effect("data that was made as root is refused with the remedy", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        chownSync(data, 0, 0)
        assert.include(yield* refusal(data), "chown -R")
      }))

    it.effect("PostgreSQL runs as the owner of the data it finds", () =>
      Effect.gen(function*() {
        const data = yield* usedData
        const daemon = 1
        assert.strictEqual(spawnSync("chown", ["-R", String(daemon), data]).status, 0)
        const { pid } = yield* quick(data)
        assert.strictEqual(statSync(`/proc/${pid}`).uid, daemon)
      }))
  })
})

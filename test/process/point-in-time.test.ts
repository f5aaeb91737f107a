import { randomBytes } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import pg from "pg"
import { archivedIn, gapIn, SEALED } from "#layers/backup/segments"
import { dataOf } from "#layers/database/url"
import { attach } from "#layers/embedded-postgres/attach"
import { spoolOf } from "#layers/embedded-postgres/wal"
import { eventually } from "../support/eventually.ts"
import { ask, home, migratedHome, run, serve, type Service } from "./service.ts"

type Variables = Readonly<Record<string, string>>

/** As the owner of the database of a running service. */
const asked = Effect.fnUntraced(function*(variables: Variables, ...statements: ReadonlyArray<string>) {
  const cluster = yield* Effect.flatMap(attach({ data: dataOf(variables["DATA_DIR"]!) }), Effect.fromOption)
  return yield* Effect.promise(async () => {
    const client = new pg.Client({ connectionString: cluster.url("postgres") })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  })
})

const created = Effect.fnUntraced(function*(service: Service, key: string, email: string) {
  const { status } = yield* ask(service, "/api/v1/crm/contacts", {
    method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: JSON.stringify({ email })
  })
  assert.strictEqual(status, 201)
  return email
})

const written = (service: Service, key: string, name: string, count: number) =>
  Effect.forEach(Array.from({ length: count }, (_, n) => `${name}-${n}@x.example`), (email) => created(service, key, email))

const emailsOf = Effect.fnUntraced(function*(service: Service, key: string) {
  const { json, status } = yield* ask(service, "/api/v1/crm/contacts?limit=200&sort=id", { headers: { authorization: `Bearer ${key}` } })
  assert.strictEqual(status, 200, JSON.stringify(json))
  return json.items.map((contact: any) => contact.email) as ReadonlyArray<string>
})

const metricsOf = (service: Service) => Effect.map(ask(service, "/metrics"), ({ json }) => String(json))

/** A moment after all that was acknowledged, and before all that comes. */
const moment = Effect.promise(async () => {
  const now = Date.now() + 1
  while (Date.now() <= now + 1) await new Promise((next) => setImmediate(next))
  return new Date(now).toISOString()
})

const waitingIn = (variables: Variables) => readdirSync(spoolOf(resolve(dataOf(variables["DATA_DIR"]!))))

/**
 * An installation that took a backup, wrote on, lost all contacts by a mistake, was killed while it archived its log, and went on after that.
 */
class Story extends Context.Service<Story, {
  readonly variables: Variables
  readonly key: string
  readonly file: string
  readonly kept: ReadonlyArray<string>
  readonly later: ReadonlyArray<string>
  readonly early: string
  readonly before: string
  readonly metrics: string
}>()("test/Story") {
  static readonly layer = Layer.effect(Story, Effect.gen(function*() {
    const folder = yield* home
    const log = join(folder, "wal")
    mkdirSync(log)
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error", SECRET_KEY: randomBytes(36).toString("base64"), WAL_ARCHIVE: log }
    const made = yield* run(["bootstrap", "--company", "Acme", "--owner-email", "a@x.example", "--json"], variables)
    const key: string = JSON.parse(made.out).keys.live
    const early = yield* moment

    const first = yield* serve(variables)
    const old = yield* written(first, key, "old", 5)
    const file = join(folder, "backup.age")
    const taken = yield* run(["backup", "--json", "--no-check", file], variables)
    assert.deepStrictEqual([taken.code, taken.err], [0, ""])
    const fresh = yield* written(first, key, "fresh", 10)
    yield* asked(variables, "select pg_switch_wal()")
    const last = yield* written(first, key, "last", 10)
    const before = yield* moment
    yield* asked(variables, "delete from contacts", "select pg_switch_wal()")
    for (let n = 0; n < 5; n++) {
      yield* created(first, key, `lost-${n}@x.example`)
      yield* asked(variables, "delete from contacts", "select pg_switch_wal()")
    }
    first.signal("SIGKILL")
    yield* first.ended

    const second = yield* serve(variables)
    const later = yield* written(second, key, "later", 10)
    yield* asked(variables, "select pg_switch_wal()")
    const metrics = yield* eventually(metricsOf(second), (text) => /^wal_archive_waiting 0$/mu.test(text) && /^wal_archive_sealed_total [1-9]/mu.test(text))
    const latest = yield* created(second, key, "latest@x.example")
    second.signal("SIGTERM")
    assert.strictEqual((yield* second.ended).code, 0)
    return { variables, key, file, kept: [...old, ...fresh, ...last], later: [...later, latest], early, before, metrics }
  }))
}

const into = (variables: Variables, folder: string) => ({ ...variables, DATA_DIR: join(folder, "data") })

layer(Story.layer, { excludeTestServices: true, timeout: "3 minutes" })("service restore --until", (it) => {
  it.effect("finds all of the log in WAL_ARCHIVE, though the service was killed while it archived", () =>
    Effect.gen(function*() {
      const { metrics, variables } = yield* Story
      const names = yield* Effect.promise(() => archivedIn(variables["WAL_ARCHIVE"]!, SEALED))
      const segments = names.filter((name) => name.length === 24)
      assert.isAbove(segments.length, 7)
      assert.isUndefined(gapIn(names, segments[0]!))
      assert.deepStrictEqual(waitingIn(variables), [])
      assert.match(metrics, /^wal_archive_behind_seconds 0$/mu)
    }))

  it.effect("goes back to before a mistake: all that was acknowledged until then is there, and nothing after", () =>
    Effect.gen(function*() {
      const { before, file, kept, key, later, variables } = yield* Story
      const copy = yield* home
      cpSync(variables["WAL_ARCHIVE"]!, join(copy, "wal"), { recursive: true })
      const there = { ...into(variables, copy), WAL_ARCHIVE: join(copy, "wal") }
      const restored = yield* run(["restore", "--until", before, "--json", file], there)
      assert.deepStrictEqual([restored.code, restored.err], [0, ""])
      const said = JSON.parse(restored.out)
      assert.deepInclude(said, { companies: 1, ended: false })
      assert.isBelow(Date.parse(said.until), Date.parse(before))
      assert.deepStrictEqual(readdirSync(there.DATA_DIR).filter((name) => name.startsWith(".") || name.includes("init")), [])

      const service = yield* serve(there)
      assert.deepStrictEqual(yield* emailsOf(service, key), kept)
      yield* created(service, key, "again@x.example")
      service.signal("SIGTERM")
      assert.strictEqual((yield* service.ended).code, 0)
      const names = yield* Effect.promise(() => archivedIn(there.WAL_ARCHIVE, SEALED))
      assert.isTrue(names.includes("00000002.history"))
      assert.isTrue(names.some((name) => name.length === 24 && name.startsWith("00000002")))

      const again = into(there, yield* home)
      const end = yield* run(["restore", "--until", "end", file], again)
      assert.deepStrictEqual([end.code, end.err], [0, ""])
      assert.deepStrictEqual(yield* emailsOf(yield* serve({ ...again, WAL_ARCHIVE: "" }), key), [...kept, "again@x.example"])
      assert.isNotEmpty(later)
    }))

  it.effect("goes to the end of the log for end, a time in the future, and a time after the last change", () =>
    Effect.gen(function*() {
      const { file, key, later, variables } = yield* Story
      const there = into(variables, yield* home)
      const now = yield* run(["restore", "--check", "--until", yield* moment, "--json", file], there)
      assert.deepStrictEqual([now.code, now.err], [0, ""])
      const { ended, examined } = JSON.parse(now.out)
      assert.isTrue(ended)
      for (const count of [examined.tables, examined.rows, examined.indexes]) assert.isAbove(count, 100)
      assert.deepStrictEqual(readdirSync(there.DATA_DIR), ["backup-check.json"])
      const future = yield* run(["restore", "--until", new Date(Date.now() + 86_400_000).toISOString(), file], there)
      assert.deepStrictEqual([future.code, future.err], [0, ""])
      assert.match(future.out, /^Restored: 1 company, \d+ receipts, .* The last change taken from the log was made at /u)
      assert.deepStrictEqual(yield* emailsOf(yield* serve({ ...there, WAL_ARCHIVE: "" }), key), later)
    }))

  it.effect("says what is wrong, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const { before, early, file, variables } = yield* Story
      const folder = yield* home
      const there = into(variables, folder)
      mkdirSync(there.DATA_DIR)
      const log = variables["WAL_ARCHIVE"]!
      const segments = readdirSync(log).filter((name) => /^\w{24}\./u.test(name)).toSorted()
      const changed = (name: string, change: (folder: string) => void) => {
        cpSync(log, join(folder, name), { recursive: true })
        change(join(folder, name))
        return join(folder, name)
      }
      const gap = changed("gap", (copy) => rmSync(join(copy, segments.at(-3)!)))
      const damaged = changed("damaged", (copy) => writeFileSync(join(copy, segments.at(-3)!), "age-encryption.org/v1\n"))
      const cases: ReadonlyArray<readonly [flags: ReadonlyArray<string>, says: RegExp, Variables?]> = [
        [["--until", early], /^The backup was begun at .* and was not finished at /u],
        [["--until", "end", "--log", gap], /has a gap: \w{24}\.zst\.age is not there/u],
        [["--until", "end", "--log", damaged], /^Cannot read \w{24} of the log .* Is it whole, and is SECRET_KEY the one/u],
        [["--until", "end", "--log", join(folder, "nothing")], /^There is no folder .*nothing/u],
        [["--until", "end"], /needs the log of the database: name its folder with --log/u, { WAL_ARCHIVE: "" }],
        [["--until", before], /^Cannot restore .* is SECRET_KEY the one/u, { SECRET_KEY: randomBytes(36).toString("base64") }],
        [["--until", "2026-11-28T14:20"], /takes a time with its zone/u]
      ]
      for (const [flags, says, other = {}] of cases) {
        const { code, err, out } = yield* run(["restore", ...flags, file], { ...there, ...other })
        assert.deepStrictEqual([flags, code, out], [flags, 1, ""])
        assert.match(err, says)
        assert.deepStrictEqual(readdirSync(there.DATA_DIR).filter((name) => name !== "objects"), [], flags.join(" "))
      }
      const none = yield* run(["restore", folder], there)
      assert.deepStrictEqual([none.code, none.err], [1, `There is no backup in ${folder}.\n`])
      const earlier = yield* run(["restore", "--check", "--until", before, "--log", gap, file], there)
      assert.deepStrictEqual([earlier.code, earlier.err], [0, ""])
    }))

  it.effect("is left all that a kept backup needs by backup --keep, which removes old backups and the log that none of those left needs", () =>
    Effect.gen(function*() {
      const { before, file, variables } = yield* Story
      const folder = yield* home
      const log = join(folder, "wal")
      cpSync(variables["WAL_ARCHIVE"]!, log, { recursive: true })
      const there = { ...variables, WAL_ARCHIVE: log }
      const backups = join(folder, "backups")
      mkdirSync(backups)
      const [oldest, old] = ["business-platform-2020-01-01T000000Z.tar.zst.age", "business-platform-2020-01-02T000000Z.tar.zst.age"] as const
      for (const name of [oldest, old, "of-somebody-else.age"]) cpSync(file, join(backups, name))
      const needless = readdirSync(log).length

      const two = yield* run(["backup", "--keep", "2", "--json", backups], there)
      assert.deepStrictEqual([two.code, two.err], [0, ""])
      const { removed } = JSON.parse(two.out)
      assert.strictEqual(removed.backups, 1)
      assert.isAbove(removed.segments, 0)
      assert.deepStrictEqual([existsSync(join(backups, oldest)), existsSync(join(backups, old)), existsSync(join(backups, "of-somebody-else.age"))], [false, true, true])
      const still = yield* run(["restore", "--check", "--until", before, join(backups, old)], there)
      assert.deepStrictEqual([still.code, still.err], [0, ""])

      writeFileSync(join(backups, "business-platform-2020-01-03T000000Z.tar.zst.age"), "damaged")
      const held = readdirSync(log).length
      const damaged = yield* run(["backup", "--keep", "3", backups], there)
      assert.strictEqual(damaged.code, 1)
      assert.match(damaged.err, /^Nothing was removed, since .*2020-01-03/u)
      assert.deepStrictEqual([readdirSync(log).length, existsSync(join(backups, old))], [held, true])

      const one = yield* run(["backup", "--keep", "1", "--json", backups], there)
      assert.deepStrictEqual([one.code, one.err], [0, ""])
      assert.isBelow(readdirSync(log).length, needless)
      assert.deepStrictEqual(readdirSync(backups).filter((name) => name.startsWith("business-platform-2020")), [])
      const unsure = yield* run(["backup", "--keep", "1", "--no-check", backups], there)
      assert.strictEqual(unsure.code, 1)
      assert.match(unsure.err, /only once the new one is proved/u)
    }))
})

layer(Layer.empty, { excludeTestServices: true })("WAL_ARCHIVE", (it) => {
  it.effect("is refused where it cannot be kept", () =>
    Effect.gen(function*() {
      const folder = yield* home
      const key = randomBytes(36).toString("base64")
      const cases: ReadonlyArray<readonly [Variables, RegExp]> = [
        [{ WAL_ARCHIVE: join(folder, "nothing"), SECRET_KEY: key }, /^WAL_ARCHIVE names .*nothing, which cannot be written to: it does not exist/u],
        [{ WAL_ARCHIVE: folder }, /^WAL_ARCHIVE is set but not SECRET_KEY/u]
      ]
      for (const [variables, says] of cases) {
        const { code, err } = yield* run(["serve"], { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent", ...variables })
        assert.deepStrictEqual([code, existsSync(join(folder, "data/postgres-18"))], [1, false])
        assert.match(err, says)
      }
    }))

  it.effect("keeps what it cannot move, says so, and moves it once it can", () =>
    Effect.gen(function*() {
      const folder = yield* home
      const log = join(folder, "wal")
      mkdirSync(log)
      const variables = { DATA_DIR: yield* migratedHome, SECRET_KEY: randomBytes(36).toString("base64"), WAL_ARCHIVE: log }
      const service = yield* serve(variables)
      yield* eventually(Effect.sync(() => existsSync(spoolOf(resolve(dataOf(variables.DATA_DIR))))), (there) => there)
      renameSync(log, join(folder, "away"))
      yield* asked(variables, "select pg_switch_wal()")
      yield* eventually(metricsOf(service), (text) => /^wal_archive_waiting [1-9]/mu.test(text))
      yield* eventually(Effect.sync(() => service.said.out), (text) => text.includes("cannot be archived"))
      renameSync(join(folder, "away"), log)
      yield* eventually(metricsOf(service), (text) => /^wal_archive_waiting 0$/mu.test(text))
      assert.isNotEmpty(readdirSync(log).filter((name) => name.endsWith(SEALED)))
    }))
})

layer(Layer.empty, { excludeTestServices: true })("a backup", (it) => {
  it.effect("with an index that lacks rows is found out, and the service tells of it until one is proved", () =>
    Effect.gen(function*() {
      const folder = yield* home
      const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error", SECRET_KEY: randomBytes(36).toString("base64") }
      const service = yield* serve(variables)
      yield* asked(variables, "create table broken (a int primary key)", "update pg_index set indisready = false where indexrelid = 'broken_pkey'::regclass")
      yield* asked(variables, "insert into broken select generate_series(1, 9)", "update pg_index set indisready = true where indexrelid = 'broken_pkey'::regclass")
      const broken = yield* run(["backup", folder], variables)
      assert.strictEqual(broken.code, 1)
      assert.match(broken.err, /broken_pkey/u)
      yield* eventually(metricsOf(service), (text) => /^backup_check_failed 1$/mu.test(text) && /^backup_proved_timestamp_seconds 0$/mu.test(text))
      const told = yield* ask(service, "/health/ready")
      assert.deepStrictEqual([told.status, told.json.checks.backup], [200, "unavailable"])

      yield* asked(variables, "drop table broken")
      const whole = yield* run(["backup", join(folder, "whole")], variables)
      assert.deepStrictEqual([whole.code, whole.err], [0, ""])
      yield* eventually(metricsOf(service), (text) => /^backup_check_failed 0$/mu.test(text) && /^backup_proved_timestamp_seconds 1\.?\d/mu.test(text))
      assert.notProperty((yield* ask(service, "/health/ready")).json.checks, "backup")
    }))
})

import { randomBytes } from "node:crypto"
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import sharp from "sharp"
import { ask, home, migratedHome, run, serve, type Service } from "./service.ts"

type Variables = Readonly<Record<string, string>>

/** What a check came to, for the service. */
const REPORT = "backup-check.json"

const MEBIBYTE = 1024 ** 2

/** A copy of an installation with a demo company goes on with its credentials. */
const DEMO = "{\"company_id\":7}\n"

/** A working service, and what was answered with 201 before the backup began. */
class BackedUp extends Context.Service<BackedUp, {
  readonly variables: Variables
  readonly key: string
  readonly before: ReadonlyArray<string>
  readonly file: string
  readonly said: any
}>()("test/BackedUp") {
  static readonly layer = Layer.effect(BackedUp, Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error", SECRET_KEY: randomBytes(36).toString("base64") }
    const made = yield* run(["bootstrap", "--company", "Acme", "--owner-email", "a@x.example", "--json"], variables)
    const key: string = JSON.parse(made.out).keys.live
    writeFileSync(join(variables.DATA_DIR, "demo.json"), DEMO, { mode: 0o600 })
    const service = yield* serve(variables)
    yield* uploaded(service, key)
    const before: Array<string> = []
    for (let n = 0; n < 20; n++) before.push(yield* created(service, key, `before-${n}@x.example`))

    let over = false
    const load = yield* Effect.forkScoped(Effect.gen(function*() {
      for (let n = 0; !over; n++) yield* written(service, key, `during-${n}@x.example`)
    }))
    const file = join(yield* home, "backup.age")
    const taken = yield* run(["backup", "--json", file], variables)
    over = true
    yield* Fiber.join(load)
    assert.deepStrictEqual([taken.code, taken.err], [0, ""])
    return { variables, key, before, file, said: JSON.parse(taken.out) }
  }))
}

const written = (service: Service, key: string, email: string) =>
  ask(service, "/api/v1/crm/contacts", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ email })
  })

const created = Effect.fnUntraced(function*(service: Service, key: string, email: string) {
  const { status } = yield* written(service, key, email)
  assert.strictEqual(status, 201)
  return email
})

const uploaded = Effect.fnUntraced(function*(service: Service, key: string) {
  const picture = yield* Effect.promise(() => sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } }).png().toBuffer())
  const form = new FormData()
  form.set("file", new File([new Uint8Array(picture)], "red.png", { type: "image/png" }))
  const { json, status } = yield* ask(service, "/api/v1/cms/media", { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form })
  assert.strictEqual(status, 201, JSON.stringify(json))
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name).slice(folder.length)).toSorted()

const leftIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("."))

layer(BackedUp.layer, { excludeTestServices: true, timeout: "3 minutes" })("service backup", (it) => {
  it.effect("holds all that was acknowledged before, taken and proved while the service worked", () =>
    Effect.gen(function*() {
      const { file, said, variables } = yield* BackedUp
      assert.deepInclude(said, { file, bytes: statSync(file).size, checked: true, companies: 1 })
      assert.strictEqual(statSync(file).mode & 0o077, 0)
      assert.deepStrictEqual(leftIn(variables["DATA_DIR"]!), [])
    }))

  it.effect("is restored into an empty folder, from which the service goes on", () =>
    Effect.gen(function*() {
      const { before, file, key, variables } = yield* BackedUp
      const elsewhere = { ...variables, DATA_DIR: join(yield* home, "data") }
      const restored = yield* run(["restore", file], elsewhere)
      assert.deepStrictEqual([restored.code, restored.err], [0, ""])
      assert.match(restored.out, /^Restored: 1 company, \d+ receipts/u)
      assert.include(restored.out, "runs their schedules")
      const demo = join(elsewhere.DATA_DIR, "demo.json")
      assert.deepStrictEqual([readFileSync(demo, "utf8"), statSync(demo).mode & 0o777], [DEMO, 0o600])

      const objects = filesIn(join(elsewhere.DATA_DIR, "objects"))
      assert.isNotEmpty(objects)
      assert.deepStrictEqual(objects, filesIn(join(variables["DATA_DIR"]!, "objects")).filter((name) => objects.includes(name)))

      const service = yield* serve(elsewhere)
      const { json, status } = yield* ask(service, "/api/v1/crm/contacts?limit=100&sort=id", { headers: { authorization: `Bearer ${key}` } })
      assert.strictEqual(status, 200, JSON.stringify(json))
      const emails = json.items.map((contact: any) => contact.email)
      assert.deepStrictEqual(before.filter((email) => !emails.includes(email)), [])
      yield* created(service, key, "after@x.example")

      const again = yield* run(["restore", file], elsewhere)
      assert.strictEqual(again.code, 1)
      assert.match(again.err, /holds a database already/u)
    }))

  it.effect("is refused with another key, changed, or cut off, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const { file, variables } = yield* BackedUp
      const folder = yield* home
      const data = { ...variables, DATA_DIR: join(folder, "data") }
      mkdirSync(data.DATA_DIR)
      const bytes = readFileSync(file)
      const [changed, cut] = [join(folder, "changed"), join(folder, "cut")]
      cpSync(file, changed)
      const middle = Math.floor(bytes.length / 2)
      writeFileSync(changed, Buffer.concat([bytes.subarray(0, middle), Buffer.from([bytes[middle]! ^ 1]), bytes.subarray(middle + 1)]))
      writeFileSync(cut, bytes.subarray(0, Math.min(bytes.length - 1, MEBIBYTE)))
      const tries: ReadonlyArray<readonly [name: string, command: ReadonlyArray<string>, Variables]> = [
        ["another key", ["restore", file], { ...data, SECRET_KEY: randomBytes(36).toString("base64") }],
        ["changed", ["restore", changed], data],
        ["cut", ["restore", "--check", cut], data],
        ["not there", ["restore", join(folder, "nothing")], data]
      ]
      for (const [name, command, variables] of tries) {
        const { code, err, out } = yield* run(command, variables)
        assert.deepStrictEqual([name, code, out], [name, 1, ""])
        assert.match(err, /^Cannot restore /u)
        assert.deepStrictEqual(readdirSync(data.DATA_DIR).filter((left) => left !== REPORT), [], name)
      }
    }))

  it.effect("is opened by an older SECRET_KEY that stands behind the newest", () =>
    Effect.gen(function*() {
      const { file, variables } = yield* BackedUp
      const folder = yield* home
      const renewed = { ...variables, DATA_DIR: folder, SECRET_KEY: `${randomBytes(36).toString("base64")},${variables["SECRET_KEY"]}` }
      const { code, err, out } = yield* run(["restore", "--check", file], renewed)
      assert.deepStrictEqual([code, err], [0, ""])
      assert.match(out, /^Can be restored: 1 company/u)
      assert.deepStrictEqual(readdirSync(folder), [REPORT])
      assert.deepInclude(JSON.parse(readFileSync(join(folder, REPORT), "utf8")), { file, ok: true })
    }))

  it.effect("needs SECRET_KEY, and overwrites nothing", () =>
    Effect.gen(function*() {
      const { file, variables } = yield* BackedUp
      const { SECRET_KEY: _, ...keyless } = variables as Variables & { readonly SECRET_KEY: string }
      const without = yield* run(["backup", join(yield* home, "x")], keyless)
      assert.strictEqual(without.code, 1)
      assert.match(without.err, /SECRET_KEY, which is not set/u)
      const before = statSync(file).mtimeMs
      const onto = yield* run(["backup", file], variables)
      assert.deepStrictEqual([onto.code, statSync(file).mtimeMs], [1, before])
      assert.match(onto.err, /is there already/u)
    }))
})

import { spawnSync } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Schedule } from "effect"
import { attach } from "#layers/embedded-postgres/attach"
import { ask, home, run, serve, type Service } from "./service.ts"
import { eventually } from "../support/eventually.ts"
import { goal } from "../support/goals.ts"

/** One service on a folder that was empty, for all tests here. */
class First extends Context.Service<First, { readonly dataDir: string; readonly service: Service }>()("test/First") {
  static readonly layer = Layer.effect(First, Effect.gen(function*() {
    const dataDir = yield* home
    return { dataDir, service: yield* serve({ DATA_DIR: dataDir }) }
  }))
}

const postgresOf = (dataDir: string) => Effect.map(Effect.orDie(attach({ data: join(dataDir, "postgres-18") })), Option.map(({ pid }) => pid))

const curlMissing = spawnSync("curl", ["--version"]).status === 0 ? undefined : "skipped: curl is not installed on this machine"

layer(First.layer, { excludeTestServices: true })("a service that starts", (it) => {
  it.effect("is ready when it says so, and its log is JSON without the key", () =>
    Effect.gen(function*() {
      const { service } = yield* First
      const { json, status } = yield* ask(service, "/health/ready")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, { status: "ok", checks: { accepting: "ok", database: "ok" } })
      assert.isBelow(service.startedIn, goal(20_000))
      yield* ask(service, "/api/v1/crm/contacts?limit=1")
      yield* eventually(Effect.sync(() => service.said.out), (out) => out.endsWith("\n") && out.includes("\"route\":\"/api/v1/crm/contacts\""))
      const lines = service.said.out.trim().split("\n").map((line) => JSON.parse(line))
      assert.include(lines.map(({ msg }) => msg), "serving")
      const line = lines.find(({ route }) => route === "/api/v1/crm/contacts")
      assert.deepInclude(line, { level: "info", msg: "request", method: "GET", status: 200, company_id: 1 })
      assert.hasAllKeys(line, ["level", "time", "msg", "request_id", "company_id", "method", "route", "status", "duration_ms"])
      assert.notInclude(service.said.out, service.key.slice(16))
    }))

  it.effect("logs no key, no password, no body and no query", () =>
    Effect.gen(function*() {
      const { service } = yield* First
      const sends = (body: object) => ({ method: "POST", headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" }, body: JSON.stringify(body) })
      const requests = (out: string) => out.split("\n").filter((line) => line.includes("\"msg\":\"request\"")).length
      const before = requests(service.said.out)
      yield* ask(service, "/api/v1/crm/contacts?password=hunter2", sends({ first_name: "hunter2", notes: "hunter2" }))
      yield* ask(service, "/api/v1/crm/contacts", sends({ email: "hunter2", password: "hunter2" }))
      yield* ask({ ...service, key: "hunter2" }, "/api/v1/crm/contacts?search=hunter2")
      yield* ask(service, "/hunter2")
      yield* eventually(Effect.sync(() => service.said.out), (out) => requests(out) >= before + 4 && out.endsWith("\n"))
      assert.notInclude(service.said.out + service.said.err.replaceAll(service.key, ""), "hunter2")
    }))

  it.effect.skipIf(curlMissing)("prints three curl lines that work as printed", () =>
    Effect.gen(function*() {
      const { service } = yield* First
      const lines = service.said.err.split("\n").filter((line) => line.trim().startsWith("curl "))
      assert.lengthOf(lines, 3)
      const [contacts, deals, made] = lines.map((line) => JSON.parse(spawnSync("sh", ["-c", `${line} -sS`], { encoding: "utf8" }).stdout))
      assert.isAbove(contacts.total, 200)
      assert.lengthOf(contacts.items, 3)
      assert.isAbove(deals.total, 0)
      assert.include(made, { first_name: "Sam", version: 1 })
    }))

  it.effect("tells how the demo company's owner signs in, which they do", () =>
    Effect.gen(function*() {
      const { service } = yield* First
      const [, address, email, password] = /signs in at (\S+) as (\S+) with the password (\S+)/.exec(service.said.err)!
      assert.strictEqual(new URL(address!).pathname, "/dashboard")
      const { json, status } = yield* ask(service, "/api/v1/auth/login", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email, password })
      })
      assert.strictEqual(status, 200)
      assert.deepInclude(json.user, { email, role: "owner", company_id: 1 })
      assert.notInclude(service.said.out, password!)
    }))

  it.effect("has a demo company with a story, in addresses and numbers that are nobody's", () =>
    Effect.gen(function*() {
      const { service } = yield* First
      const all = Effect.fnUntraced(function*(what: string) {
        const first = (yield* ask(service, `/api/v1/crm/${what}?limit=200`)).json
        const second = (yield* ask(service, `/api/v1/crm/${what}?limit=200&offset=200`)).json
        return [...first.items, ...second.items] as ReadonlyArray<any>
      })
      const contacts = yield* all("contacts")
      assert.isAtLeast(contacts.length, 300)
      for (const { email, phone } of contacts) {
        if (email !== null) assert.match(email, /@([a-z0-9-]+\.example|example\.(com|net|org))$/)
        if (phone !== null) assert.match(phone, /^\+1\d{3}55501\d\d$/)
      }
      const deals = yield* all("deals")
      assert.sameMembers([...new Set(deals.map(({ stage }) => stage))], ["new", "qualified", "proposal", "negotiation", "won", "lost"])
      const lost = deals.find(({ status }) => status === "lost")
      const { json } = yield* ask(service, `/api/v1/crm/deals/${lost.id}`)
      assert.isAtLeast(json.history.length, 2)
      assert.isNotNull(json.lost_reason)
    }))

  it.effect("has room for a company of one's own beside it", () =>
    Effect.gen(function*() {
      const { dataDir, service } = yield* First
      const { code, err, out } = yield* run(
        ["bootstrap", "--company", "Acme", "--owner-email", "Owner@Acme.example", "--tier", "builder", "--industry", "dental", "--json"],
        { DATA_DIR: dataDir }
      )
      assert.deepStrictEqual([code, err], [0, ""])
      const made = JSON.parse(out)
      assert.hasAllKeys(made, ["company_id", "owner", "keys"])
      assert.strictEqual(made.owner.email, "owner@acme.example")
      assert.isAtLeast(made.owner.password.length, 20)
      assert.match(made.keys.live, /^sk_service_live_/)
      const { headers, json } = yield* ask({ port: service.port, key: made.keys.test }, "/api/v1/crm/contacts")
      assert.deepInclude(json, { total: 0 })
      assert.strictEqual(headers.get("x-ratelimit-limit"), "120")
    }))

  it.effect("has no demo company where somebody made a company first", () =>
    Effect.gen(function*() {
      const variables = { DATA_DIR: yield* home }
      const { code, err, out } = yield* run(["bootstrap", "--company", "First", "--owner-email", "a@first.example", "--json"], variables)
      assert.deepStrictEqual([code, err], [0, ""])
      const { company_id, keys } = JSON.parse(out)
      assert.strictEqual(company_id, 1)
      const service = yield* serve(variables)
      assert.strictEqual(service.key, "")
      assert.deepInclude((yield* ask({ ...service, key: keys.live }, "/api/v1/crm/contacts")).json, { total: 0 })
    }))

  it.effect("is found well by the doctor", () =>
    Effect.gen(function*() {
      const { dataDir, service } = yield* First
      const { code, out } = yield* run(["doctor", "--json"], { DATA_DIR: dataDir, PORT: String(service.port) })
      const { checks, healthy } = JSON.parse(out)
      assert.deepStrictEqual(
        checks.map(({ name, status }: any) => [name, status]),
        ["configuration", "database", "migrations", "tenancy", "background", "clock", "disk", "redis", "port"].map((name) => [name, "ok"])
      )
      assert.deepStrictEqual([healthy, code], [true, 0])
      const runs = yield* run(["runs", "--json"], { DATA_DIR: dataDir })
      assert.deepStrictEqual([runs.code, runs.err], [0, ""])
      assert.isArray(JSON.parse(runs.out))
    }))

  it.effect("keeps its port and its data to itself", () =>
    Effect.gen(function*() {
      const { dataDir, service } = yield* First
      const port = yield* run(["serve"], { DATA_DIR: yield* home, PORT: String(service.port) })
      assert.deepStrictEqual([port.code, port.err], [
        1,
        `Port ${service.port} of 127.0.0.1 is in use: stop what listens there, or set PORT to another (0 takes any free one).\n`
      ])
      const data = yield* run(["serve"], { DATA_DIR: dataDir })
      assert.strictEqual(data.code, 1)
      assert.match(data.err, /^The data folder .* is in use by a running PostgreSQL, process \d+: [^\n]+\n$/)
    }))

  it.effect("starts again with the same key, quicker, and leaves no PostgreSQL behind when it is killed", () =>
    Effect.gen(function*() {
      const { dataDir, service } = yield* First
      service.signal("SIGTERM")
      assert.deepInclude(yield* service.ended, { code: 0 })
      assert.isTrue(Option.isNone(yield* postgresOf(dataDir)))

      assert.strictEqual(statSync(join(dataDir, "demo.json")).mode & 0o777, 0o600)
      const { owner, ...before } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))
      assert.hasAllKeys(owner, ["email", "password"])
      writeFileSync(join(dataDir, "demo.json"), JSON.stringify(before))
      const again = yield* serve({ DATA_DIR: dataDir })
      assert.strictEqual(again.key, service.key)
      assert.notInclude(again.said.err, "signs in at", "one made before owners had accounts goes on as it was")
      assert.strictEqual((yield* ask(again, "/api/v1/crm/contacts")).status, 200)
      assert.isTrue(Option.isSome(yield* postgresOf(dataDir)))
      again.signal("SIGKILL")
      yield* again.ended
      yield* postgresOf(dataDir).pipe(
        Effect.filterOrFail(Option.isNone),
        Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 100 })
      )
    }))
})

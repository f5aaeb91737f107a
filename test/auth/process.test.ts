import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { hash } from "@node-rs/argon2"
import { Effect, Redacted } from "effect"
import { decodeProtectedHeader } from "jose"
import { owner } from "#layers/database/connections"
import { provision } from "#layers/auth/provision"
import { freshUrl } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { home, run, type Service, serve } from "../process/service.ts"

const EMAIL = "owner@process.example"
const PASSWORD = "correct horse battery staple"

const post = ({ port }: Service, path: string, body: object, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body)
    })
    return { status: response.status, json: await response.json() as any }
  })

const login = (service: Service, email = EMAIL, password = PASSWORD, from = "198.51.100.7") =>
  post(service, "/auth/login", { email, password }, { "x-forwarded-for": from })

const me = ({ port }: Service, token: string) =>
  Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status)

/** A company with an owner who can sign in, in a database of its own, and how a process of the service finds it. */
const fixture = Effect.gen(function*() {
  const url = yield* freshUrl
  const passwordHash = yield* Effect.promise(() => hash(PASSWORD))
  yield* provision({ name: "Process", tier: "builder", industry: null, owner: { email: EMAIL, name: "Olga", passwordHash } }).pipe(
    Effect.provide(owner(url))
  )
  return {
    DATABASE_URL: Redacted.value(url), DATABASE_POOL: "4", LOG_LEVEL: "warn", PUBLIC_RATE_LIMIT: "1000000", COMPANY_RATE_LIMIT: "1000000",
    TRUSTED_PROXIES: "1"
  }
})

/** Milliseconds until the token opens nothing at this process. */
const refusedAfter = Effect.fnUntraced(function*(service: Service, token: string) {
  const began = performance.now()
  while ((yield* me(service, token)) !== 401 && performance.now() - began < goal(1_000)) yield* Effect.sleep("10 millis")
  return performance.now() - began
})

describe("real processes of the service", () => {
  it.live("two know within a second that a session was ended, by its owner or because its refresh token came twice", () =>
    Effect.gen(function*() {
      const variables = yield* fixture
      const [one, two] = yield* Effect.all([serve(variables), serve(variables)], { concurrency: 2 })
      const { json: first } = yield* login(one)
      assert.deepStrictEqual([yield* me(one, first.access_token), yield* me(two, first.access_token)], [200, 200])
      assert.strictEqual((yield* post(one, "/auth/logout", {}, { authorization: `Bearer ${first.access_token}` })).status, 200)
      assert.isBelow(yield* refusedAfter(two, first.access_token), goal(1_000))

      const { json: second } = yield* login(two)
      assert.strictEqual(yield* me(two, second.access_token), 200)
      const again = () => post(one, "/auth/refresh", { refresh_token: second.refresh_token })
      assert.deepStrictEqual([(yield* again()).status, (yield* again()).status], [200, 401])
      assert.isBelow(yield* refusedAfter(two, second.access_token), goal(1_000))

      const { json: before } = yield* login(one)
      const rotated = yield* run(["signing-key", "rotate", "--json"], variables)
      assert.strictEqual(rotated.code, 0, rotated.err)
      const { kid } = JSON.parse(rotated.out)
      assert.notStrictEqual(decodeProtectedHeader(before.access_token).kid, kid)
      const told = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${two.port}/.well-known/jwks.json`)).json() as any)
      assert.includeMembers(told.keys.map((key: any) => key.kid), [kid, decodeProtectedHeader(before.access_token).kid])
      assert.deepStrictEqual([yield* me(one, before.access_token), yield* me(two, before.access_token)], [200, 200])
    }))

  it.live("one answers others while it hashes passwords as fast as it can", ({ annotate }) =>
    Effect.gen(function*() {
      const variables = yield* fixture
      const LAG_FILE = join(yield* home, "lag")
      const lagging = new URL("./lag.ts", import.meta.url).href
      const service = yield* serve({ ...variables, LAG_FILE, NODE_OPTIONS: `--import ${lagging}` })
      const lag = Effect.gen(function*() {
        rmSync(LAG_FILE, { force: true })
        service.signal("SIGUSR2")
        while (!existsSync(LAG_FILE) || readFileSync(LAG_FILE, "utf8") === "") yield* Effect.sleep("10 millis")
        return Number(readFileSync(LAG_FILE, "utf8"))
      })
      yield* login(service)
      yield* lag
      yield* Effect.sleep("2 seconds")
      const idle = yield* lag
      const statuses = yield* Effect.forEach(Array.from({ length: 200 }, (_, n) => n), (n) =>
        Effect.map(login(service, `nobody${n}@x.example`, "wrong", `2001:db8:${n.toString(16)}::1`), ({ status }) => status), { concurrency: 32 })
      const busy = yield* lag
      assert.deepStrictEqual([...new Set(statuses)], [401])
      /* How fast is the bench's to say (`npm run bench -- auth`): here others work beside it. */
      yield* Effect.promise(() => annotate(`p99 of the event loop's lag: ${idle.toFixed(1)} ms without load, ${busy.toFixed(1)} ms with`))
    }))
})

import { randomBytes } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { eventually } from "../support/eventually.ts"
import { primaryWithStandby, told } from "../support/standby.ts"
import { ask, home, run, serve, type Service } from "./service.ts"

const contacts = "/api/v1/crm/contacts"

/** Two processes of the service on one database that has a standby, and the keys of two companies. */
class Installation extends Context.Service<Installation, {
  readonly servers: Effect.Success<typeof primaryWithStandby>
  readonly services: readonly [Service, Service]
  readonly acme: string
  readonly bolt: string
}>()("test/Installation") {
  static readonly layer = Layer.effect(Installation, Effect.gen(function*() {
    const servers = yield* primaryWithStandby
    const variables = {
      DATABASE_URL: servers.primary, DATABASE_READ_URL: servers.standby, DATA_DIR: yield* home, SECRET_KEY: randomBytes(36).toString("base64"),
      COMPANY_RATE_LIMIT: "1000000", LOG_LEVEL: "warn"
    }
    const one = yield* serve(variables)
    const company = (name: string) => Effect.map(run(["bootstrap", "--company", name, "--owner-email", `a@${name}.example`, "--tier", "professional", "--json"], variables), ({ err, out }) => {
      assert.strictEqual(err, "")
      return JSON.parse(out).keys.live as string
    })
    const [acme, bolt] = [yield* company("acme"), yield* company("bolt")]
    return { servers, services: [one, yield* serve(variables)], acme, bolt } as const
  }))
}

const as = ({ port }: Service, key: string) => ({
  list: (search = "") => ask({ port, key }, `${contacts}?limit=200${search}`),
  add: (first_name: string) =>
    ask({ port, key }, contacts, { method: "POST", body: JSON.stringify({ first_name }), headers: { authorization: `Bearer ${key}`, "content-type": "application/json" } })
})

const namesOf = ({ json, status }: { readonly status: number; readonly json: any }): Array<string> => {
  assert.strictEqual(status, 200, JSON.stringify(json))
  return json.items.map((one: { readonly first_name: string }) => one.first_name)
}

const figure = (text: string, name: string) => Number(new RegExp(`^${name} (.+)$`, "mu").exec(text)?.[1])

const figuresOf = (service: Service) =>
  Effect.map(ask(service, "/metrics"), ({ json }) => ({
    usable: figure(json, "database_standby_usable"), seconds: figure(json, "database_standby_lag_seconds"), bytes: figure(json, "database_standby_lag_bytes"),
    there: figure(json, "database_standby_reads_total"), here: figure(json, "database_standby_passed_reads_total")
  }))

/** What a read of a company went to. */
const wentTo = Effect.fnUntraced(function*(service: Service, read: Effect.Effect<unknown>) {
  const before = yield* figuresOf(service)
  yield* read
  const after = yield* figuresOf(service)
  assert.isAbove(after.there + after.here, before.there + before.here)
  return after.here > before.here ? after.there > before.there ? "both" : "primary" : "standby"
})

const readsThere = Effect.fnUntraced(function*(key: string) {
  const { services } = yield* Installation
  for (const service of services) yield* eventually(wentTo(service, as(service, key).list()), (to) => to === "standby", 20_000)
})

const paused = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { servers: { standby } } = yield* Installation
    yield* told(standby, "select pg_wal_replay_pause()")
    yield* eventually(told(standby, "select pg_get_wal_replay_pause_state() as state"), ([row]) => row!["state"] === "paused")
    return yield* Effect.ensuring(work, Effect.orDie(told(standby, "select pg_wal_replay_resume()")))
  })

layer(Installation.layer, { excludeTestServices: true, timeout: 120_000 })("a standby for reads", (it) => {
  it.effect("answers reads of a company that wrote nothing it lacks, on each process", () =>
    Effect.gen(function*() {
      const { acme, services } = yield* Installation
      assert.strictEqual((yield* as(services[0], acme).add("First")).status, 201)
      yield* readsThere(acme)
      for (const service of services) {
        assert.deepStrictEqual(namesOf(yield* as(service, acme).list()), ["First"])
        const { bytes, seconds, usable } = yield* figuresOf(service)
        assert.strictEqual(usable, 1)
        assert.isAtLeast(seconds, 0)
        assert.isAtLeast(bytes, 0)
        assert.notProperty((yield* ask(service, "/health/ready")).json.checks, "read_standby")
      }
    }))

  it.effect("never hides from a company what it wrote, whichever process it asks, while another is answered there", () =>
    Effect.gen(function*() {
      const { acme, bolt, services: [one, two] } = yield* Installation
      assert.strictEqual((yield* as(one, bolt).add("Bolt")).status, 201)
      yield* readsThere(acme)
      yield* readsThere(bolt)
      yield* paused(Effect.gen(function*() {
        assert.strictEqual((yield* as(one, acme).add("Second")).status, 201)
        for (const service of [two, one]) {
          assert.sameMembers(namesOf(yield* as(service, acme).list()), ["First", "Second"])
          assert.strictEqual(yield* wentTo(service, as(service, acme).list()), "primary")
          assert.strictEqual(yield* wentTo(service, as(service, bolt).list()), "standby")
          assert.deepStrictEqual(namesOf(yield* as(service, bolt).list()), ["Bolt"])
        }
        yield* eventually(figuresOf(two), ({ bytes, seconds }) => bytes > 0 && seconds > 0)
      }))
      yield* readsThere(acme)
      for (const service of [one, two]) assert.sameMembers(namesOf(yield* as(service, acme).list()), ["First", "Second"])
    }))

  it.effect("shows each write to the next read on the other process, many times over", () =>
    Effect.gen(function*() {
      const { acme, services } = yield* Installation
      const missed: Array<string> = []
      yield* Effect.forEach(Array.from({ length: 120 }, (_, n) => n), Effect.fnUntraced(function*(n) {
        const name = `Name ${n}`
        const made = yield* as(services[n % 2]!, acme).add(name)
        assert.strictEqual(made.status, 201)
        const read = yield* ask({ port: services[(n + 1) % 2]!.port, key: acme }, `${contacts}/${made.json.id}`)
        if (read.status !== 200) missed.push(name)
      }), { concurrency: 6 })
      assert.deepStrictEqual(missed, [])
    }))

  it.effect("holds each account to its role and to its company", () =>
    Effect.gen(function*() {
      const { bolt, servers: { standby } } = yield* Installation
      yield* readsThere(bolt)
      const [row] = yield* told(standby, `select
        (select count(*)::int from pg_roles where rolname ~ '^service_(app|system)_' and (rolsuper or rolbypassrls)) as strong,
        (select count(*)::int from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
          where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)) as open`)
      assert.deepStrictEqual(row, { strong: 0, open: 0 })
      const seen = yield* told(
        standby, "begin", "set local role service_app", "select set_config('app.company_id', '2', true)", "select distinct company_id from contacts")
      assert.deepStrictEqual(seen.map((one) => Number(one["company_id"])), [2])
    }))

  it.effect("is left for the primary while it is stopped, and no request fails or waits long", () =>
    Effect.gen(function*() {
      const { bolt, servers, services } = yield* Installation
      yield* readsThere(bolt)
      let done = false
      const failures: Array<unknown> = []
      let reads = 0
      const reading = Effect.forEach(services, (service) =>
        Effect.whileLoop({
          while: () => !done,
          body: () => Effect.map(as(service, bolt).list(), ({ json, status }) => {
            reads++
            if (status !== 200 || json.items.length !== 1) failures.push(json)
          }),
          step: () => {}
        }), { concurrency: 2 })
      const stopping = Effect.gen(function*() {
        yield* servers.killed
        for (const service of services) {
          yield* eventually(figuresOf(service), ({ usable }) => usable === 0)
          const { json, status } = yield* ask(service, "/health/ready")
          assert.deepStrictEqual([status, json.checks.read_standby], [200, "unavailable"])
        }
        yield* servers.launched
        yield* readsThere(bolt)
      })
      yield* Effect.all([reading, Effect.ensuring(stopping, Effect.sync(() => void (done = true)))], { concurrency: 2 })
      assert.deepStrictEqual(failures, [])
      assert.isAbove(reads, 20)
    }))

  it.effect("is left for the primary while it stands still", () =>
    Effect.gen(function*() {
      const { bolt, servers, services: [one] } = yield* Installation
      yield* readsThere(bolt)
      yield* servers.frozen(true)
      yield* Effect.ensuring(Effect.gen(function*() {
        for (let n = 0; n < 5; n++) assert.deepStrictEqual(namesOf(yield* as(one, bolt).list()), ["Bolt"])
        yield* eventually(figuresOf(one), ({ usable }) => usable === 0)
      }), servers.frozen(false))
      yield* readsThere(bolt)
    }))

  it.effect("lets nobody in whose key was revoked, although the standby does not know of it", () =>
    Effect.gen(function*() {
      const { acme, servers: { primary }, services } = yield* Installation
      yield* readsThere(acme)
      yield* paused(Effect.gen(function*() {
        yield* told(primary, "update api_keys set revoked_at = now() where company_id = 1 and kind = 'key'")
        for (const service of services) yield* eventually(as(service, acme).list(), ({ status }) => status === 401, 5_000)
      }))
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { retired } from "#schemas/retired"
import { isProper, isRefusal, requestId } from "../contract/probe.ts"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { goal } from "../support/goals.ts"
import { at, TestServer, SecondServer, json, send } from "../support/test-server.ts"
import { cuttable } from "../support/outage.ts"
import { eventually } from "../support/eventually.ts"

const create = (body: unknown) => send("/crm/contacts", { key: "acme", method: "POST", ...json(body) })

const details = (body: unknown) =>
  Effect.map(create(body), (sent) => {
    assert.include([400, 422], sent.status, sent.text)
    return Object.fromEntries(sent.json.details.map(({ field, received }: any) => [field, received]))
  })

layer(TestServer, { excludeTestServices: true })("an answer", (it) => {
  it.effect("keeps a request id that is one, and makes one where it is not", () =>
    Effect.gen(function*() {
      for (const id of ["a", "A.b_c-9", "0".repeat(128), "..", "-"]) {
        const sent = yield* send("/crm/contacts", { headers: { "x-request-id": id } })
        assert.strictEqual(sent.json.request_id, id)
        isProper(sent, id)
      }
      const made = new Set<string>()
      for (const id of ["", "0".repeat(129), "a b", "a,b", "caf\u00e9", "a/b", "<script>", undefined]) {
        const sent = yield* send("/crm/contacts", { key: "acme", headers: id === undefined ? {} : { "x-request-id": id } })
        const own = sent.headers.get("x-request-id")!
        assert.match(own, /^[A-Za-z0-9._-]{1,128}$/)
        assert.notStrictEqual(own, id)
        made.add(own)
      }
      assert.strictEqual(made.size, 8)
    }))

  it.effect("to an unknown address is a refusal like any other", () =>
    Effect.gen(function*() {
      for (
        const path of [
          "/api/v1/nowhere", "/api/v1", "/api/v1/crm/contacts/1/none", "/api/v2/crm/contacts", "/api", "/api/v1/%20",
          "/api/v1/crm", "/API/v1/crm/contacts"
        ]
      ) {
        for (const method of ["GET", "POST", "DELETE"]) {
          const id = requestId()
          isRefusal(yield* send(path, { method, headers: { "x-request-id": id } }), id, "not_found")
        }
      }
    }))

  it.effect("from a retired address says what replaced it", () =>
    Effect.gen(function*() {
      for (const { did_you_mean, path } of retired) {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
          const id = requestId()
          const sent = yield* send(path.replace(/:\w+/g, "7"), { method, headers: { "x-request-id": id } })
          isRefusal(sent, id, "address_retired")
          assert.deepStrictEqual(sent.json.did_you_mean, did_you_mean)
        }
      }
    }))

  it.effect("names each wrong field by its path, with what was sent", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details({ first_name: 7, email: "nobody", tags: ["fine", 8, "", "x".repeat(51)] }), {
        "first_name": 7,
        "email": "nobody",
        "tags[1]": 8,
        "tags[2]": "",
        "tags[3]": "x".repeat(51)
      })
      assert.deepStrictEqual(
        yield* details({ tags: { a: 1 }, notes: ["b"], phone: null, source: true }),
        { tags: { a: 1 }, notes: ["b"], source: true }
      )
    }))

  it.effect("repeats at most 200 characters of what was sent, and no secret", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* details({ first_name: "y".repeat(300), tags: "z".repeat(201) }), {
        first_name: "y".repeat(200),
        tags: "z".repeat(200)
      })
      const { notes } = yield* details({ notes: Array.from({ length: 100 }, (_, n) => n) })
      assert.lengthOf(notes, 200)
      const hidden = yield* details(
        { notes: { password: "hunter2", deep: [{ api_token: "t0k3n", client_secret: { a: "s3cr3t" } }], plain: "shown" } }
      )
      assert.deepStrictEqual(hidden, {
        notes: { password: "[redacted]", deep: [{ api_token: "[redacted]", client_secret: "[redacted]" }], plain: "shown" }
      })
      const { text } = yield* create([{ password: "hunter2" }])
      assert.notInclude(text, "hunter2")
    }))

  it.effect("lists at most 100 wrong fields", () =>
    Effect.gen(function*() {
      const sent = yield* create({ tags: Array.from({ length: 5_000 }, () => 1) })
      assert.strictEqual(sent.status, 422)
      assert.isAtMost(sent.json.details.length, 100)
      assert.isBelow(sent.text.length, 20_000)
    }))
})

layer(TestServer, { excludeTestServices: true })("when the database", (it) => {
  it.effect("is broken, the answer says nothing of it", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`alter table contacts rename to contacts_elsewhere`
      for (
        const [path, init] of [
          ["/crm/contacts", {}], ["/crm/contacts/1", {}], ["/crm/contacts", { method: "POST", ...json({ first_name: "A" }) }]
        ] as const
      ) {
        const id = requestId()
        const sent = yield* send(path, { key: "acme", ...init, headers: { "x-request-id": id } })
        isRefusal(sent, id, "internal_error")
        assert.sameMembers(Object.keys(sent.json), ["code", "message", "request_id"])
        for (
          const word of ["relation", "contacts", "exist", "sql", "select", "Error", "at ", "42P01"]
        ) assert.notInclude(sent.json.message, word)
      }
      yield* sql`alter table contacts_elsewhere rename to contacts`
      assert.strictEqual((yield* send("/crm/contacts", { key: "acme" })).status, 200)
    }))

  it.effect("is away, the service says so, stays alive, and goes on when it is back", () =>
    Effect.gen(function*() {
      const way = yield* cuttable(yield* DatabaseUrl)
      const server = yield* Layer.build(SecondServer({}, way.url))
      const ask = (init: Parameters<typeof send>[1] = {}, path = "/crm/contacts") => at(
        server, send(path, { key: "acme", ...init })
      )
      const write = { method: "POST", ...json({ first_name: "A" }) }
      assert.strictEqual((yield* ask()).status, 200)
      assert.strictEqual((yield* ask(write)).status, 201)

      way.away()
      for (const init of [{}, write, { key: "bolt" }, { ...write, headers: { "idempotency-key": "away" } }] as const) {
        const id = requestId()
        isRefusal(
          yield* ask({ ...init, headers: { "x-request-id": id, ...(init as RequestInit).headers as object } }),
          id,
          "unavailable"
        )
      }
      assert.strictEqual(
        (yield* ask({ key: "revoked" })).status, 503, "a key that nobody can look up is not known to be wrong"
      )
      assert.strictEqual((yield* at(server, send("/crm/contacts"))).status, 401)
      assert.strictEqual((yield* ask({}, "/health/live")).status, 200)
      assert.strictEqual((yield* ask({}, "/health/ready")).status, 503)

      yield* Effect.promise(way.back)
      yield* ask(write).pipe(
        Effect.repeat({ until: ({ status }) => status === 201, schedule: Schedule.spaced("100 millis") }),
        Effect.timeout("90 seconds")
      )
      const burst = yield* Effect.all(Array.from({ length: 60 }, () => ask(write)), { concurrency: 20 })
      assert.deepStrictEqual([...new Set(burst.map(({ status }) => status))], [201])
    }))

  it.effect("ends every connection, those in use answer 503 and the next ones work", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
      const write = send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "B" }) })
      const sent = yield* Effect.all([
        ...Array.from({ length: 60 }, () => write), Effect.as(end, undefined), ...Array.from({ length: 60 }, () => write)
      ], {
        concurrency: 30
      })
      for (const one of sent) if (one !== undefined) assert.include([201, 503], one.status, one.text)
      yield* eventually(write, ({ status }) => status === 201, goal(1_200))
      assert.strictEqual((yield* send("/crm/contacts", { key: "acme" })).status, 200)
    }))
})

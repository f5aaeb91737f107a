import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { callMeta } from "#schemas/connector/meta"
import { OwnerSql } from "../support/database.ts"
import { TestServer } from "../support/test-server.ts"
import { type Call, catalog, exampleOf, sendCall } from "../contract/examples.ts"
import { filePartsOf } from "../contract/encoding.ts"
import { faultsOfAnswer } from "../contract/shape.ts"
import { call, callable, connect, grantable, type TestGrant } from "./grants.ts"

/** Answers that differ with whoever asks, or from one moment to the next. */
const varying = new Set(["get_me", "get_lead_score", "get_balance", "preview_subscription_change"])

/** They are about the session of a signed-in person, which a connection is not. */
const ofSessions = new Set(["logout"])

/** They take test mode, and the connection here is one to live mode. */
const ofTestMode = new Set(["get_test_clock", "advance_test_clock"])

/** The files of a multipart body are arguments in base64. */
const argumentsOf = (entry: Operation, { file, params, payload, query }: Call) => ({
  ...params, ...query, ...payload, ...file !== undefined && { body: file.text },
  ...Object.fromEntries(filePartsOf(entry).map(({ content, name }) => [name, Buffer.from(content).toString("base64")]))
})

const metaOf = ({ file }: Call) => file === undefined ? {} : { [callMeta.contentType]: file.type }

/** Lets a connection do without asking what needs a person otherwise. */
const trust = Effect.fnUntraced(function*({ company_id, key_id }: TestGrant) {
  const sql = yield* OwnerSql
  for (const { name } of catalog.filter(({ requiresConsent }) => requiresConsent)) {
    yield* sql`insert into standing_consents ${sql.insert({ company_id, key_id, verb: name, agents: true })}`
  }
}, Effect.orDie)

/** Names of all fields, at any depth, of an answer to two calls of one kind. */
const shapeOf = (value: any): any =>
  Array.isArray(value)
    ? value.slice(0, 1).map(shapeOf)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.keys(value).toSorted().map((key) => [key, null]))
    : null

/** Without the moment that the figures of an answer are of: when it was asked for. */
const momentless = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => ["as_of", "until"].includes(key) && String(value).includes("T") ? undefined : value)

/** Without the time at which a file was made. */
const untimed = (text: string) => text.replace(/"exported_at":"[^"]*"/u, "")

/** Until what the examples have started has ended: an import's numbers change while it runs. */
const importsEnded = OwnerSql.use((sql) => sql<{ running: boolean }>`
  select exists (select 1 from imports where finished_at is null) as running`.pipe(
    Effect.repeat({ until: ([row]) => row!.running === false, schedule: Schedule.spaced("20 millis") }), Effect.timeout("90 seconds"), Effect.orDie
  ))

const isRead = ({ download, name, readOnly }: Operation) => readOnly && download === undefined && !varying.has(name)

layer(TestServer, { excludeTestServices: true })("every declared verb", (it) => {
  it.effect("is called by its name and answers what REST does", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      yield* trust(held)
      for (const entry of callable.filter(({ access, name }) => access !== "session" && !ofSessions.has(name) && !ofTestMode.has(name))) {
        const example = yield* exampleOf(entry, "acme")
        if (entry.name === "list_imports") yield* importsEnded
        const told = yield* call(held, entry.name, argumentsOf(entry, example), { meta: metaOf(example) })
        assert.isUndefined(told.error, `${entry.name}: ${told.text}`)
        if (entry.download !== undefined) {
          const rest = yield* sendCall(entry, example, { key: "acme" })
          /* What is no text comes as base64. */
          const { resource, text = "" } = told.result.content[0]
          const bytes = resource === undefined ? Buffer.from(text) : Buffer.from(resource.blob, "base64")
          assert.strictEqual(untimed(bytes.toString()), untimed(rest.text), entry.name)
          assert.strictEqual(told.structured.bytes, bytes.length, entry.name)
          continue
        }
        assert.deepStrictEqual(faultsOfAnswer(entry, entry.successStatus, told.structured), [], entry.name)
        assert.deepStrictEqual(JSON.parse(told.text), told.structured, entry.name)
        if (isRead(entry)) {
          assert.deepStrictEqual(momentless(told.structured), momentless((yield* sendCall(entry, example, { key: "acme" })).json), entry.name)
        } else {
          const rest = yield* sendCall(entry, entry.readOnly ? example : yield* exampleOf(entry, "acme"), { key: "acme" })
          assert.deepStrictEqual(shapeOf(told.structured), shapeOf(rest.json), entry.name)
        }
      }
    }))

  it.effect("stays a person's where it needs one", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const entry of callable.filter(({ access, name }) => access === "session" || ofSessions.has(name))) {
        const required = Object.keys(entry.sources)
        const { error } = yield* call(held, entry.name, Object.fromEntries(required.map((name) => [name, 1])))
        assert.strictEqual(error?.code, "forbidden", entry.name)
        assert.strictEqual(error.status, 403)
        assert.isUndefined(error.scope, entry.name)
      }
    }))

  it.effect("stays where it is where it needs test mode", () =>
    Effect.gen(function*() {
      const held = yield* connect({ person: "owner", scopes: grantable })
      for (const name of ofTestMode) {
        const { error } = yield* call(held, name, name === "advance_test_clock" ? { to: "P1D" } : {})
        assert.deepStrictEqual([error?.code, error?.status], ["forbidden", 403], name)
      }
    }))
})

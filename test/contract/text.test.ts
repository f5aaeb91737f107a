import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { payloadOf } from "#schemas/kernel/catalog"
import { TestServer, send } from "../support/test-server.ts"
import { callTool, all } from "../tools/asking.ts"
import { addressOf, catalog, exampleOf, sendCall } from "./examples.ts"
import { decoded, valueOf } from "./values.ts"
import { keyFor } from "./keys.ts"

/** Stands in an address for what `encodeURIComponent` does not write, such as half of a character. */
const MARK = "unkeepable"

/** Text that cannot be kept: in JSON, and percent-encoded in an address. */
const unkeepable = { "NUL": ["\u0000", "%00"], "a lone surrogate": ["\ud800", "%ED%A0%80"] } as const

type Json = unknown

/** All versions of a value in which one text ends with `bad`, or is `bad`. */
const spoilt = (value: Json, bad: string): ReadonlyArray<Json> => {
  if (typeof value === "string") return [value + bad, bad]
  if (Array.isArray(value)) return value.flatMap((one, at) => spoilt(one, bad).map((other) => value.with(at, other)))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => spoilt(one, bad).map((other) => ({ ...value, [name]: other })))
}

/** All versions in which one name ends with `bad`. A name that is not known is ignored, so that only a crash is wrong. */
const misnamed = (value: Json, bad: string): ReadonlyArray<Json> => {
  if (Array.isArray(value)) return value.flatMap((one, at) => misnamed(one, bad).map((other) => value.with(at, other)))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [
    { ...value, [name + bad]: one }, ...misnamed(one, bad).map((other) => ({ ...value, [name]: other }))
  ])
}

layer(TestServer, { excludeTestServices: true })("text that cannot be kept", (it) => {
  for (const entry of catalog) {
    it.effect(`${entry.name} refuses it in every text of its input`, () =>
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const key = keyFor(entry, "acme")
        const method = entry.method

        for (const [what, [bad, encoded]] of Object.entries(unkeepable)) {
          for (const body of spoilt(call.payload, bad)) {
            const { status, text } = yield* sendCall(entry, call, { key: "acme", body: JSON.stringify(body) })
            assert.include([400, 422], status, `${what} in ${JSON.stringify(body)}: ${text}`)
          }
          for (const body of misnamed(call.payload, bad)) {
            const { status, text } = yield* sendCall(entry, call, { key: "acme", body: JSON.stringify(body) })
            assert.isBelow(status, 500, `${what} in a name of ${JSON.stringify(body)}: ${text}`)
          }
          const query = Object.fromEntries(decoded(entry.endpoint.query).map(({ name, schema }) => [name, call.query[name] ?? valueOf(schema)]))
          const addresses = [
            ...Object.keys(query).flatMap((name) =>
              [MARK, `${String(query[name])}${MARK}`].map((value) => addressOf(entry, { ...call, query: { [name]: value } }))),
            ...decoded(entry.endpoint.params).map(({ name }) => addressOf(entry, { params: { ...call.params, [name]: MARK }, query: {} }))
          ]
          for (const address of addresses) {
            const { status, text } = yield* send(address.replaceAll(MARK, encoded), {
              key, method, ...payloadOf(entry.endpoint) !== undefined && { body: JSON.stringify(call.payload) }
            })
            /* Reading an address puts U+FFFD in the place of what is no UTF-8, so that half a character never arrives. */
            if (bad === "\u0000") assert.include([400, 404, 422], status, `${what} in ${address}: ${text}`)
            else assert.isBelow(status, 500, `${what} in ${address}: ${text}`)
          }
        }
      }))
  }

  it.effect("public tools refuse it in every text of their arguments", () =>
    Effect.gen(function*() {
      for (const { example, input, name } of all) {
        for (const [what, [bad]] of Object.entries(unkeepable)) {
          const given = { ...Object.fromEntries(decoded(input).map(({ name, schema }) => [name, valueOf(schema)])), ...example }
          for (const args of spoilt(given, bad)) {
            const { status, text } = yield* callTool(name, args)
            assert.include([400, 422], status, `${what} in ${name} ${JSON.stringify(args)}: ${text}`)
          }
        }
      }
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { MOST_VALUES } from "#src/http/json-body"
import { json, send, TestServer } from "../support/test-server.ts"

const sent = (body: object) => send("/crm/contacts", { method: "POST", key: "acme", ...json(body) })
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`)

layer(TestServer, { excludeTestServices: true })("a body of many values", (it) => {
  it.effect("is refused before it is taken apart", () =>
    Effect.gen(function*() {
      for (const body of [{ tags: numbered(MOST_VALUES + 2) }, Object.fromEntries(numbered(MOST_VALUES + 2).map((key) => [key, "\",\\"]))]) {
        const { json: refused, status } = yield* sent(body)
        assert.deepStrictEqual([status, refused.code, refused.message], [400, "bad_request", "The body holds more than 50,000 values."])
      }
    }))

  it.effect("is read as ever below that, commas in its texts aside", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sent({ tags: numbered(MOST_VALUES) })).status, 422)
      assert.strictEqual((yield* sent({ first_name: "Grace", unknown: ",\"\\,".repeat(100_000) })).status, 201)
    }))
})

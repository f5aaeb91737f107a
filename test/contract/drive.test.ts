import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { HttpClientResponse } from "effect/http"
import { as, House } from "../support/house.ts"
import { catalog, exampleOf } from "./examples.ts"
import { faultsOfAnswer } from "./shape.ts"

const driven = new Set<string>()

layer(House, { excludeTestServices: true })("the typed client", (it) => {
  for (const entry of catalog) {
    it.effect(`${entry.category}.${entry.name}`, () =>
      Effect.gen(function*() {
        const client: any = yield* as("acme")
        const call = yield* exampleOf(entry, "acme")
        const request: Effect.Effect<readonly [unknown, HttpClientResponse.HttpClientResponse]> =
          client[entry.category][entry.name]({ ...call, responseMode: "decoded-and-response" })
        const [answer, response] = yield* request
        const body = yield* Effect.orDie(response.json)
        assert.strictEqual(response.status, entry.successStatus)
        assert.deepStrictEqual(faultsOfAnswer(entry, response.status, body), [])
        assert.deepStrictEqual(answer, body)
        driven.add(entry.name)
      }))
  }

  it.effect("drives every operation of the catalogue", () =>
    Effect.sync(() => assert.sameMembers([...driven], catalog.map(({ name }) => name))))
})

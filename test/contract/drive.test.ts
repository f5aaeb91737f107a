import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { as, TestServer } from "../support/test-server.ts"
import { catalog, exampleOf } from "./examples.ts"
import { keyFor } from "./keys.ts"
import { faultsOfAnswer } from "./shape.ts"

const driven = new Set<string>()

layer(TestServer, { excludeTestServices: true })("the typed client", (it) => {
  for (const entry of catalog) {
    it.effect(`${entry.category}.${entry.name}`, () =>
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const client: any = yield* as(keyFor(entry, "acme"), call.headers["authorization"], call.file === undefined ? {} : call.headers)
        const request: Effect.Effect<readonly [unknown, HttpClientResponse.HttpClientResponse]> =
          client[entry.category][entry.name]({
            ...call,
            ...call.file !== undefined && { payload: Stream.make(Buffer.from(call.file.text)) },
            responseMode: "decoded-and-response"
          })
        const [answer, response] = yield* request
        if (entry.download !== undefined) {
          const parts = yield* Stream.runCollect(answer as Stream.Stream<Uint8Array>)
          assert.include(Object.keys(entry.download.examples), response.headers["content-type"]!.split(";")[0])
          assert.isAbove(Buffer.concat(parts).length, 0)
          return void driven.add(entry.name)
        }
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

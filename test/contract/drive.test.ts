import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { as, TestServer } from "../support/test-server.ts"
import type { Operation } from "#schemas/kernel/catalog"
import { type Call, catalog, exampleOf } from "./examples.ts"
import { fieldPartsOf, filePartsOf } from "./encoding.ts"
import { keyFor } from "./keys.ts"
import { faultsOfAnswer } from "./shape.ts"

const driven = new Set<string>()

/** The fields and files of a multipart body, as the typed client takes them. */
const formOf = (entry: Operation, fields: Call["payload"] = {}) => {
  const form = new FormData()
  for (const { content, filename, name, type = "text/plain" } of [...fieldPartsOf(fields), ...filePartsOf(entry)]) {
    if (filename === undefined) form.append(name, String(content))
    else form.append(name, new Blob([String(content)], { type }), filename)
  }
  return form
}

layer(TestServer, { excludeTestServices: true })("the typed client", (it) => {
  for (const entry of catalog) {
    it.effect(`${entry.category}.${entry.name}`, () =>
      Effect.gen(function*() {
        const call = yield* exampleOf(entry, "acme")
        const { authorization, "x-service-visitor": visitor } = call.headers
        const client: any = yield* as(keyFor(entry, "acme"), authorization,
          call.file !== undefined ? call.headers : visitor === undefined ? {} : { "x-service-visitor": visitor })
        const request: Effect.Effect<readonly [unknown, HttpClientResponse.HttpClientResponse]> =
          client[entry.category][entry.name]({
            ...call,
            ...entry.body === "multipart" && { payload: formOf(entry, call.payload) },
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

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { unfetched } from "../support/fetched.ts"
import { secrets, TestServer } from "../support/test-server.ts"
import { generatedAndRun, generators } from "./generated-clients.ts"

layer(TestServer, { excludeTestServices: true })("clients that others generate from the OpenAPI document", (it) => {
  for (const generator of generators) {
    it.effect.skipIf(unfetched)(`by ${generator.name} check strictly and run`, ({ annotate }) =>
      Effect.gen(function*() {
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const document = yield* Effect.promise(async () => (await fetch(`${base}/api/v1/openapi.json`)).text())
        const printed: any = yield* Effect.promise(() =>
          generatedAndRun(generator, document, { BASE: base, KEY: secrets.acme, NAME: generator.name.replace(/\W/gu, "") }))
        yield* Effect.promise(() => annotate(JSON.stringify(printed)))
        assert.deepInclude(printed, { made: "Sam", got: true, code: "not_found" })
        assert.isAtLeast(printed.total, printed.listed)
        assert.isString(printed.request)
      }), 1_200_000)
  }
})

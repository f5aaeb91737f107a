import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { vi } from "vitest"
import { routes } from "#src/api"
import { implement } from "#src/http/binder"
import { withPipeline } from "#src/http/pipeline"
import { markupFaults } from "../../support/markup.ts"
import { emailOf, secrets, send, TestServerWith } from "../../support/test-server.ts"
import { hidden, webClient } from "../web-client.ts"
import { ParkingApi, programs } from "./permits.ts"

/* The contract is the only thing that is another here: everything that reads it is the product's own. */
vi.mock("#schemas/api", async (original) => {
  const { Api, ...others } = await original<typeof import("#schemas/api")>()
  const { ParkingApi } = await import("./permits.ts")
  return { ...others, Api: Api.addHttpApi(ParkingApi) }
})

const App = withPipeline(Layer.merge(routes, implement(ParkingApi, "parking", programs)))

const run = promisify(execFile)

layer(TestServerWith({}, [], App as never), { excludeTestServices: true })("an operation that was just declared", (it) => {
  it.effect("has pages", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.enter(emailOf("owner"))
      const read = (path: string) =>
        Effect.map(browser.get(`/dashboard/records${path}`), ({ status, text }) => {
          assert.strictEqual(status, 200, path)
          assert.deepStrictEqual(markupFaults(text), [], path)
          return text
        })
      assert.match(yield* read(""), /href="\/dashboard\/records\/parking">Parking</u)
      assert.match(yield* read("/parking"), /href="\/dashboard\/records\/parking\/issue_permit">Issue a parking permit</u)
      assert.match(yield* read("?search=parking"), /href="\/dashboard\/records\/parking\/issue_permit"/u)
      const form = yield* read("/parking/issue_permit")
      const sent = { proof: hidden(form, "proof"), once: hidden(form, "once"), plate: "EK 12345" }
      const refused = yield* browser.post("/dashboard/records/parking/issue_permit", { ...sent, days: "31" })
      assert.strictEqual(refused.status, 422)
      assert.match(refused.text, /id="days-wrong"/u, "what is wrong stands beside its field")
      const saved = yield* browser.post("/dashboard/records/parking/issue_permit", { ...sent, days: "3" })
      assert.strictEqual(saved.status, 303)
      assert.include(yield* read(saved.to!.replace("/dashboard/records", "")), "EK 12345")
      assert.include(yield* read("/parking/list_permits"), "EK 12345")
    }))

  it.effect("is called by the command line", () =>
    Effect.gen(function*() {
      const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const command = (...words: ReadonlyArray<string>) =>
        Effect.map(Effect.promise(() => run(process.execPath, ["src/cli.ts", "api", ...words, "--url", url], { env: { ...process.env, API_KEY: secrets.acme } })),
          ({ stdout }) => JSON.parse(stdout))
      const made = yield* command("issue_permit", "plate=SV 54321", "days=7")
      assert.deepInclude(made, { plate: "SV 54321", days: 7 })
      assert.deepStrictEqual(yield* command("get_permit", `id=${made.id}`), made)
      assert.include((yield* send("/agent/verbs", { key: "acme" })).text, "\"issue_permit\"", "where the names of all are read")
    }))
})

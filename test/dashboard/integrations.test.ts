import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../support/eventually.ts"
import { emailOf, send, TestServer } from "../support/test-server.ts"
import { hidden, webClient } from "./web-client.ts"

const at = "/dashboard/integrations"

layer(TestServer, { excludeTestServices: true })("the pages about integrations", (it) => {
  it.effect("show the catalogue, connect with a secret that stands in no page, bring in step, take back and disconnect", () =>
    Effect.gen(function*() {
      const browser = yield* webClient()
      yield* browser.enter(emailOf("cautiousOwner"))
      const catalogue = yield* browser.get(at)
      assert.strictEqual(catalogue.status, 200)
      for (const words of ["Workspace suites", "Google contacts", "CSV at an address", "Inbound webhook"]) assert.include(catalogue.text, words)
      assert.strictEqual((yield* browser.get(`${at}/nothing`)).status, 404)

      const page = `${at}/csv_address`
      const press = Effect.fnUntraced(function*(action: string, fields: Readonly<Record<string, string>> = {}) {
        const { text } = yield* browser.get(page)
        return yield* browser.post(`${page}/${action}`, { proof: hidden(text, "proof"), once: hidden(text, "once"), ...fields })
      })
      const wrong = yield* press("connect", { secret_address: "http://files.example/secret-path.csv" })
      assert.strictEqual(wrong.status, 422, wrong.text)
      assert.notInclude(wrong.text, "secret-path")
      const connected = yield* press("connect", { secret_address: "https://files.example/secret-path.csv", conflict: "theirs" })
      assert.strictEqual(connected.to, `${page}?done=connected`, connected.text)
      assert.notInclude((yield* browser.get(page)).text, "secret-path")

      assert.strictEqual((yield* press("sync")).to, `${page}?done=begun`)
      yield* eventually(send("/integrations/csv_address/runs", { key: "acme" }), ({ json: { items: [run] } }) => run.state === "completed")
      const { text } = yield* browser.get(page)
      assert.match(text, /Bringing in step \d+/u)
      const [, run] = /runs\/(\d+)\/undo/u.exec(text)!
      const asked = yield* press(`runs/${run}/undo`)
      assert.strictEqual(asked.status, 428, asked.text)
      const agreed = yield* browser.post(`${page}/runs/${run}/undo`, { proof: hidden(asked.text, "proof"), consent: hidden(asked.text, "consent") })
      assert.strictEqual(agreed.to, `${page}?done=undone`, agreed.text)
      yield* eventually(send("/integrations/csv_address/runs", { key: "acme" }), ({ json: { items: [run] } }) => run.state === "completed")
      assert.strictEqual((yield* send("/crm/contacts", { key: "acme" })).json.total, 0)

      const leaving = yield* press("disconnect")
      const left = yield* browser.post(`${page}/disconnect`, { proof: hidden(leaving.text, "proof"), consent: hidden(leaving.text, "consent") })
      assert.strictEqual(left.to, `${at}?done=disconnected`, left.text)
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { TestServer, json, send } from "../support/test-server.ts"

const ask = (endpoint?: string) =>
  Effect.map(
    send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_api_docs", arguments: endpoint === undefined ? {} : { endpoint } }) }),
    ({ json }) => json.data
  )

const verbs = (data: any): ReadonlyArray<string> => data.endpoints.map(({ verb }: any) => verb)

layer(TestServer, { excludeTestServices: true })("the docs of the API", (it) => {
  it.effect("are found by path however it is written", () =>
    Effect.gen(function*() {
      for (const path of ["/crm/contacts/{id}", "/api/v1/crm/contacts/:id", "/CRM/contacts/{contact_id}/", "https://example.com/api/v1/crm/contacts/{id}"]) {
        assert.includeMembers([...verbs(yield* ask(path))], ["get_contact", "update_contact", "delete_contact"], path)
      }
      assert.deepStrictEqual(verbs(yield* ask("PATCH /crm/contacts/{id}")), ["update_contact"])
      const [first, second] = verbs(yield* ask("/crm/deals"))
      assert.sameMembers([first, second], ["list_deals", "create_deal"])
    }))

  it.effect("are not found by an argument that there is not, which would otherwise find all", () =>
    Effect.gen(function*() {
      const asked = (args: object) => Effect.map(send("/api/mcp", { method: "POST", ...json({ type: "call_tool", tool: "get_api_docs", arguments: args }) }), ({ json, status }) => ({ status, error: json.error }))
      const { error, status } = yield* asked({ query: "create_deal" })
      assert.isAtLeast(status, 400)
      assert.deepInclude(error, { code: "arguments.invalid", message: "get_api_docs has no argument \"query\"." })
      assert.match(error.hint, /^It takes endpoint\. Try: .*"endpoint":"create_deal"/u, "what works instead")
    }))

  it.effect("are found by verb, by category and by words", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(verbs(yield* ask("create_deal")), ["create_deal"])
      assert.deepStrictEqual(verbs(yield* ask("Create Deal")), ["create_deal"])
      const webhooks = catalogOf(Api).filter(({ category }) => category === "webhooks").map(({ name }) => name)
      assert.deepStrictEqual(verbs(yield* ask("webhooks")), webhooks)
      assert.include(verbs(yield* ask("merge duplicate people")).slice(0, 3), "merge_contacts")
    }))

  it.effect("tell what the contract says, and where a person reads it", () =>
    Effect.gen(function*() {
      const [deal] = (yield* ask("create_deal")).endpoints
      assert.deepInclude(deal, { method: "POST", path: "/api/v1/crm/deals", scope: "crm:write", tier: "starter", requires_consent: false })
      assert.deepInclude(deal.input.find(({ name }: any) => name === "title"), { type: "string", required: true })
      const [binned] = (yield* ask("delete_contact")).endpoints
      assert.isTrue(binned.requires_consent)
      for (const { docs_url, verb } of (yield* ask()).endpoints) {
        const page = yield* send(new URL(docs_url).pathname)
        assert.strictEqual(page.status, 200, docs_url)
        assert.include(page.text, `id="${verb}"`)
      }
    }))

  it.effect("show at most fifty of all, many without their input, and nothing of what does not exist", () =>
    Effect.gen(function*() {
      const all = yield* ask()
      assert.lengthOf(all.endpoints, 50)
      assert.isFalse(all.endpoints.some((endpoint: any) => "input" in endpoint))
      assert.strictEqual(all.total, catalogOf(Api).length)
      const none = yield* ask("xylophone")
      assert.deepInclude(none, { total: 0, endpoints: [] })
      assert.include(none.categories, "crm")
    }))
})

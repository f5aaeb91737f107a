import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ask, migratedHome, run, serve, type Service } from "./service.ts"

/** A service with its demo company. */
class Served extends Context.Service<Served, { readonly service: Service; readonly variables: Readonly<Record<string, string>> }>()("test/Served") {
  static readonly layer = Layer.effect(Served, Effect.gen(function*() {
    const variables = { DATA_DIR: yield* migratedHome, LOG_LEVEL: "error" }
    return { service: yield* serve(variables), variables }
  }))
}

layer(Served.layer, { excludeTestServices: true })("a key made on the command line", (it) => {
  it.effect("lets a person decide on what waits for consent", () =>
    Effect.gen(function*() {
      const { service, variables } = yield* Served
      const made = yield* run(
        ["key", "--company", "1", "--mode", "test", "--label", "Olga", "--scopes", "consents:approve, agents:read"], variables
      )
      assert.deepStrictEqual([made.code, made.err], [0, ""])
      const olga = { port: service.port, key: made.out.trim() }
      const { json: { items: [deal] } } = yield* ask(service, "/api/v1/crm/deals?limit=1")
      const call = (headers: Record<string, string> = {}) =>
        ask(service, `/api/v1/crm/deals/${deal.id}`, { method: "DELETE", headers: { authorization: `Bearer ${service.key}`, ...headers } })
      const { json: { consent }, status } = yield* call()
      assert.strictEqual(status, 428)
      const { json: preview } = yield* ask(olga, new URL(consent.preview_url).pathname)
      assert.deepInclude(preview.changes[0], { object: "deal", id: deal.id, action: "remove" })
      const { json: approval } = yield* ask(olga, new URL(consent.approve_url).pathname, {
        method: "POST", headers: { authorization: `Bearer ${olga.key}` }
      })
      assert.strictEqual((yield* call({ "x-service-confirmation": approval.confirmation })).status, 200)
      assert.strictEqual((yield* ask(olga, "/api/v1/crm/deals")).status, 403)
    }))

  it.effect("can be an agent's, which then approves nothing", () =>
    Effect.gen(function*() {
      const { variables } = yield* Served
      const no = yield* run(["key", "--company", "1", "--mode", "test", "--label", "Ada", "--agent", "ada", "--scopes", "consents:approve"], variables)
      assert.deepStrictEqual([no.code, no.err], [1, "A key made for an agent cannot have the scope consents:approve.\n"])
      const made = yield* run(["key", "--company", "1", "--mode", "live", "--label", "Ada", "--agent", "ada", "--json"], variables)
      assert.match(JSON.parse(made.out).key, /^sk_service_live_/)
    }))

  it.effect("is a company's that exists", () =>
    Effect.gen(function*() {
      const { variables } = yield* Served
      const { code, err } = yield* run(["key", "--company", "99", "--mode", "test", "--label", "Nobody"], variables)
      assert.strictEqual(code, 1)
      assert.strictEqual(err, "There is no company 99.\n")
    }))
})

import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { hashOf } from "#layers/auth/api-keys"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, secrets, send, TestServerWith } from "../support/test-server.ts"
import { knows } from "./knowing.ts"
import { askingAt, modelServer } from "./model-server.ts"

class Model extends Context.Service<Model, Effect.Success<ReturnType<typeof modelServer>>>()("test/Model") {}

const writes = (...lines: ReadonlyArray<string>) => ({ words: lines.join("\n").match(/.{1,7}/gsu) ?? [] })

const Server = Layer.unwrap(Effect.map(modelServer(() => writes("Our repairs", "", "Two days [#1]. {{secret}} Half price: 50 %! [#99]")), (model) =>
  Layer.merge(TestServerWith(askingAt(model.url)), Layer.succeed(Model, model))))

const generate = (body: object, key: Key = "acme") => send("/rpc/generate-content", { key, method: "POST", ...json(body) })
const ABOUT = "How a repair of a bicycle works."

/** Something that the company sells, in this state. */
const product = (state: "active" | "draft") => Effect.map(send("/ecommerce/products", {
  key: "acme", method: "POST",
  ...json({ state, title: `Walnut stool ${state}`, description: "Made by hand.", variants: [{ options: [], prices: [{ currency: "USD", amount: 14_900 }] }] })
}), ({ json: { id } }): number => id)

layer(Server, { excludeTestServices: true })("content", (it) => {
  it.effect("is made of what anybody may read, and tells the facts that it used and the figures that stand in none", () =>
    Effect.gen(function*() {
      const model = yield* Model
      yield* knows("acme", "Repairs of bicycles", "A repair of a bicycle takes two days.", "public")
      yield* knows("acme", "Repairs inside", "A repair of a bicycle costs us four dollars of work.", "staff")
      yield* knows("bolt", "Repairs of Bolt", "A repair of a bicycle by Bolt takes nine days.", "public")
      const { json: made, status, text } = yield* generate({ kind: "page", about: ABOUT })
      assert.strictEqual(status, 201, text)
      assert.deepInclude(made, { title: "Our repairs", body: "Two days. {{secret}} Half price: 50 %!", dropped_facts: 1, unsupported: ["50 %"], not_saved: null, simulated: false })
      assert.deepStrictEqual(made.facts.map(({ kind, title }: any) => ({ kind, title })), [{ kind: "knowledge", title: "Repairs of bicycles" }])
      const [system, user] = model.asked.at(-1)!.messages
      assert.notInclude(system!.content, "four dollars")
      assert.notInclude(system!.content, "nine days")
      assert.notInclude(system!.content, ABOUT)
      assert.deepStrictEqual(JSON.parse(user!.content), { about: ABOUT })
    }))

  it.effect("is kept as a draft in its category, and nothing of it is published or sent", () =>
    Effect.gen(function*() {
      const page = (yield* generate({ kind: "page", about: ABOUT, language: "en" })).json
      const kept = (yield* send(`/cms/pages/${page.draft.id}`, { key: "acme" })).json
      assert.deepInclude(kept, { status: "draft", published: null })
      assert.deepInclude(kept.draft, { title: "Our repairs", blocks: [{ type: "text", text: page.body }], locale: "en" })
      const post = (yield* generate({ kind: "blog_post", about: ABOUT })).json
      assert.deepInclude((yield* send(`/cms/posts/${post.draft.id}`, { key: "acme" })).json, { status: "draft", published: null })
      const sms = [(yield* generate({ kind: "sms", about: ABOUT })).json, (yield* generate({ kind: "sms", about: ABOUT })).json]
      assert.notStrictEqual(sms[0].draft.id, sms[1].draft.id)
      const templates = (yield* send("/sms/templates?sort=-id&limit=1", { key: "acme" })).json.items
      assert.deepInclude(templates[0], { id: sms[1].draft.id, name: `${ABOUT} 2`, variables: [] })
      for (const kind of ["email", "ad"]) {
        const { json: none } = yield* generate({ kind, about: ABOUT })
        assert.isNull(none.draft)
        assert.match(none.not_saved, /^There is no place for drafts/u)
      }
      const before = (yield* send("/cms/pages?limit=1", { key: "acme" })).json.total
      assert.deepInclude((yield* generate({ kind: "page", about: ABOUT, save: false })).json, { draft: null, not_saved: "`save` was false." })
      assert.strictEqual((yield* send("/cms/pages?limit=1", { key: "acme" })).json.total, before)
    }))

  it.effect("becomes the description of a product that is a draft, and of no other", () =>
    Effect.gen(function*() {
      const model = yield* Model
      model.says(() => writes("A stool of walnut [#1]."))
      const id = yield* product("draft")
      const made = (yield* generate({ kind: "product_text", about: "For people who sit.", product_id: id })).json
      assert.deepInclude(made, { draft: { object: "product", id }, title: null, body: "A stool of walnut." })
      assert.deepInclude(made.facts[0], { kind: "product", id, text: "Made by hand. Price: $149.00." })
      assert.strictEqual((yield* send(`/ecommerce/products/${id}`, { key: "acme" })).json.description, "A stool of walnut.")
      const sold = yield* product("active")
      const other = (yield* generate({ kind: "product_text", about: "For people who sit.", product_id: sold })).json
      assert.isNull(other.draft)
      assert.match(other.not_saved, /no draft/u)
      assert.strictEqual((yield* send(`/ecommerce/products/${sold}`, { key: "acme" })).json.description, "Made by hand.")
      assert.strictEqual((yield* generate({ kind: "product_text", about: "Stools", product_id: 999_999 })).status, 404)
    }))

  it.effect("is kept only where its caller may write", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`update api_keys set scopes = '{ai:write}' where hash = ${hashOf(secrets.cautious)}`
      const made = (yield* generate({ kind: "page", about: ABOUT }, "cautious")).json
      assert.deepInclude(made, { draft: null, not_saved: "This API key lacks the scope cms:write." })
    }))

  it.effect("with a test key is made of the facts themselves, and says so where people read it", () =>
    Effect.gen(function*() {
      yield* knows("acme", "Repairs of bicycles", "A repair of a bicycle takes two days.", "public")
      const made = (yield* generate({ kind: "page", about: ABOUT }, "acmeTest")).json
      assert.isTrue(made.simulated)
      assert.match(made.body, /^\(Simulated answer: no AI model is set up\.\)\n\n## Repairs of bicycles\n\nA repair of a bicycle takes two days\./u)
      assert.strictEqual(made.title, "How a repair of a bicycle works")
      assert.deepStrictEqual(made.unsupported, [])
    }))
})

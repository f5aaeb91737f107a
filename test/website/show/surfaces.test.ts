import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../support/eventually.ts"
import { byCommandLine, byManifest, byReference, byTools, byTypedClient, type Call, word } from "../../support/surfaces.ts"
import { TestServer } from "../../support/test-server.ts"
import { ask } from "../serving/sites.ts"

/** What visitors are answered at a path of the company's site. */
const visited = (path: string) => ask(`/s/acme${path}`)

/** The page as visitors see it, within a second. */
const seen = Effect.fnUntraced(function*(name: string) {
  const { status, text } = yield* eventually(visited(`/${name}`), ({ status }) => status === 200)
  assert.strictEqual(status, 200)
  assert.include(text, `Welcome to ${name}`)
  return text
})

/** From nothing to a draft that was changed and brought back, which no visitor sees. */
const drafted = Effect.fnUntraced(function*(call: Call, name: string) {
  yield* call("update_site_settings", { tagline: `All about ${name}`, published: true })
  const page = yield* call("create_page", {
    title: name, slug: name,
    blocks: [
      { type: "hero", title: `Welcome to ${name}`, text: "We plan and furnish homes **for those who stay**.", layout: "beside" },
      { type: "text", heading: "How we work", text: "First we listen.\n\n- Then we draw\n- Then we build" }
    ]
  })
  assert.deepInclude(page, { status: "draft", path: `/${name}`, revision: 1, published: null })
  const changed = yield* call("update_page", { id: page.id, title: `${name} studio`, note: "Said more plainly" })
  assert.deepInclude(changed, { revision: 2, title: `${name} studio` })
  const { summary } = yield* call("compare_page_revisions", { id: page.id, from: 1, to: 2 })
  assert.lengthOf(summary, 1)
  const restored = yield* call("restore_page_revision", { id: page.id, rev: 1 })
  assert.deepInclude(restored, { revision: 3, title: name })
  const { items } = yield* call("list_page_revisions", { id: page.id })
  assert.deepStrictEqual(items.map(({ number }: { number: number }) => number), [3, 2, 1])
  assert.strictEqual((yield* visited(`/${name}`)).status, 404)
  return page.id as number
})

const carries = Effect.fnUntraced(function*(call: Call) {
  const name = word()
  const id = yield* drafted(call, name)
  const published = yield* call("publish_page", { id })
  assert.deepInclude(published, { id, status: "published", published_revision: 3, published_path: `/${name}` })
  yield* seen(name)
})

layer(TestServer, { excludeTestServices: true })("a page's way to its visitors", (it) => {
  it.effect("by REST, as the reference describes it", () => carries(byReference))

  it.effect("by the company's manifest of tools", () => Effect.flatMap(byManifest, carries))

  it.effect("by the typed client", () => Effect.flatMap(byTypedClient, carries))

  it.effect("by the command line", () => Effect.flatMap(byCommandLine, carries), 90_000)

  it.effect("by an agent that has nothing but MCP: it makes a page, a person consents to its publication, and visitors see it", () =>
    Effect.gen(function*() {
      const { asked, call } = yield* byTools("Assistant", ["cms:read", "cms:write"])
      const { tools } = yield* call("search_tools", { query: "publish a page of the website" })
      assert.include(tools.map(({ name }: { readonly name: string }) => name), "publish_page")
      const name = word()
      const id = yield* drafted(call, name)
      assert.lengthOf(asked, 0, "a draft needs no consent: nobody sees it")
      const published = yield* call("publish_page", { id })
      assert.lengthOf(asked, 1)
      assert.include(asked[0], name)
      assert.deepInclude(published, { id, status: "published", published_path: `/${name}` })
      assert.include(yield* seen(name), "<strong>for those who stay</strong>")
    }))
})

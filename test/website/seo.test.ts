import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { send, TestServer, json } from "../support/test-server.ts"
import { call, done, published } from "./calling.ts"

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(" ")

interface Point {
  readonly rule: string
  readonly points: number
  readonly most: number
  readonly message: string
  readonly where: ReadonlyArray<string>
}

const pointOf = (seo: { readonly points: ReadonlyArray<Point> }, rule: string) => seo.points.find((one) => one.rule === rule)!

layer(TestServer, { excludeTestServices: true })("how a page is found", (it) => {
  it.effect("is scored, and every point names what to change and where", () =>
    Effect.gen(function*() {
      const { id } = yield* done("POST", "/pages", {
        title: "Poor", slug: "poor", blocks: [
          { type: "text", text: "# One\n\n### Three\n\nSee [nothing](/nowhere) and [that](page:999999)." }
        ]
      })
      const poor = yield* done("GET", `/seo/${id}`)
      assert.strictEqual(poor.points.reduce((sum: number, { points }: Point) => sum + points, 0), poor.score)
      assert.strictEqual(poor.points.reduce((sum: number, { most }: Point) => sum + most, 0), 100)
      assert.deepInclude(pointOf(poor, "description"), { points: 0, where: ["seo.description"] })
      assert.deepInclude(pointOf(poor, "words"), { points: 0, where: ["blocks"] })
      assert.sameMembers([...pointOf(poor, "broken_links").where], ["page_id 999999", "/nowhere"])
      assert.isAtLeast(poor.points[0].most - poor.points[0].points, poor.points.at(-1).most - poor.points.at(-1).points)

      const about = yield* published({ title: "About the studio", slug: "about" })
      const prices = yield* published({ title: "What it costs", slug: "prices" })
      const blocks = [
        { type: "hero", title: "Rooms that last", text: words(150) },
        { type: "text", heading: "How we work", text: `${words(120)}\n\nSee [us](page:${about.id}) and [prices](/prices).` }
      ]
      const { id: good } = yield* done("POST", "/pages", {
        title: "Interiors", slug: "interiors", blocks,
        seo: { title: "Interiors that last for decades", description: "We plan rooms that are lived in for decades, with people who stay in them." }
      })
      const rich = yield* done("GET", `/seo/${good}`)
      assert.strictEqual(rich.score, 100, JSON.stringify(rich.points))
      assert.deepInclude(rich, { title: "Interiors that last for decades", noindex: false, image_media_id: null, page_id: good })
      assert.match(rich.canonical, /\/interiors$/u)
      assert.include(rich.structured_data.map((one: any) => one["@type"]), "WebPage")
      assert.isAbove(prices.id, about.id)

      yield* done("PATCH", `/pages/${about.id}`, { seo: { title: "INTERIORS that last for decades" } })
      const same = pointOf(yield* done("GET", `/seo/${good}`), "title_unique")
      assert.deepInclude(same, { points: 0, where: ["seo.title"] })
      assert.include(same.message, "/about")
    }))

  it.effect("is changed as a new draft, by whoever knows the page as it is", () =>
    Effect.gen(function*() {
      const { id, revision, version } = yield* done("POST", "/pages", { title: "Lamps", slug: "lamps", seo: { description: "Old" } })
      const changed = yield* done("PUT", `/seo/${id}`, { title: "Lamps for long evenings", noindex: true, canonical: "https://lamps.example/" })
      assert.deepInclude(changed, { title: "Lamps for long evenings", noindex: true, canonical: "https://lamps.example/", version: version + 1 })
      const page = yield* done("GET", `/pages/${id}`)
      assert.deepStrictEqual(page.draft.seo, { title: "Lamps for long evenings", noindex: true, canonical: "https://lamps.example/" })
      assert.deepStrictEqual([page.revision, page.published], [revision + 1, null])
      const late = yield* send(`/cms/seo/${id}`, { key: "acme", method: "PUT", headers: { "if-match": `"${version}"` }, ...json({}) })
      assert.strictEqual(late.status, 412, late.text)
      assert.strictEqual((yield* call("GET", `/seo/${id}`, undefined, "bolt")).status, 404)
      assert.strictEqual((yield* call("PUT", `/seo/${id}`, { canonical: "javascript:alert(1)" })).status, 422)
    }))
})

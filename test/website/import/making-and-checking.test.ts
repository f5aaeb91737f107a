import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../support/eventually.ts"
import { json, send, TestServerWith } from "../../support/test-server.ts"
import { allOf } from "./moving-in.ts"
import { oldSite } from "./old-site.ts"

const post = (path: string, body: object = {}, key: "acme" | "bolt" = "acme") => send(path, { key, method: "POST", ...json(body) })

layer(TestServerWith({ webhookAllowHosts: ["127.0.0.1"] }), { excludeTestServices: true })("making and checking a site", (it) => {
  it.effect("a template makes drafts of a whole site from what the company says, and changes nothing that is there", () =>
    Effect.gen(function*() {
      const set = yield* send("/company/settings", { key: "owner", method: "PATCH", ...json({
        name: "Shear {{Joy}}", contact_email: "hello@shear.example", contact_phone: "+4722123456",
        address: { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" },
        opening_hours: [{ day: "monday", opens: "09:00", closes: "17:00" }]
      }) })
      assert.strictEqual(set.status, 200, set.text)
      const staff = yield* post("/calendar/staff", { name: "Ada" })
      const service = yield* post("/calendar/services", { staff_ids: [staff.json.id], name: "Cut", duration_minutes: 45, price: 9_000, currency: "USD" })
      assert.strictEqual(service.status, 201, service.text)
      const own = yield* post("/cms/pages", { title: "Ours", slug: "about", blocks: [] })
      assert.strictEqual(own.status, 201, own.text)

      const { json: { templates } } = yield* send("/cms/templates", { key: "acme" })
      assert.isAbove(templates.length, 100)
      const { json: made, status, text } = yield* post("/cms/templates/kb_salon_v1/apply")
      assert.strictEqual(status, 201, text)
      assert.deepStrictEqual(made.pages.map(({ path }: any) => path), ["/", "/services", "/prices", "/questions", "/contact", "/appointments", "/privacy"])
      assert.deepStrictEqual(made.kept, ["/about"])
      assert.deepInclude(made, { navigation_set: true, design_set: true })
      assert.isTrue(made.missing.some(({ fact, where }: any) => fact === "cancellation_notice" || where.length > 0))
      for (const { id } of made.pages) {
        const { json: page } = yield* send(`/cms/pages/${id}`, { key: "acme" })
        assert.strictEqual(page.status, "draft")
        assert.isAbove(page.draft.blocks.length, 0, page.path)
        assert.notMatch(JSON.stringify(page.draft.blocks).replaceAll("Shear {{Joy}}", ""), /\{\{/u, page.path)
      }
      const questions = yield* send(`/cms/pages/${made.pages[3].id}`, { key: "acme" })
      assert.isAbove(questions.json.draft.blocks.flatMap(({ items }: any) => items).length, 4)
      const settings = yield* send("/cms/settings", { key: "acme" })
      assert.lengthOf(settings.json.navigation, 5)
      assert.isFalse(settings.json.published)
      const again = yield* post("/cms/templates/kb_salon_v1/apply")
      assert.deepInclude(again.json, { pages: [], posts: [], navigation_set: false, design_set: false })
      assert.strictEqual((yield* post("/cms/templates/kb_nothing_v1/apply")).status, 404)
    }))

  it.effect("every template makes a design that can be read, and pages that fit", () =>
    Effect.gen(function*() {
      const { json: { templates } } = yield* send("/cms/templates", { key: "bolt" })
      const bySector = new Map<string, string>(templates.map(({ id, sector }: any) => [sector, id]))
      for (const id of bySector.values()) {
        const { json: made, status, text } = yield* post(`/cms/templates/${id}/apply`, {}, "bolt")
        assert.strictEqual(status, 201, `${id}: ${text}`)
        for (const page of made.pages) {
          const gone = yield* send(`/cms/pages/${page.id}`, { key: "bolt", method: "PATCH", ...json({ slug: `old-${page.id}` }) })
          assert.strictEqual(gone.status, 200, gone.text)
        }
      }
    }))

  it.effect("a check finds what leads nowhere, within the site and out of it, and says where", () =>
    Effect.gen(function*() {
      const other = yield* oldSite
      other.files.set("/there", Buffer.from("here"))
      const body = [
        `[a](${other.address}/there) [b](${other.address}/gone) [c](/nowhere) [d](post:999999) [e](#nothing) [f](mailto:a@b.example)`,
        "[g](http://10.0.0.1/private) [h](/blog) [i](/)"
      ].join("\n\n")
      const made = yield* post("/cms/posts", { title: "With links", body }, "bolt")
      assert.strictEqual(made.status, 201, made.text)
      const begun = yield* post("/cms/links/check", {}, "bolt")
      assert.strictEqual(begun.status, 202, begun.text)
      const done = yield* eventually(Effect.map(send(`/cms/links/checks/${begun.json.id}`, { key: "bolt" }), ({ json }) => json), ({ finished_at }) => finished_at !== null)
      const broken = new Map((yield* allOf(`/cms/links/checks/${begun.json.id}/broken`, "bolt")).map((one: any) => [one.address, one]))
      const found = [`${other.address}/gone`, "/nowhere", "post:999999", `post:${made.json.id}#nothing`, "http://10.0.0.1/private"]
      for (const address of found) assert.isTrue(broken.has(address), `${address} is not among ${[...broken.keys()].join(" ")}`)
      for (const address of [`${other.address}/there`, "/blog"]) assert.isFalse(broken.has(address), address)
      assert.strictEqual(done.broken, broken.size)
      assert.strictEqual(broken.get(`${other.address}/gone`).status, 404)
      assert.include(broken.get("http://10.0.0.1/private").reason, "not a public address")
      assert.deepStrictEqual(broken.get("/nowhere").places, [{ id: made.json.id, kind: "post", title: "With links" }])
    }))
})

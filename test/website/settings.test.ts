import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../support/database.ts"
import { companyIds, send, TestServer } from "../support/test-server.ts"
import { call, done, faults } from "./calling.ts"

const version = Effect.fnUntraced(function*() {
  const sql = yield* OwnerSql
  const [row] = yield* sql<{ version: string }>`select version::text as version from site_versions where company_id = ${companyIds.acme}`
  return Number(row?.version ?? 0)
})

layer(TestServer, { excludeTestServices: true })("settings of a site", (it) => {
  it.effect("exist from the beginning, with what the company's own say, shared by both modes", () =>
    Effect.gen(function*() {
      const { json: company } = yield* send("/company/settings", { key: "acme" })
      const settings = yield* done("GET", "/settings")
      assert.deepInclude(settings, {
        name: company.name, locale: company.locale, time_zone: company.time_zone, tagline: null, locales: [], navigation: [], social: [], published: false,
        count_visits: true, footer: { text: null, links: [] }, hosts: []
      })
      assert.match(settings.url, new RegExp(`/s/${company.slug}$`, "u"))
      yield* done("PATCH", "/settings", { tagline: "Made to last" }, "acmeTest")
      assert.strictEqual((yield* done("GET", "/settings")).tagline, "Made to last")
      assert.isNull((yield* done("GET", "/settings", undefined, "bolt")).tagline)
    }))

  it.effect("are changed field by field, with a receipt and a new version of what visitors see, which nothing changed does not make", () =>
    Effect.gen(function*() {
      const { id } = yield* done("POST", "/pages", { title: "About us" })
      const before = yield* version()
      const changed = yield* done("PATCH", "/settings", {
        name: "Acme Studio", locales: ["nb-NO"], published: true, not_found: { title: "Gone", text: "Look elsewhere." },
        navigation: [{ label: "About", page_id: id, children: [{ label: "Blog", url: "/blog" }] }, { label: "More", children: [{ label: "Shop", url: "https://shop.example/" }] }],
        footer: { text: "Acme AS", links: [{ label: "About", page_id: id }] }, social: [{ label: "Mastodon", url: "https://social.example/@acme" }]
      })
      assert.deepInclude(changed, { name: "Acme Studio", locales: ["nb-NO"], published: true, tagline: "Made to last" })
      assert.deepStrictEqual(changed.navigation, [
        { label: "About", page_id: id, url: null, children: [{ label: "Blog", page_id: null, url: "/blog" }] },
        { label: "More", page_id: null, url: null, children: [{ label: "Shop", page_id: null, url: "https://shop.example/" }] }
      ])
      assert.strictEqual(yield* version(), before + 1)
      assert.deepStrictEqual(yield* done("PATCH", "/settings", { name: "Acme Studio" }), changed)
      assert.strictEqual(yield* version(), before + 1)
      assert.notStrictEqual((yield* done("PATCH", "/settings", { name: null })).name, "Acme Studio")
      const sql = yield* OwnerSql
      const receipts = yield* sql<any>`select changes from receipts where company_id = ${companyIds.acme} and verb = 'update_site_settings' order by id`
      assert.deepInclude(receipts.at(-1).changes[0].before, { name: "Acme Studio" })
    }))

  it.effect("tell the hosts of the company, and where its site is once one is proved", () =>
    Effect.gen(function*() {
      const sql = yield* OwnerSql
      yield* sql`insert into hosts (company_id, host, proof) values (${companyIds.bolt}, 'new.bolt.test', 'x')`
      yield* sql`insert into hosts (company_id, host, proof, proved_at) values (${companyIds.bolt}, 'www.bolt.test', 'y', now())`
      const { hosts, url } = yield* done("GET", "/settings", undefined, "bolt")
      assert.strictEqual(url, "https://www.bolt.test")
      assert.deepStrictEqual(hosts.map(({ host, proved_at }: any) => [host, proved_at === null]), [["new.bolt.test", true], ["www.bolt.test", false]])
      assert.strictEqual(hosts[0].proof.type, "TXT")
    }))

  it.effect("name only what there is", () =>
    Effect.gen(function*() {
      const foreign = yield* done("POST", "/pages", { title: "Theirs" }, "bolt")
      const field = (body: object) => Effect.map(faults("PATCH", "/settings", body), (all) => all.map(([name]) => name))
      assert.deepStrictEqual(yield* field({ navigation: [{ label: "A", page_id: foreign.id + 1_000 }] }), ["navigation[0].page_id"])
      assert.deepStrictEqual(yield* field({ footer: { links: [{ label: "A", url: "/" }, { label: "B", page_id: foreign.id + 1_000 }] } }), ["footer.links[1].page_id"])
      assert.deepStrictEqual(yield* field({ logo_media_id: 1_000_000 }), ["media_id"])
      for (const body of [
        { navigation: [{ label: "A" }] }, { navigation: [{ label: "A", url: "javascript:alert(1)" }] }, { navigation: [{ label: "A", url: "//evil.test" }] },
        { navigation: [{ label: "A", url: "/x", page_id: 1 }] }, { social: [{ label: "A", url: "http://plain.example" }] }, { locales: ["xx-nothing-at-all-here"] },
        { locale: "" }, { name: " " }, { footer: { links: [{ label: "", url: "/" }] } }, { navigation: [{ label: "A", url: "/a/../b" }] },
        { navigation: Array.from({ length: 61 }, () => ({ label: "A", url: "/" })) }
      ]) assert.isNotEmpty(yield* field(body), JSON.stringify(body))
      assert.strictEqual((yield* call("PATCH", "/settings", { name: "No" }, "scopeless")).status, 403)
    }))
})

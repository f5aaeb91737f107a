import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { plainPath } from "#schemas/website/address"
import { OwnerSql } from "../../support/database.ts"
import { send, TestServerWith } from "../../support/test-server.ts"
import { ABOUT, TEAM, wordpressExport } from "./export-maker.ts"
import { ask } from "../serving/sites.ts"
import { allOf, movedIn, sent } from "./moving-in.ts"
import { oldSite } from "./old-site.ts"

const here = { webhookAllowHosts: ["127.0.0.1"] }
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")
const words = (document: unknown) => JSON.stringify(document)

/** Where a visitor who comes by an old address is sent by a redirect of the site; one to another spelling of the address is followed first. */
const followed = Effect.fnUntraced(function*(path: string) {
  let { headers, status } = yield* ask(`/s/acme${path}`)
  for (let n = 0; status === 308 && n < 2; n++) ({ headers, status } = yield* ask(headers["location"]!))
  return status === 301 ? headers["location"] : status
})

layer(TestServerWith(here), { excludeTestServices: true })("moving in from WordPress", (it) => {
  it.effect("an export with 300 posts comes in with every link, picture and redirect right, and once", () =>
    Effect.gen(function*() {
      const old = yield* oldSite
      const made = wordpressExport(old.address)
      for (const [path, file] of made.files) old.files.set(path, file)
      const done = yield* movedIn(made.xml)
      const shown = yield* send("/cms/settings", { key: "acme", method: "PATCH", body: "{\"published\":true}", headers: { "content-type": "application/json" } })
      assert.strictEqual(shown.status, 200, shown.text)
      const expected = made.posts.filter(({ isTaken }) => isTaken)
      assert.deepInclude(done, { posts: expected.length, pages: 3, unchanged: 0, updated: 0, progress: 1 }, words(done))

      const sql = yield* OwnerSql
      const records = new Map((yield* sql<{ key: string; kind: string; record_id: number }>`
        select key, kind, record_id from moved_sources where company_id = 1`).map(({ key, kind, record_id }) => [key, `${kind}:${record_id}`]))
      const hashes = new Map((yield* sql<{ hash: string; id: number }>`select id, hash from media where company_id = 1`).map(({ hash, id }) => [hash, id]))
      const redirects = new Map((yield* allOf("/cms/redirects")).map(({ from, to }: any) => [from, to]))
      const slugs = new Set<string>()
      for (const post of expected) {
        const [, id] = records.get(`wp:${post.id}`)!.split(":")
        const { json } = yield* send(`/cms/posts/${id}`, { key: "acme" })
        const where = `post ${post.id}`
        assert.deepInclude(json, { title: post.title, status: "draft" }, where)
        slugs.add(json.slug)
        const said = words(json.draft)
        for (const link of post.links) assert.include(said, link === ABOUT ? `(${records.get(`wp:${ABOUT}`)})` : `(${records.get(`wp:${link}`)})`, where)
        for (const path of post.pictures) {
          const media = hashes.get(hashOf(made.files.get(path)!))!
          assert.isDefined(media, `${where} ${path}`)
          assert.match(said, new RegExp(`media:${media}\\b|media_id":${media}\\b`, "u"), `${where} ${path}`)
        }
        for (const from of post.old) {
          const [path, query] = from.split("?")
          const key = query === undefined ? plainPath(path!) : `/?${query}`
          /* Two posts had this address: it leads to the first. */
          if (path!.includes("twice")) assert.isTrue(redirects.has(key), `${where} ${key}`)
          else assert.strictEqual(redirects.get(key), `/blog/${json.slug}`, `${where} ${key}`)
          const led = yield* followed(from)
          assert.strictEqual(led, `/s/acme${redirects.get(key)}`, `a visitor of ${from}`)
        }
        for (const never of ["<script", "onerror", "[caption", "[vc_", "[contact-form", "wp-content", "wp:", old.address.slice(5)]) assert.notInclude(said, never, where)
      }
      assert.strictEqual(slugs.size, expected.length, "every post has an address of its own")
      assert.deepStrictEqual(["/category/news", "/category/news/local", "/tag/clay-glaze"].map((path) => redirects.get(path)), [
        "/blog/tags/News", "/blog/tags/Local", "/blog/tags/Clay%20%26%20glaze"
      ])

      const pages = yield* allOf("/cms/pages")
      const team = pages.find(({ title }: any) => title === "Our team")
      assert.strictEqual(team.path, "/about/team")
      assert.strictEqual(records.get(`wp:${TEAM}`), `page:${team.id}`)
      assert.strictEqual(pages.find(({ title }: any) => title === "Blog").path, "/blog-page")
      const about = yield* send(`/cms/pages/${team.parent_id}`, { key: "acme" })
      assert.include(words(about.json.draft.blocks), `(page:${team.id})`)
      assert.deepInclude((yield* send(`/cms/pages/${team.id}`, { key: "acme" })).json.draft.blocks[0], { type: "gallery" })

      const left = yield* allOf(`/cms/imports/${done.id}/not-taken`)
      assert.strictEqual(left.length, done.not_taken)
      const kinds = new Set(left.map(({ what }: any) => what.replace(/[\d].*|\/.*|http.*/u, "").trim()))
      for (const kind of ["shortcode [contact-form-", "<script>", "<form>", "block social-links", "visibility", "publication", "comments", "nav_menu_item", "product", "custom_css", "tribe_events", "file"]) {
        assert.isTrue(kinds.has(kind), `${kind} is not among ${[...kinds].join(", ")}`)
      }

      const state = sql`select (select count(*) from content_revisions) as revisions, (select count(*) from media) as media,
        (select count(*) from redirects) as redirects, (select count(*) from uploads where not stored) as uploads,
        (select count(*) from site_import_items) as items, (select max(version) from posts) as version`
      const before = yield* state
      assert.deepInclude(before[0] as object, { items: 0, uploads: 0 })
      const asked = old.asked.size
      const again = yield* movedIn(made.xml)
      assert.deepInclude(again, { posts: 0, pages: 0, updated: 0, unchanged: expected.length + 3, redirects: 0 }, words(again))
      assert.deepStrictEqual(yield* state, before)
      assert.strictEqual(old.asked.size, asked)
    }), 1_800_000)

  it.effect("what changed in the old site follows, unless it was changed here", () =>
    Effect.gen(function*() {
      const site = "https://small.example"
      const item = (id: number, words: string) => `<item><title>Post ${id}</title><pubDate>Mon, 05 Feb 2018 10:00:00 +0000</pubDate><link>${site}/p${id}/</link><content:encoded><![CDATA[${words}]]></content:encoded>
        <wp:post_id>${id}</wp:post_id><wp:post_name>p${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
      const xml = (...items: ReadonlyArray<string>) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>${site}</link>${items.join("")}</channel></rss>`
      yield* movedIn(xml(item(1, "one"), item(2, "two")), "text/xml", "bolt")
      const posts = yield* allOf("/cms/posts", "bolt")
      const second = posts.find(({ slug }: any) => slug === "p2")
      const changed = yield* send(`/cms/posts/${second.id}`, { key: "bolt", method: "PATCH", body: JSON.stringify({ body: "mine" }), headers: { "content-type": "application/json" } })
      assert.strictEqual(changed.status, 200, changed.text)
      const done = yield* movedIn(xml(item(1, "one more"), item(2, "two more")), "text/xml", "bolt")
      assert.deepInclude(done, { posts: 0, updated: 1, unchanged: 1, not_taken: 1 }, words(done))
      const said = yield* Effect.forEach(posts, ({ id }: any) => send(`/cms/posts/${id}`, { key: "bolt" }))
      assert.deepStrictEqual(new Map(said.map(({ json }) => [json.slug, json.draft.body])), new Map([["p2", "mine"], ["p1", "one more"]]))
    }))

  it.effect("refuses what is no export, and files that are traps", () =>
    Effect.gen(function*() {
      const refused = Effect.fnUntraced(function*(body: string, type: string, why: string) {
        const { json, status, text } = yield* sent(body, type)
        assert.strictEqual(status, 422, text)
        assert.include(json.message, why)
      })
      yield* refused("<html></html>", "application/xml", "no export of WordPress")
      yield* refused(`<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><rss>wordpress.org/export/<channel><item></item></channel></rss>`, "application/xml", "entities")
      yield* refused("PK nothing", "application/zip", "no ZIP archive")
      assert.strictEqual((yield* sent("x", "text/plain")).status, 415)
      assert.strictEqual((yield* send("/cms/import", { key: "starter", method: "POST", body: "<rss>", headers: { "content-type": "application/xml" } })).status, 403)
    }))
})

import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { demoAccess } from "#layers/demo/demo"
import { pictures } from "#layers/demo/website/pictures"
import { ServiceConfig } from "#layers/kernel/config"
import { Blocks, blocksOf, linksOf, mediaOf } from "#schemas/website/blocks"
import { contrastFaults, Design } from "#schemas/website/design"
import { NewForm } from "#schemas/website/form"
import { PageContent } from "#schemas/website/page"
import { PostContent } from "#schemas/website/post"
import { NewRedirects } from "#schemas/website/redirect"
import { SiteSettingsChanges } from "#schemas/website/site-settings"
import { FreshDatabase, OwnerSql } from "../../support/database.ts"

const folder = mkdtempSync(join(tmpdir(), "demo-"))

const make = Effect.provide(demoAccess(folder), ServiceConfig.layerOf())

const rows = (query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<any>, unknown>) => Effect.orDie(OwnerSql.use(query))

const TWELVE = 12
const SIX = 6

layer(FreshDatabase(make), { excludeTestServices: true })("the site of the demo company", (it) => {
  it.effect("has twelve pages and six posts that the contract would take, each with a description and a picture", () =>
    Effect.gen(function*() {
      const contents = yield* rows((sql) => sql`select r.kind, r.content, coalesce(p.published_path, '/blog/' || o.published_slug) as path
        from content_revisions r left join pages p on r.kind = 'page' and p.id = r.document_id
          left join posts o on r.kind = 'post' and o.id = r.document_id
        order by r.kind, r.document_id`)
      const pages = contents.filter(({ kind }) => kind === "page")
      const posts = contents.filter(({ kind }) => kind === "post")
      assert.deepStrictEqual([pages.length, posts.length], [TWELVE, SIX])
      for (const { content, path } of pages) {
        const { blocks, seo } = Schema.decodeUnknownSync(PageContent)(content)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(Schema.decodeUnknownSync(Blocks)(content.blocks))), content.blocks, path)
        assert.isAbove(blocks.length, 0, path)
        assert.isDefined(seo.image_media_id, path)
        assert.isAtLeast(seo.description!.length, 80, path)
        assert.isAtMost(seo.description!.length, 170, path)
      }
      for (const { content, path } of posts) {
        const { authors, excerpt, tags } = Schema.decodeUnknownSync(PostContent)(content)
        assert.deepStrictEqual([authors.length > 0, tags.length > 0, excerpt !== null], [true, true, true], path)
      }
      assert.lengthOf(posts.filter(({ content }) => content.series !== null), 2)
    }))

  it.effect("leads nowhere that is not there, and shows no picture without words", () =>
    Effect.gen(function*() {
      const ids = (table: "pages" | "posts" | "media" | "forms" | "services" | "products") =>
        Effect.map(rows((sql) => sql`select id::int from ${sql(table)}`), (found) => new Set(found.map(({ id }) => id)))
      const [pages, posts, media, forms, services, products] = [
        yield* ids("pages"), yield* ids("posts"), yield* ids("media"), yield* ids("forms"), yield* ids("services"), yield* ids("products")
      ]
      const paths = new Set(["/book", "/shop", "/blog", ...(yield* rows((sql) => sql`select path from pages`)).map(({ path }) => path)])
      const contents = yield* rows((sql) => sql`select content, document_id::int, kind from content_revisions`)
      for (const { content, document_id, kind } of contents) {
        const blocks = Schema.decodeUnknownSync(Blocks)(content.blocks ?? [{ type: "text", text: content.body }])
        for (const link of linksOf(blocks)) {
          if ("page_id" in link) assert.isTrue(pages.has(link.page_id))
          else if ("post_id" in link) assert.isTrue(posts.has(link.post_id))
          else if (link.url.startsWith("/")) assert.isTrue(paths.has(link.url), link.url)
        }
        const shown = new Set<number>([...mediaOf(blocks), content.seo.image_media_id, ...kind === "post" ? [content.cover_media_id] : []])
        for (const id of shown) assert.isTrue(media.has(id))
        for (const { form_id } of blocksOf(blocks, "form")) assert.isTrue(forms.has(form_id))
        for (const { service_ids = [] } of blocksOf(blocks, "booking")) for (const id of service_ids) assert.isTrue(services.has(id))
        for (const { product_ids = [] } of blocksOf(blocks, "products")) for (const id of product_ids) assert.isTrue(products.has(id))
        const uses = yield* rows((sql) => sql`select media_id::int as id from media_uses
          where kind = ${kind} and document_id = ${document_id} and place = 'published'`)
        assert.sameMembers(uses.map(({ id }) => id), [...shown])
      }
      assert.deepStrictEqual(yield* rows((sql) => sql`select name from media where (alt is null) <> decorative or status <> 'ready'`), [])
    }))

  it.effect("has pictures that lie where they are said to, small, and with nothing in them that runs", () =>
    Effect.gen(function*() {
      const files = yield* rows((sql) => sql`select m.prefix, m.hash, m.bytes::int, m.width, m.height, o.name from media m
        join media_objects o on o.company_id = m.company_id and o.prefix = m.prefix order by m.id`)
      assert.lengthOf(files, Object.keys(pictures).length)
      for (const { bytes, hash, height, name, prefix, width } of files) {
        const content = readFileSync(join(folder, "objects", prefix, name))
        assert.deepStrictEqual([content.length, createHash("sha256").update(content).digest("hex")], [bytes, hash])
        assert.isBelow(bytes, 16_384)
        assert.include(content.toString(), `viewBox="0 0 ${width} ${height}"`)
        assert.notMatch(content.toString(), /script|href="(?!#)|url\(|\bon\w+=/iu)
      }
      rmSync(folder, { recursive: true })
    }))

  it.effect("has settings, a design, redirects and a form that the contract would take, and answers of some months in both modes", () =>
    Effect.gen(function*() {
      const [settings] = yield* rows((sql) => sql`select tagline, navigation, footer, social, logo_media_id::int, favicon_media_id::int, not_found,
        published, design from site_settings`)
      const { design, ...rest } = settings
      Schema.decodeUnknownSync(SiteSettingsChanges)(rest)
      assert.deepStrictEqual([contrastFaults(Schema.decodeUnknownSync(Design)(design)), rest.published], [[], true])
      const redirects = yield* rows((sql) => sql`select from_path as "from", match, target as "to" from redirects`)
      Schema.decodeUnknownSync(NewRedirects)({ redirects })
      const [form] = yield* rows((sql) => sql`select name, fields, button, after, tag, notify_email, makes_task, active from forms`)
      Schema.decodeUnknownSync(NewForm)(form)
      const [sent] = yield* rows((sql) => sql`select count(*)::int as n, count(distinct livemode)::int as modes, 
        count(*) filter (where spam)::int as spam, count(*) filter (where spam <> (contact_id is null) or created_at > now())::int as odd,
        extract(day from max(created_at) - min(created_at))::int as days from form_answers`)
      assert.deepInclude(sent, { n: 32, modes: 2, spam: 4, odd: 0 })
      assert.isAbove(sent.days, 90)
    }))
})

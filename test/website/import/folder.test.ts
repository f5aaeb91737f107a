import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnerSql } from "../../support/database.ts"
import { send, TestServer } from "../../support/test-server.ts"
import { ask } from "../serving/sites.ts"
import { allOf, movedIn, sent } from "./moving-in.ts"
import { picture } from "./pictures.ts"
import { type Entry, zipOf } from "./zip-maker.ts"

const ZIP = "application/zip"
const MIB = 1_048_576
const vase = picture(1)
const words = (document: unknown) => JSON.stringify(document)

/** A site as generators of static sites keep them, with what real folders hold besides. */
const folder: ReadonlyArray<Entry> = [
  { name: "site/index.md", content: "---\ntitle: Home\n---\nWelcome. See [us](about/) and [the first](blog/2021-04-05-first.md#more)." },
  { name: "site/about/index.md", content: "# About us\n\nWe make pots. ![A vase](../images/vase.png)" },
  { name: "site/about/team.md", content: "# The team\n\nAll [about us](index.md). <script>alert(1)</script>" },
  {
    name: "site/blog/2021-04-05-first.md",
    content: "---\ntitle: The first\ntags: [clay, Glaze]\nauthor: Nora Vale\ndescription: In short\ncover: /images/vase.png\naliases: [/Old/First]\n---\n" +
      "Words.\n\n| a | b |\n| - | - |\n| 1 | 2 |"
  },
  { name: "site/static/images/vase.png", content: vase },
  { name: "site/.DS_Store", content: "x" },
  { name: "site/build.js", content: "alert(1)" },
  { name: "site/latin.md", content: Buffer.from("Gr\u00fc\u00dfe", "latin1") },
  { name: "site/link.md", content: "/etc/passwd", mode: 0o120777 }
]

/** Says that it is small, and is not. */
const lying: Entry = { name: "site/lie.md", content: "x".repeat(3 * MIB), said: 10 }

layer(TestServer, { excludeTestServices: true })("moving in from a folder of Markdown", (it) => {
  it.effect("brings pages below each other, posts, pictures and redirects, and lists what it left", () =>
    Effect.gen(function*() {
      const shown = yield* send("/cms/settings", { key: "acme", method: "PATCH", body: "{\"published\":true}", headers: { "content-type": "application/json" } })
      assert.strictEqual(shown.status, 200, shown.text)
      const done = yield* movedIn(zipOf([...folder, lying]), ZIP, "acme", "?source=handbook")
      assert.deepInclude(done, { format: "markdown", source: "folder handbook", pages: 3, posts: 1, media: 1 }, words(done))

      const pages = yield* allOf("/cms/pages")
      assert.sameMembers(pages.map(({ path, status }: any) => `${path} ${status}`), ["/ draft", "/about draft", "/about/team draft"])
      const read = Effect.fnUntraced(function*(path: string) {
        const { id } = pages.find((page: any) => page.path === path)
        return { id, said: words((yield* send(`/cms/pages/${id}`, { key: "acme" })).json.draft.blocks) }
      })
      const [home, about, team] = [yield* read("/"), yield* read("/about"), yield* read("/about/team")]
      const [post] = yield* allOf("/cms/posts")
      const [file] = yield* allOf("/cms/media")
      assert.strictEqual(file.hash, createHash("sha256").update(vase).digest("hex"))
      assert.include(home.said, `[us](page:${about.id})`)
      assert.include(home.said, `[the first](post:${post.id})`)
      assert.include(about.said, `"media_id":${file.id}`)
      assert.include(team.said, `[about us](page:${about.id})`)
      assert.notInclude(team.said, "<script")
      const { json: { draft } } = yield* send(`/cms/posts/${post.id}`, { key: "acme" })
      assert.deepInclude(draft, { title: "The first", slug: "first", tags: ["Glaze", "clay"], excerpt: "In short", cover_media_id: file.id })
      assert.deepStrictEqual(draft.authors.map(({ name }: any) => name), ["Nora Vale"])

      for (const old of ["/Old/First", "/old/first", "/2021/04/05/first", "/2021/04/05/first.html", "/blog/2021-04-05-first"]) {
        const { headers, status } = yield* ask(`/s/acme${old}`)
        assert.deepStrictEqual([status, headers["location"]], [301, "/s/acme/blog/first"], old)
      }
      const left = new Map((yield* allOf(`/cms/imports/${done.id}/not-taken`)).map(({ where, why }: any) => [where, why]))
      for (const [where, why] of [
        ["build.js", "neither Markdown nor a picture"], ["latin.md", "no text in UTF-8"], ["site/link.md", "a link to another file"], ["lie.md", "cannot be unpacked"]
      ]) assert.include(left.get(where) ?? "", why, words([...left]))

      const again = yield* movedIn(zipOf(folder), ZIP, "acme", "?source=handbook")
      assert.deepInclude(again, { pages: 0, posts: 0, updated: 0, unchanged: 4, redirects: 0 }, words(again))
    }))

  it.effect("refuses archives that are traps, at once and with the reason, and keeps nothing of them", () =>
    Effect.gen(function*() {
      const text: Entry = { name: "a.md", content: "# A" }
      const zeros = Buffer.alloc(21 * MIB)
      const traps: ReadonlyArray<readonly [why: string, entries: ReadonlyArray<Entry>]> = [
        ["more than 200 MiB", [text, ...Array.from({ length: 10 }, (_, n) => ({ name: `${n}.png`, content: zeros }))]],
        ["lie over each other", [{ name: "a.md", content: picture(2, 200, 200) }, ...Array.from({ length: 9 }, (_, n) => ({ name: `${n}.md`, content: picture(2, 200, 200), overlapping: true }))]],
        ["encrypted", [text, { name: "b.md", content: "x", encrypted: true }]],
        ["list of files cannot be read", [text, { name: "../../etc/b.md", content: "x" }]],
        ["no file that ends with .md", [{ name: "a.txt", content: "x" }]],
        ["more than 10,000 files", Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}.md`, content: "" }))]
      ]
      for (const [why, entries] of traps) {
        const { json, status, text } = yield* sent(zipOf(entries), ZIP)
        assert.strictEqual(status, 422, text)
        assert.include(json.message, why)
      }
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select 1 from uploads where stored or created_at < now() - interval '1 minute'`, [])
      const tight = yield* movedIn(zipOf([text, { name: "zeros.png", content: zeros }]), ZIP, "bolt")
      assert.deepInclude(tight, { pages: 1, media: 0, not_taken: 1 }, words(tight))
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { TestServer } from "../../support/test-server.ts"
import { ask, hosted, opened, posted, published } from "./sites.ts"

const many = new Set(["entry", "item", "author", "category", "link", "url", "xhtml:link", "dc:creator"])
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", isArray: (name) => many.has(name), parseTagValue: false, processEntities: true })

const xml = (text: string) => {
  assert.strictEqual(XMLValidator.validate(text), true)
  assert.isTrue(text.startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"))
  return parser.parse(text)
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u
const RFC822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/u
const HOST = "www.juniper.example"
const isAddress = (text: string) => URL.canParse(text) && text.startsWith(`https://${HOST}/`)
const words = (node: unknown): string => typeof node === "string" ? node : (node as Readonly<Record<string, string>>)["#text"]!

layer(TestServer, { excludeTestServices: true })("feeds and maps of a site", (it) => {
  it.effect("hold to the rules of Atom, RSS and JSON Feed", () =>
    Effect.gen(function*() {
      yield* opened({ name: "Juniper & <Vale>", tagline: "Interiors \u0007 that last" })
      yield* hosted(HOST)
      yield* published({ path: "/about", title: "About us" })
      yield* posted({ slug: "first", title: "Bowls & <mugs> ]]>", body: "See [us](/about) & <b>us</b>.\n\n```\n]]>\n```", tags: ["wood & clay"], authors: [{ name: "Nora Vale", url: "https://nora.example" }] })
      yield* posted({ slug: "second", title: "Second \u{1F389}", posted_at: "2026-02-07T09:00:00Z" })
      const get = (name: string) => ask(`/blog/${name}`, { host: HOST })

      const atom = yield* get("feed.xml")
      assert.strictEqual(atom.headers["content-type"], "application/atom+xml; charset=utf-8")
      const { feed } = xml(atom.text)
      assert.strictEqual(feed["@xmlns"], "http://www.w3.org/2005/Atom")
      assert.match(feed.id, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
      assert.strictEqual(feed.title, "Juniper & <Vale>")
      assert.match(feed.updated, RFC3339)
      assert.deepStrictEqual(feed.link.map((link: Readonly<Record<string, string>>) => link["@rel"]), ["self", "alternate"])
      assert.strictEqual(feed.link[0]["@href"], `https://${HOST}/blog/feed.xml`)
      assert.strictEqual(feed.entry.length, 2)
      assert.strictEqual(new Set(feed.entry.map(({ id }: { id: string }) => id)).size, 2)
      for (const entry of feed.entry) {
        assert.match(entry.updated, RFC3339)
        assert.match(entry.published, RFC3339)
        assert.isTrue(isAddress(entry.link[0]["@href"]))
        assert.isTrue(entry.author.length > 0 && entry.author.every(({ name }: { name: string }) => name !== ""))
        assert.strictEqual(entry.content["@type"], "html")
      }
      assert.strictEqual(words(feed.entry[1].title), "Bowls & <mugs> ]]>")
      assert.include(words(feed.entry[1].content), `href="https://${HOST}/about"`)

      const rss = yield* get("rss.xml")
      assert.strictEqual(rss.headers["content-type"], "application/rss+xml; charset=utf-8")
      const { rss: { "@version": version, channel } } = xml(rss.text)
      assert.strictEqual(version, "2.0")
      for (const name of ["title", "description"]) assert.isString(channel[name])
      assert.match(channel.lastBuildDate, RFC822)
      for (const item of channel.item) {
        assert.match(item.pubDate, RFC822)
        assert.isTrue(isAddress(words(item.link[0])))
        assert.strictEqual(item.guid["@isPermaLink"], "false")
        assert.isString(item.title)
      }

      const json = yield* get("feed.json")
      assert.strictEqual(json.headers["content-type"], "application/feed+json")
      const told = JSON.parse(json.text)
      assert.strictEqual(told.version, "https://jsonfeed.org/version/1.1")
      assert.strictEqual(told.feed_url, `https://${HOST}/blog/feed.json`)
      for (const item of told.items) {
        assert.isString(item.id)
        assert.isString(item.content_html)
        assert.match(item.date_published, RFC3339)
        assert.isTrue(isAddress(item.url))
      }
    }))

  it.effect("tell of all that is to be found, and of nothing else", () =>
    Effect.gen(function*() {
      yield* opened({ name: "Juniper", locales: ["nb-NO"], locale: "en-GB" })
      const home = yield* published({ path: "/", title: "Home" })
      yield* published({ path: "/hjem", title: "Hjem", locale: "nb-NO", translation_of: home })
      yield* published({ path: "/hidden", title: "Hidden", seo: { noindex: true } })
      yield* Effect.sleep("1 second")
      const map = yield* ask("/sitemap.xml", { host: HOST })
      assert.strictEqual(map.headers["content-type"], "application/xml; charset=utf-8")
      const { urlset } = xml(map.text)
      assert.strictEqual(urlset["@xmlns"], "http://www.sitemaps.org/schemas/sitemap/0.9")
      const urls = urlset.url as ReadonlyArray<any>
      assert.sameMembers(urls.map(({ loc }) => loc), ["", "hjem", "about", "blog", "blog/first", "blog/second"].map((path) => `https://${HOST}/${path}`))
      for (const { lastmod, loc } of urls) {
        assert.match(lastmod, RFC3339)
        assert.isBelow(loc.length, 2_048)
      }
      const languages = (path: string) =>
        urls.find(({ loc }) => loc === `https://${HOST}${path}`)["xhtml:link"].map((link: Readonly<Record<string, string>>) => [link["@hreflang"], link["@href"]])
      assert.sameDeepMembers(languages("/"), [["en-GB", `https://${HOST}/`], ["nb-NO", `https://${HOST}/hjem`]])
      assert.sameDeepMembers(languages("/hjem"), languages("/"))
      const page = yield* ask("/hjem", { host: HOST })
      assert.include(page.text, "<html lang=\"nb-NO\" dir=\"ltr\">")
      assert.include(page.text, `<link rel="alternate" hreflang="x-default" href="https://${HOST}/"/>`)
      assert.include((yield* ask("/hidden", { host: HOST })).text, "<meta name=\"robots\" content=\"noindex\"/>")
      const robots = yield* ask("/robots.txt", { host: HOST })
      assert.include(robots.text, `Sitemap: https://${HOST}/sitemap.xml`)
      for (const line of robots.text.trim().split("\n")) assert.match(line, /^(?:(?:User-agent|Disallow|Sitemap): \S+|)$/u)
    }))

  it.effect("have a picture to share and an icon of the design", () =>
    Effect.gen(function*() {
      const page = yield* ask("/about", { host: HOST })
      const [, image] = /<meta property="og:image" content="https:\/\/www\.juniper\.example([^"]+)"/u.exec(page.text)!
      const shared = yield* ask(image!, { host: HOST })
      assert.deepStrictEqual([shared.status, shared.headers["content-type"]], [200, "image/png"])
      assert.deepStrictEqual([shared.bytes.readUInt32BE(16), shared.bytes.readUInt32BE(20)], [1_200, 630])
      const icon = yield* ask("/favicon.ico", { host: HOST })
      assert.deepStrictEqual([icon.status, icon.headers["content-type"], icon.bytes.subarray(1, 4).toString()], [200, "image/png", "PNG"])
      assert.strictEqual((yield* ask("/share/page-999999.png", { host: HOST })).status, 404)
    }))
})

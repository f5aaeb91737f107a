import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import type { SiteRow } from "#layers/website/published"
import { defaultDesign } from "#schemas/website/design"
import { SiteTarget } from "#schemas/website/address"
import { missingDocument } from "#workflows/website/hosted/documents"
import { hashed, type SiteShown } from "#workflows/website/hosted/site"
import { browser, executable, NO_BROWSER } from "../../dashboard/chromium.ts"
import { rounds } from "../../support/rounds.ts"
import { TestServer } from "../../support/test-server.ts"
import { counting, type Found, touching, vectors } from "../blocks/attacks.ts"
import { styles } from "../blocks/showing.ts"
import { ask, opened, posted, published } from "./sites.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

/** In the suite every sixth has pages of its own opened; lists show all of them. */
const EACH = rounds(6, 1)
const chosen = vectors.map((vector, n) => ({ ...vector, n })).filter(({ n }) => n % EACH === 0)

const isTarget = Schema.is(SiteTarget)
const links = (text: string) => [
  { label: text, page_id: null, url: "/about" }, ...isTarget(text) ? [{ label: text, page_id: null, url: text }] : []
]

/** A site all of whose texts are this one: what frames its pages. */
const siteOf = (text: string): SiteShown => {
  const row = {
    id: 1, slug: "acme", company: text, contact_email: text, contact_phone: text, address: { line1: text, city: text, country: text }, time_zone: "Europe/Oslo",
    currency: "EUR", name: text, tagline: text, locale: "en-GB", locales: [], navigation: links(text).map((link) => ({ ...link, children: links(text) })),
    footer: { text, links: links(text) }, social: links(text).map(({ label }) => ({ label, url: "https://social.example/@acme" })), logo_media_id: null,
    favicon_media_id: null, not_found: { title: text, text }, design: defaultDesign, published: true, host: null
  } as unknown as SiteRow
  return {
    row, base: "/s/acme", home: "https://acme.example", icon: undefined, style: hashed(styles), pathOf: () => undefined,
    logo: { src: "/s/acme/media/x/logo.png", width: 40, height: 40, alt: text, focal: { x: 50, y: 50 }, sources: [] }
  }
}

const looked = async (page: Page, name: string): Promise<ReadonlyArray<string>> => {
  const { ran, violations, wrong } = await page.evaluate(touching) as Found
  return ran > 0 || wrong.length > 0 || violations.length > 0 ? [`${name}: ran ${ran}, ${wrong.join()}, ${violations.join()}`] : []
}

layer(TestServer, { excludeTestServices: true })("attacks in texts of a site", (it) => {
  it.effect.skipIf(unless)("run nowhere in what frames its pages", () =>
    Effect.gen(function*() {
      const one = yield* browser
      const found = yield* Effect.promise(async () => {
        const page = await one.newPage()
        const found: Array<string> = []
        let body = ""
        await page.addInitScript(counting)
        page.on("dialog", (dialog) => {
          found.push(`dialog ${dialog.message()}`)
          void dialog.dismiss()
        })
        await page.route(() => true, (route) => {
          const { host, pathname } = new URL(route.request().url())
          if (host !== "site.example") {
            found.push(`asks ${host}`)
            return route.abort()
          }
          return pathname === "/page" ? route.fulfill({ contentType: "text/html; charset=utf-8", body }) : route.fulfill({ status: 404 })
        })
        for (const { name, text } of chosen) {
          body = missingDocument(siteOf(text), 404).html
          await page.goto("http://site.example/page")
          found.push(...await looked(page, name))
        }
        return found
      })
      assert.deepStrictEqual(found, [])
    }))

  it.effect.skipIf(unless)("run nowhere on its pages, posts and lists as they are served, and its policy refuses nothing", () =>
    Effect.gen(function*() {
      yield* opened()
      for (const [n, { text }] of vectors.entries()) {
        yield* published({ path: `/attack-${n}`, title: text, blocks: [{ type: "text", heading: text, text }], seo: { title: text, description: text } })
        yield* posted({
          slug: `attack-${n}`, title: text, body: text, excerpt: text, tags: [text, "attacks"], series: text, authors: [{ name: text, about: text }],
          seo: { title: text, description: text }
        })
      }
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const paths = [
        ...chosen.flatMap(({ n, text }) => [`/attack-${n}`, `/blog/attack-${n}`, `/blog/tags/${encodeURIComponent(text)}`]),
        ...Array.from({ length: Math.ceil(vectors.length / 12) }, (_, n) => `/blog?page=${n + 1}`)
      ]
      const { found, seen } = yield* Effect.promise(async () => {
        const page = await one.newPage()
        const found: Array<string> = []
        let seen = 0
        await page.addInitScript(counting)
        page.on("request", (request) => {
          if (!request.url().startsWith(base)) found.push(`asks ${request.url()}`)
        })
        for (const path of paths) {
          const answer = await page.goto(`${base}/s/acme${path}`)
          if (answer!.status() === 200) seen++
          found.push(...await looked(page, path))
        }
        return { found, seen }
      })
      assert.deepStrictEqual(found, [])
      assert.isAtLeast(seen, paths.length - chosen.length, "tags of some attacks are no addresses")
      for (const name of ["feed.xml", "rss.xml"]) {
        const { text } = yield* ask(`/s/acme/blog/${name}`)
        assert.notMatch(text, /<(?:script|svg|img|iframe|object|embed)\b/iu, name)
      }
    }))
})

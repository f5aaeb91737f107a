import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { browser, desktop, executable, NO_BROWSER } from "../dashboard/chromium.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, send, TestServer } from "../support/test-server.ts"
import { siteShown } from "../website/examples.ts"
import { ask } from "../website/serving/sites.ts"
import { analyticsKey } from "./tracking-examples.ts"

const unless = executable === undefined ? NO_BROWSER : undefined
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

interface Kept {
  readonly name: string
  readonly path: string
  readonly link: string
  readonly properties: object | null
  readonly visitor: string
}

const events = Effect.flatMap(OwnerSql, (sql) => sql<Kept>`select name, path, link, properties, visitor::text from page_events where company_id = ${companyIds.acme} order by at`)

layer(TestServer, { excludeTestServices: true })("the script of a site", (it) => {
  it.effect("is on its pages, has less than two kilobytes, and is there only where visits are counted", () =>
    Effect.gen(function*() {
      yield* siteShown("acme")
      const { json: { slug } } = yield* send("/company/settings", { key: "acme" })
      const page = yield* ask(`/s/${slug}`)
      assert.include(page.text, `<script src="/s/${slug}/count.js" data-site="${yield* analyticsKey("acme")}" data-base="/s/${slug}" defer`)
      assert.include(page.headers["content-security-policy"]!, "script-src 'self'")
      assert.isUndefined(page.headers["set-cookie"])
      for (const path of ["/count.js", `/s/${slug}/count.js`]) {
        const script = yield* ask(path)
        assert.strictEqual(script.status, 200)
        assert.match(script.headers["content-type"]!, /^text\/javascript/u)
        assert.isBelow(script.bytes.length, 2_048)
        assert.isUndefined(script.headers["set-cookie"])
        assert.strictEqual((yield* ask(path, { "if-none-match": script.headers["etag"]! })).status, 304)
      }
      yield* send("/cms/settings", { key: "acme", method: "PATCH", ...json({ count_visits: false }) })
      const without = yield* eventually(ask(`/s/${slug}`), ({ text }) => !text.includes("count.js"))
      assert.notInclude(without.headers["content-security-policy"]!, "script-src")
      yield* send("/cms/settings", { key: "acme", method: "PATCH", ...json({ count_visits: true }) })
      yield* eventually(ask(`/s/${slug}`), ({ text }) => text.includes("count.js"))
    }))

  it.effect("may be called from pages of any origin", () =>
    Effect.gen(function*() {
      const asked = { origin: "https://shop.example", "access-control-request-method": "POST", "access-control-request-headers": "content-type" }
      const { headers, status } = yield* ask("/api/v1/analytics/events", asked, "OPTIONS")
      assert.deepStrictEqual([status, headers["access-control-allow-origin"]], [204, "https://shop.example"])
      const other = yield* ask("/api/v1/analytics/page-views", { ...asked, "access-control-request-method": "GET" }, "OPTIONS")
      assert.isUndefined(other.headers["access-control-allow-origin"])
    }))

  it.effect.skipIf(unless)("tells of pages, also of those that are not loaded, and of links to other sites, with no cookie", () =>
    Effect.gen(function*() {
      yield* siteShown("acme")
      const { json: { slug } } = yield* send("/company/settings", { key: "acme" })
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const complaints: Array<string> = []
      const kept = yield* Effect.promise(async () => {
        const context = await one.newContext({ ...desktop, userAgent: CHROME })
        const page = await context.newPage()
        page.on("pageerror", ({ message }) => complaints.push(message))
        page.on("console", (message) => complaints.push(message.text()))
        const told = (name: string) => page.waitForResponse(async (answer) => answer.url().endsWith("/analytics/events") && answer.status() === 202 &&
          (answer.request().postData() ?? "").includes(name))
        const first = told("page_view")
        await page.goto(`${base}/s/${slug}?utm_source=letter`)
        await first
        const second = told("/rooms")
        await page.evaluate((to) => (globalThis as any).history.pushState({}, "", to), `/s/${slug}/rooms`)
        await second
        const followed = told("Outbound link")
        await page.evaluate(() => {
          const { document } = globalThis as any
          const link = document.createElement("a")
          link.href = "https://elsewhere.example/shop?secret=1"
          link.addEventListener("click", (event: any) => event.preventDefault())
          document.body.append(link)
          link.click()
        })
        await followed
        const own = told("Signed up")
        await page.evaluate(() => (globalThis as any).trackEvent("Signed up", { plan: "Large" }))
        await own
        const kept = { cookies: (await context.cookies()).length, stored: await page.evaluate(() => (globalThis as any).localStorage.length) }
        /* Whoever makes the site can leave themselves out. */
        await page.evaluate(() => {
          const page = globalThis as any
          page.localStorage.setItem("ignore-visits", "true")
          page.trackEvent("Ignored")
        })
        await context.close()
        return kept
      })
      assert.deepStrictEqual(kept, { cookies: 0, stored: 0 })
      assert.deepStrictEqual(complaints, [])
      const found = yield* events
      assert.deepStrictEqual(found.map(({ link, name, path, properties }) => [name, path, link, properties]), [
        ["page_view", "/", "", null], ["page_view", "/rooms", "", null], ["Outbound link", "/rooms", "elsewhere.example/shop", null],
        ["Signed up", "/rooms", "", { plan: "Large" }]
      ])
      assert.strictEqual(new Set(found.map(({ visitor }) => visitor)).size, 1)
    }))
})

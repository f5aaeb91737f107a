import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { posts } from "#layers/demo/website/posts"
import { paths } from "#layers/demo/website/to"
import { browser, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "../../dashboard/chromium.ts"
import { markupFaults } from "../../shop/shopping.ts"
import { rounds } from "../../support/rounds.ts"
import { Demo } from "./demo-site.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

const viewports = [
  ["phone", phone], ["desktop", desktop], ["narrow", { ...phone, viewport: { width: 320, height: 640 } }],
  ["tablet", { ...phone, viewport: { width: 820, height: 1180 } }]
] as const

const addresses = [
  ...paths, "/shop", "/shop/products/stoneware-mug", "/shop/cart", "/book", "/blog", ...Object.keys(posts).map((slug) => `/blog/${slug}`), "/nothing"
]

/** These look most unlike each other: they are seen in every viewport in the suite too. */
const everywhere = new Set(["/", "/contact", "/prices", "/blog/photographing-bread"])

const nameOf = (path: string) => path === "/" ? "home" : path.slice(1).replaceAll("/", "-")

/** Goes on with the keyboard until this has the focus. */
const reach = async (page: Page, name: string) => {
  const wanted = await page.locator("a:visible, button:visible, input:visible, textarea:visible, summary:visible").filter({ hasText: name })
    .or(page.getByLabel(name)).first().elementHandle()
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab")
    if (await wanted!.evaluate((element) => element === (globalThis as any).document.activeElement)) return
  }
  throw new Error(`nothing called ${name}`)
}

layer(Demo.layer, { excludeTestServices: true })("the demo company's site in a browser", (it) => {
  it.effect.skipIf(unless)("is without a fault in four viewports, by day and by night, and asks nothing of anybody else", () =>
    Effect.gen(function*() {
      const { site } = yield* Demo
      const one = yield* browser
      const found: Array<string> = []
      const all = rounds(0, 1) === 1
      for (const [n, [device, options]] of viewports.entries()) {
        yield* Effect.promise(async () => {
          const page = await (await one.newContext({ ...options, locale: "en-US", reducedMotion: "reduce" })).newPage()
          page.on("pageerror", ({ message }) => found.push(message))
          page.on("console", (message) => {
            if (!/status of 404/u.test(message.text())) found.push(message.text())
          })
          page.on("request", (request) => {
            if (!request.url().startsWith(new URL(site).origin) && !request.url().startsWith("data:")) found.push(`asks ${request.url()}`)
          })
          for (const [at, path] of addresses.entries()) {
            if (!all && !everywhere.has(path) && at % viewports.length !== n) continue
            const answer = await page.goto(`${site}${path}`)
            if (answer!.status() !== (path === "/nothing" ? 404 : 200)) found.push(`${path}: ${answer!.status()}`)
            const headings = await page.getByRole("heading", { level: 1 }).count()
            if (headings !== 1) found.push(`${path}: ${headings} headings of the first level`)
            const faults = [...await faultsOf(page), ...markupFaults(await answer!.text())]
            found.push(...faults.map((fault) => `${path} on a ${device}: ${fault}`))
            await picture(page, `site-${nameOf(path)}-${device}`)
          }
          await page.context().close()
        })
      }
      assert.deepStrictEqual(found, [])
    }), 1_800_000)

  it.effect.skipIf(unless)("is read, and written to, by keyboard and without JavaScript", () =>
    Effect.gen(function*() {
      const { site } = yield* Demo
      const one = yield* browser
      const told = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false })).newPage()
        await page.goto(site)
        await reach(page, "Menu")
        await page.keyboard.press("Enter")
        await reach(page, "Contact")
        await page.keyboard.press("Enter")
        await page.waitForURL(/contact/u)
        await reach(page, "Your name")
        await page.keyboard.type("Joan Clarke")
        await reach(page, "E-mail address")
        await page.keyboard.type("joan@clarke.example")
        await reach(page, "A website")
        await page.keyboard.press("Space")
        await reach(page, "What can we do for you?")
        await page.keyboard.type("A page for my bees, please.")
        /* Nobody writes that in less time, but programs do. */
        await page.waitForTimeout(2_100)
        await reach(page, "Send")
        await page.keyboard.press("Enter")
        await page.getByText("Thank you.").waitFor()
        return page.locator("main").innerText()
      })
      assert.include(told, "We answer within a working day")
    }))
})

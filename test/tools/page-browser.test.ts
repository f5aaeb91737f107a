import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { BrowserContextOptions, Page } from "playwright-core"
import { tools } from "#schemas/tools/catalog"
import { addresses } from "#src/surfaces/addresses"
import { browser, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { TestServer } from "../support/test-server.ts"

const address = HttpServer.addressFormattedWith(Effect.succeed)

/** Something to do in a browser; skipped where there is none. */
const inBrowser = (work: (open: (options?: BrowserContextOptions) => Promise<Page>, base: string) => Promise<void>) =>
  Effect.gen(function*() {
    const base = yield* address
    const one = yield* browser
    const complaints: Array<string> = []
    yield* Effect.promise(() =>
      work(async (options = {}) => {
        const page = await (await one.newContext({ ...desktop, ...options })).newPage()
        page.on("pageerror", ({ message }) => complaints.push(message))
        page.on("console", (message) => {
          /* A refusal is an answer, which browsers tell as a resource that failed. */
          if (!/status of (?:404|422)/u.test(message.text())) complaints.push(message.text())
        })
        return page
      }, base)
    )
    assert.deepStrictEqual(complaints, [])
  })

const answerOf = async (page: Page, tool: string) => {
  await page.locator(`#${tool} .outcome .badge`).waitFor()
  return JSON.parse(await page.locator(`#${tool} .result pre`).innerText())
}

const unless = executable === undefined ? NO_BROWSER : undefined

layer(TestServer, { excludeTestServices: true })("the pages of the tools in a browser", (it) => {
  it.effect.skipIf(unless)("answer in place, say what is wrong at the field, and follow a form with the line for the shell", () =>
    inBrowser(async (open, base) => {
      const page = await open()
      await page.goto(`${base}${addresses.tools}#calculate_roi`)
      const tool = page.locator("#calculate_roi")
      await tool.getByLabel("monthly_revenue").fill("25000")
      await tool.getByRole("textbox", { name: /^industry/u }).fill("dentist")
      await tool.getByRole("button", { name: "Call" }).click()
      assert.strictEqual((await answerOf(page, "calculate_roi")).data.industry.id, "dental")
      assert.strictEqual(page.url(), `${base}${addresses.tools}#calculate_roi`)
      await tool.getByText("As a line for the shell").click()
      assert.include(await tool.locator(".curl").innerText(), "\"monthly_revenue\":25000")

      await tool.getByLabel("monthly_revenue").fill("0")
      await tool.getByLabel("monthly_revenue").press("Enter")
      await tool.locator("[aria-invalid=true]").waitFor()
      assert.match(await tool.getByRole("alert").innerText(), /monthly_revenue[\s\S]*Try: \{/u)
      assert.include(await tool.locator(".wrong").innerText(), "greater than 0")
      assert.strictEqual(await page.evaluate(() => (globalThis as any).document.activeElement.id), "calculate_roi.monthly_revenue")
      await tool.getByRole("link", { name: "What arguments.invalid means" }).click()
      assert.strictEqual(page.url(), `${base}${addresses.tools}#error-arguments.invalid`)
    }))

  it.effect.skipIf(unless)("work without a script: the answer is on the page that comes back", () =>
    inBrowser(async (open, base) => {
      const page = await open({ javaScriptEnabled: false })
      await page.goto(`${base}${addresses.tools}`)
      assert.isFalse(await page.getByRole("searchbox").isVisible())
      const tool = page.locator("#get_industry_benchmarks")
      await tool.getByRole("textbox", { name: /^industry/u }).fill("restaurant")
      await tool.getByRole("button", { name: "Call" }).click()
      await page.waitForURL(`${base}${addresses.tools}/get_industry_benchmarks`)
      assert.strictEqual((await answerOf(page, "get_industry_benchmarks")).data.industry.id, "restaurant")
      assert.strictEqual(await page.getByRole("textbox", { name: /^industry/u }).inputValue(), "restaurant")
      await page.getByRole("link", { name: "All tools" }).click()
      await page.locator("#get_pricing").getByRole("link", { name: "In MCP terms" }).click()
      assert.include(await page.locator("section#mcp").innerText(), "\"tools/call\"")
    }))

  it.effect.skipIf(unless)("are worked by keyboard: a tool is found, filled in and called", () =>
    inBrowser(async (open, base) => {
      const page = await open()
      await page.goto(`${base}${addresses.tools}`)
      const visible = page.locator("article.tool:visible")
      assert.strictEqual(await visible.count(), tools.length)
      await page.getByRole("searchbox").focus()
      await page.keyboard.type("merchant code")
      assert.strictEqual(await visible.count(), 1)
      assert.include(await page.locator(".search [role=status]").innerText(), `1 of ${tools.length} tools`)
      const to = async (name: RegExp) => {
        for (let steps = 0; steps < 40; steps++) {
          await page.keyboard.press("Tab")
          const [text, outlined] = await page.evaluate(() => {
            const { document, getComputedStyle } = globalThis as any
            const one = document.activeElement
            return [one.labels?.[0]?.innerText ?? one.innerText ?? "", getComputedStyle(one).outlineStyle !== "none"] as const
          })
          if (name.test(text)) return assert.isTrue(outlined, `the focus on ${text} cannot be seen`)
        }
        assert.fail(`no key leads to ${name}`)
      }
      await to(/^category/u)
      await page.keyboard.press("Control+A")
      await page.keyboard.type("dentists")
      await to(/^Call/u)
      await page.keyboard.press("Enter")
      assert.isTrue((await answerOf(page, "get_mcc_codes")).success)
      await page.getByRole("searchbox").fill("no tool is called this")
      assert.strictEqual(await visible.count(), 0)
      await page.getByRole("searchbox").fill("")
      assert.strictEqual(await visible.count(), tools.length)
    }))

  it.effect.skipIf(unless)("are clear to everybody, by day and by night, on a desk and in a hand", () =>
    inBrowser(async (open, base) => {
      for (const [screen, size] of [["desktop", desktop], ["phone", phone]] as const) {
        const page = await open(size)
        const look = async (name: string) => {
          const faults = await faultsOf(page)
          await picture(page, `${name}-${screen}`)
          assert.deepStrictEqual(faults, [], `${name}, ${screen}`)
        }
        await page.goto(`${base}${addresses.tools}`)
        await look("tools")
        for (const summary of await page.locator(".line-of-it > summary").all()) await summary.click()
        const roi = page.locator("#calculate_roi")
        await roi.getByLabel("monthly_revenue").fill("-1")
        await roi.getByRole("button").click()
        assert.isFalse((await answerOf(page, "calculate_roi")).success)
        await page.locator("#list_available_kb_templates").getByRole("button").click()
        await answerOf(page, "list_available_kb_templates")
        const [height, content] = await page.locator("#list_available_kb_templates .result pre")
          .evaluate((box: any) => [box.clientHeight, box.scrollHeight] as const)
        assert.isBelow(height, content, "a large answer scrolls in its box")
        await look("tools-called")
        await page.goto(`${base}${addresses.tools}/analyze_ad_potential`)
        for (const summary of await page.locator("summary").all()) await summary.click()
        await page.getByRole("button").click()
        await answerOf(page, "analyze_ad_potential")
        await look("tool")
        await page.goto(`${base}${addresses.tools}/nothing`)
        await look("tool-missing")
      }
    }))
})

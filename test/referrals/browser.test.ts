import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { allFaultsOf, browser, complaintsOf, desktop, executable, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { TestServer } from "../support/test-server.ts"
import { answerOf } from "../tools/asking.ts"
import { asPerson } from "./follow-link.ts"

layer(TestServer, { excludeTestServices: true })("the contact page in a browser", (it) => {
  it.effect("is found by a referral link, filled in by keyboard without a script, and has no faults for axe, also on a phone", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { code } = yield* answerOf("create_ai_referral", { ai_platform: "chatgpt", template_id: "kb_dental_v1" })
      const one = yield* browser
      yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false, userAgent: asPerson["user-agent"] })).newPage()
        const complaints = complaintsOf(page)
        await page.goto(`${base}/r/${code}`)
        assert.include(page.url(), "/contact?subject=getting-started&template=kb_dental_v1&source=chatgpt")
        assert.include(await page.locator("main").innerText(), "Dental Practice")
        await page.getByLabel("E-mail address").focus()
        await page.keyboard.type("nobody")
        await page.keyboard.press("Tab")
        await page.keyboard.type("Ana Lima")
        await page.keyboard.press("Enter")
        assert.include(await page.getByRole("alert").innerText(), "was not sent")
        assert.strictEqual(await page.getByLabel("Name (if you like)").inputValue(), "Ana Lima")
        assert.strictEqual(await page.getByLabel("E-mail address").getAttribute("aria-invalid"), "true")
        await page.getByLabel("E-mail address").fill("ana@clinic.example")
        for (let n = 0; n < 3; n++) await page.keyboard.press("Tab")
        await page.keyboard.type("Please call.")
        await page.keyboard.press("Tab")
        assert.strictEqual(await page.evaluate(() => (globalThis as any).document.activeElement.textContent.trim()), "Send")
        await page.keyboard.press("Enter")
        assert.include(await page.getByRole("status").innerText(), "ana@clinic.example")
        await page.reload()
        assert.deepStrictEqual(complaints.filter((text) => !text.includes("422")), [])
      })
      assert.deepStrictEqual((yield* answerOf("get_ai_referral_stats", { ai_platform: "chatgpt" })).platforms[0],
        { ai_platform: "chatgpt", referrals: 1, visits: 1, leads: "fewer than 5", signup_leads: 0 })

      for (const [name, device] of [["desktop", desktop], ["phone", phone]] as const) {
        yield* Effect.promise(async () => {
          const page = await (await one.newContext({ ...device, bypassCSP: true })).newPage()
          await page.goto(`${base}/contact?template=kb_dental_v1&source=claude`)
          await page.getByLabel("E-mail address").fill("nobody")
          await page.getByRole("button", { name: "Send" }).click()
          await page.getByRole("alert").waitFor()
          assert.deepStrictEqual(await allFaultsOf(page), [], name)
          await picture(page, `contact-${name}`)
          await page.goto(`${base}/r/CCCCCCCC`)
          assert.deepStrictEqual(await allFaultsOf(page), [], name)
        })
      }
    }).pipe(Effect.scoped))
})

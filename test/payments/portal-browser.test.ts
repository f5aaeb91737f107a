import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Page } from "playwright-core"
import { ContactId } from "#schemas/crm/contact"
import { portalToken } from "#workflows/payments/portal-tokens"
import { allFaultsOf, browser, desktop, executable, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { acting, settings } from "../messages/emailing.ts"
import { TestServer } from "../support/test-server.ts"
import { allow, portalLink } from "./own-pages.ts"
import { invoice, post } from "./paying.ts"
import { cardholder, plan, subscribe } from "./subscribing.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

/** What the page is called and what is wrong with it, by day and by night. */
const seen = async (page: Page, name: string) => {
  await picture(page, `portal-${name}`)
  return [await page.getByRole("heading", { level: 1 }).innerText(), ...await allFaultsOf(page)]
}

/** A customer with invoices in all states, a card and a subscription. */
const customer = Effect.gen(function*() {
  yield* settings({ name: "Juniper & Vale Studio", contact_email: "hello@juniper.example" })
  const { contact_id, payment_method_id } = yield* cardholder()
  const lines = [{ description: "Manual, hardcover", quantity: 2, unit_amount: 62_500 }]
  const credited = yield* invoice({ contact_id, lines, currency: "NOK", due_on: "2026-01-05" })
  yield* post(`/gateway/invoices/${credited.id}/credit-notes`, { amount: 10_000, reason: "One came back." })
  yield* invoice({ contact_id, lines, currency: "JPY", due_on: "2098-12-31" })
  const { id } = yield* plan({ name: "Gold, with a name that is rather long for a plan" })
  const { id: other } = yield* plan({ name: "Platinum", amount: 5_000 })
  yield* subscribe(id, { contact_id, payment_method_id })
  yield* post("/gateway/payment-methods", { contact_id, payment_method: "pm_card_mastercard" })
  yield* allow({ pause: true, change_plan_ids: [other] })
  return (yield* portalLink(contact_id)).url
})

layer(TestServer, { excludeTestServices: true })("a customer's own pages in a browser", (it) => {
  it.effect.skipIf(unless)("are good to use on a phone and a desktop, by day and by night, and nothing in them is refused", () =>
    Effect.gen(function*() {
      const urls = [yield* customer, yield* customer]
      const old = urls[0]!.replace(/[^/]+$/u, yield* acting({ mode: "test" })(portalToken(ContactId.make(1), Date.now() - 1_000)))
      const one = yield* browser
      const found = yield* Effect.promise(async () => {
        const complaints: Array<string> = []
        const pages: Array<ReadonlyArray<string>> = []
        for (const [n, [device, options]] of ([["phone", phone], ["desktop", desktop]] as const).entries()) {
          const page = await (await one.newContext({ ...options, locale: "nb-NO" })).newPage()
          page.on("pageerror", ({ message }) => complaints.push(message))
          page.on("console", (message) => {
            if (!/status of (?:404|410|422)/u.test(message.text())) complaints.push(message.text())
          })
          const url = urls[n]!
          const press = (name: string) => page.getByRole("button", { name }).first().click()
          const follow = (name: string) => page.getByRole("link", { name }).first().click()
          await page.goto(url)
          pages.push(await seen(page, `home-${device}`))
          await follow("Add a payment method")
          await page.getByLabel("A card that is declined at once").check()
          await press("Save this card")
          await page.getByRole("alert").waitFor()
          pages.push(await seen(page, `declined-${device}`))
          await follow("Back to your pages")
          await follow("Remove")
          pages.push(await seen(page, `remove-${device}`))
          await follow("Back to your pages")
          await follow("Look at it or change it")
          pages.push(await seen(page, `subscription-${device}`))
          await press("Show what it comes to")
          pages.push(await seen(page, `preview-${device}`))
          await press("Change the plan")
          pages.push(await seen(page, `changed-${device}`))
          await press("Pause it now")
          await press("Go on now")
          await press("Cancel at the end of the period")
          pages.push(await seen(page, `canceled-${device}`))
          await page.goto(`${url}/methods/1000000`)
          pages.push(await seen(page, `unknown-${device}`))
          await page.goto(old)
          pages.push(await seen(page, `old-${device}`))
          await press("Send me a new link")
          pages.push(await seen(page, `asked-${device}`))
          await page.goto(url)
          await press("Pay")
          pages.push(await seen(page, `pay-${device}`))
        }
        return { complaints, pages }
      })
      assert.deepStrictEqual(found.complaints, [])
      const titles = [
        "Your pages", "Add a payment method", "Remove this payment method?", "Gold, with a name that is rather long for a plan", "Change to Platinum?",
        "Platinum", "Platinum", "Not found", "This link is too old", "Look into your e-mails"
      ]
      const nth = (from: number) => found.pages.slice(from, from + titles.length)
      assert.deepStrictEqual([nth(0), nth(titles.length + 1)], [titles, titles].map((all) => all.map((title) => [title])))
      for (const page of [found.pages[titles.length]!, found.pages.at(-1)!]) assert.match(page.join(), /^Invoice TEST-\d+$/u)
    }))

  it.effect.skipIf(unless)("are worked by keyboard, without JavaScript", () =>
    Effect.gen(function*() {
      const url = yield* customer
      const one = yield* browser
      const words = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false, locale: "de-DE" })).newPage()
        await page.goto(url)
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        /** Goes on with the keyboard until this has the focus, and presses it. */
        const reach = async (name: string) => {
          for (let n = 0; n < 60; n++) {
            await page.keyboard.press("Tab")
            if ((await page.locator(":focus").innerText().catch(() => "")).startsWith(name)) {
              const before = page.url()
              await page.keyboard.press("Enter")
              await page.waitForURL((at) => at.href !== before)
              return
            }
          }
          throw new Error(`nothing called ${name}`)
        }
        await reach("Look at it")
        await reach("Cancel at the end")
        return page.locator("main").innerText()
      })
      assert.include(words, "It ends with its period.")
      assert.include(words.replaceAll("\u00a0", " "), "20,00 $ every month")
    }))
})

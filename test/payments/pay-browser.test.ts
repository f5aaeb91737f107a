import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Page } from "playwright-core"
import { allFaultsOf, browser, desktop, executable, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { settings } from "../messages/emailing.ts"
import { TestServer } from "../support/test-server.ts"
import { order, post } from "./paying.ts"
import { link, links } from "./paying-by-link.ts"
import { sentQuote } from "./quoting.ts"

const logo = "https://juniper.example/logo.png"
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const unless = executable === undefined ? NO_BROWSER : undefined

/** What the page is called and what is wrong with it, by day and by night. */
const seen = async (page: Page, name: string) => {
  await picture(page, `pay-${name}`)
  return [await page.getByRole("heading", { level: 1 }).innerText(), ...await allFaultsOf(page)]
}

layer(TestServer, { excludeTestServices: true })("the pages of payment links and quotes in a browser", (it) => {
  it.effect.skipIf(unless)("are good to use on a phone and a desktop, by day and by night, and nothing in it is refused", () =>
    Effect.gen(function*() {
      yield* settings({ name: "Juniper & Vale Studio", logo_url: logo, contact_email: "hello@juniper.example" })
      const { id: order_id } = yield* order({
        currency: "NOK", lines: [{ description: "Manual, hardcover", quantity: 2, unit_amount: 62_500 }, { description: "Delivery", unit_amount: 9_900 }]
      })
      const ofOrder = yield* link({ order_id, expires_at: "2098-12-31T23:00:00Z" })
      const made = yield* link()
      const over = yield* link()
      yield* post(`${links}/${over.id}/deactivate`, {})
      const one = yield* browser
      const found = yield* Effect.promise(async () => {
        const complaints: Array<string> = []
        const pages: Array<ReadonlyArray<string>> = []
        for (const [device, options] of [["phone", phone], ["desktop", desktop]] as const) {
          const page = await (await one.newContext({ ...options, locale: "nb-NO" })).newPage()
          page.on("pageerror", ({ message }) => complaints.push(message))
          page.on("console", (message) => {
            if (!/status of (?:410|422)/u.test(message.text())) complaints.push(message.text())
          })
          await page.route(logo, (route) => route.fulfill({ contentType: "image/png", body: Buffer.from(PIXEL, "base64") }))
          await page.goto(ofOrder.url)
          pages.push(await seen(page, `order-${device}`))
          await page.goto(made.url)
          await page.getByLabel("E-mail address").fill("nobody")
          await page.getByRole("button", { name: "Pay" }).click()
          pages.push(await seen(page, `wrong-${device}`))
          await page.getByLabel("E-mail address").fill("grace@navy.example")
          await page.getByLabel("A card that is declined").check()
          await page.getByRole("button", { name: "Pay" }).click()
          await page.getByRole("alert").waitFor()
          pages.push(await seen(page, `declined-${device}`))
          await page.getByRole("link", { name: "Try again" }).click()
          await page.getByLabel("A card whose bank asks").check()
          await page.getByRole("button", { name: "Pay" }).click()
          await page.getByRole("heading", { name: "The bank asks the holder of the card" }).waitFor()
          pages.push(await seen(page, `asked-${device}`))
          await page.getByRole("button", { name: "Confirm the payment" }).click()
          await page.getByRole("heading", { name: "Paid" }).waitFor()
          pages.push(await seen(page, `paid-${device}`))
          await page.goto(over.url)
          pages.push(await seen(page, `over-${device}`))
        }
        return { complaints, pages }
      })
      assert.deepStrictEqual(found.complaints, [])
      const titles = [
        `Order ${order_id}`, "Deposit for the workshop", "The payment was not made", "The bank asks the holder of the card", "Paid", "This link is no longer in use"
      ]
      assert.deepStrictEqual(found.pages, [...titles, ...titles].map((title) => [title]))
    }))

  it.effect.skipIf(unless)("are worked by keyboard, without JavaScript", () =>
    Effect.gen(function*() {
      const { url } = yield* link({ single_use: true })
      const one = yield* browser
      const [sum, title] = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false, locale: "de-DE" })).newPage()
        await page.goto(url)
        const sum = await page.locator(".amount").innerText()
        const { keyboard } = page
        await keyboard.press("Tab")
        await keyboard.press("Enter")
        for (const key of ["Tab", "ArrowDown", "ArrowUp", "Tab", "Tab", "Tab", "Enter"]) await keyboard.press(key)
        await page.waitForURL(/\/receipt\//u)
        return [sum, await page.getByRole("heading", { level: 1 }).innerText()]
      })
      assert.deepStrictEqual([sum?.replace("\u00a0", " "), title], ["12,50 €", "Paid"])
    }))

  it.effect.skipIf(unless)("let a customer accept a quote on a phone and a desktop, by day and by night, by keyboard and without JavaScript", () =>
    Effect.gen(function*() {
      yield* settings({ name: "Juniper & Vale Studio", logo_url: null, contact_email: "hello@juniper.example" })
      const given = {
        currency: "NOK", discount: 10_000, valid_until: "2098-12-31T23:00:00Z", note: "Delivered within two weeks.\nWith a signature.",
        lines: [{ description: "Manual, hardcover, with an index of all operations", quantity: 2, unit_amount: 62_500 }, { description: "Delivery", unit_amount: 9_900 }]
      }
      const made = [yield* sentQuote(given), yield* sentQuote({ ...given, becomes: "invoice" })]
      const one = yield* browser
      const found = yield* Effect.promise(async () => {
        const pages: Array<ReadonlyArray<string>> = []
        for (const [place, [device, options]] of ([["phone", phone], ["desktop", desktop]] as const).entries()) {
          const page = await (await one.newContext({ ...options, locale: "nb-NO" })).newPage()
          await page.goto(made[place]!.url)
          pages.push(await seen(page, `quote-${device}`))
          await page.getByLabel("Your name").fill("4242 4242 4242 4242")
          await page.getByRole("button", { name: "Accept" }).click()
          await page.getByText("Write your name").waitFor()
          pages.push(await seen(page, `quote-wrong-${device}`))
          const plain = await (await one.newContext({ ...options, javaScriptEnabled: false })).newPage()
          await plain.goto(made[place]!.url)
          const { keyboard } = plain
          for (const key of ["Tab", "Enter", "Tab"]) await keyboard.press(key)
          await keyboard.type("Grace Hopper")
          for (const key of ["Tab", "Enter"]) await keyboard.press(key)
          await plain.getByText("Accepted by Grace Hopper").waitFor()
          await page.goto(made[place]!.url)
          pages.push(await seen(page, `quote-accepted-${device}`))
        }
        return pages
      })
      assert.deepStrictEqual(found, made.flatMap(({ id }) => [`Quote ${id}`, `Quote ${id}`, `Quote ${id} was accepted`].map((title) => [title])))
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { browser, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { settings } from "../messages/emailing.ts"
import { post } from "../payments/paying.ts"
import { TestServer } from "../support/test-server.ts"
import { demo, markupFaults, onShelf, rates, slugOf } from "./shopping.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

/** A picture of a thing on a table, in two colours, as a photographer's server would send it. */
const drawing = (back: string, front: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><rect width="600" height="600" fill="${back}"/><ellipse cx="300" cy="470" rx="190" ry="26" fill="#0002"/>` +
  `<path d="M180 190h220v200a80 80 0 0 1-80 80h-60a80 80 0 0 1-80-80z" fill="${front}"/><path d="M400 240h40a60 60 0 0 1 0 140h-42" fill="none" stroke="${front}" stroke-width="30"/></svg>`

const colours = [["#e9e2d8", "#b5523b"], ["#dbe3e6", "#3f6270"], ["#e6e6da", "#6d7a4c"]] as const

const media = (n: number, alt: string) => ({ url: `https://pictures.example/${n}.svg`, alt })

/** Twenty-nine products, some of them pictured, reduced or sold out. */
const furnished = Effect.gen(function*() {
  yield* demo
  yield* settings({ name: "Juniper & Vale Studio", contact_email: "hello@juniper.example" })
  yield* rates([{ delivery_days: 3 }, { name: "Express courier", delivery_days: 1, bands: [{ from: 0, amount: 1_490 }] }])
  yield* post("/ecommerce/discounts", { title: "Welcome", code: "WELCOME10", takes_off: { type: "percent", percentage: 10 }, combines_with: ["shipping"] }, "acme")
  for (let n = 0; n < 22; n++) yield* onShelf({ title: `${["Seed tin", "Twine", "Garden fork", "Watering can", "Beeswax candle"][n % 5]} no. ${n}` }, n % 4 === 3 ? 0 : 9)
  yield* onShelf({ title: "Linen apron", tags: ["kitchen"], media: [media(1, "A linen apron")], variants: [{ prices: [{ currency: "USD", amount: 5_200, compare_at_amount: 6_800 }] }] })
  yield* onShelf({ title: "Olive wood board with a title that is rather longer than others are", media: [media(2, "A board")] }, 0)
  const { id } = yield* onShelf({
    title: "Stoneware mug", tags: ["kitchen", "handmade"], media: [media(0, "A red mug"), media(1, "A blue mug"), media(2, "A green mug")],
    description: "Thrown by hand, glazed twice and fired at 1,250 °C.\n\nHolds 350 ml, and goes into the dishwasher.",
    options: [{ name: "Colour", values: ["Red", "Blue", "Green"] }],
    variants: ["Red", "Blue", "Green"].map((colour, n) => ({
      options: [colour], sku: `MUG-${colour}`, track_inventory: n !== 1,
      prices: [{ currency: "USD", amount: 2_400 + n * 200, compare_at_amount: n === 0 ? 2_900 : null }, { currency: "USD", amount: 2_000 + n * 200, from_quantity: 6 }]
    }))
  }, 4)
  yield* post("/ecommerce/collections", { title: "For the kitchen", description: "Made to be used every day.", product_ids: [id] }, "acme")
  yield* post("/ecommerce/collections", { title: "Garden" }, "acme")
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return `${base}/s/${yield* slugOf()}/shop`
})

/** What the page is called and what is wrong with it, by day and by night, as it looks and as it is written. */
const seen = async (page: Page, name: string) => {
  await picture(page, `shop-${name}`)
  const written = await page.request.get(page.url())
  return [await page.getByRole("heading", { level: 1 }).innerText(), ...await faultsOf(page), ...markupFaults(await written.text())]
}

layer(TestServer, { excludeTestServices: true })("the hosted shop in a browser", (it) => {
  it.effect.skipIf(unless)("sells on a phone and a desktop, by day and by night, and nothing in it is refused", () =>
    Effect.gen(function*() {
      const shop = yield* furnished
      const one = yield* browser
      const found = yield* Effect.promise(async () => {
        const complaints: Array<string> = []
        const pages: Array<ReadonlyArray<string>> = []
        for (const [device, options] of [["phone", phone], ["desktop", desktop]] as const) {
          const page = await (await one.newContext({ ...options, locale: "en-US" })).newPage()
          page.on("pageerror", ({ message }) => complaints.push(message))
          page.on("console", (message) => {
            if (!/status of (?:404|422)/u.test(message.text())) complaints.push(message.text())
          })
          await page.route("https://pictures.example/*", (route) => {
            const [back, front] = colours[Number(/\d/u.exec(new URL(route.request().url()).pathname)![0])]!
            return route.fulfill({ contentType: "image/svg+xml", body: drawing(back, front) })
          })
          const look = async (name: string) => pages.push(await seen(page, `${name}-${device}`))
          await page.goto(`${shop}/cart`)
          await look("empty")
          await page.goto(shop)
          await look("list")
          await page.getByRole("link", { name: "Next" }).click()
          await page.getByText("Page 2 of 2").waitFor()
          await page.getByRole("link", { name: "For the kitchen" }).click()
          await look("collection")
          await page.getByRole("searchbox").fill("bees wax candel")
          await page.getByRole("button", { name: "Search" }).click()
          await look("search")
          await page.getByRole("link", { name: "Beeswax candle no. 14" }).click()
          await look("plain")
          await page.getByRole("button", { name: "Put in the cart" }).click()
          await page.goto(`${shop}/products/stoneware-mug`)
          await look("product")
          await page.getByLabel("Green").check()
          await page.getByLabel("Quantity").fill("6")
          await page.getByRole("button", { name: "Put in the cart" }).click()
          await page.getByText(/Only \d of Stoneware mug/u).waitFor()
          await look("faulty")
          await page.getByLabel("Quantity of Stoneware mug, Green").fill("2")
          await page.getByRole("button", { name: "Update the quantities" }).click()
          await page.getByLabel("Discount code").fill("SUMMER")
          await page.getByRole("button", { name: "Apply" }).click()
          await page.getByText("There is no such code.").waitFor()
          await look("refused")
          await page.getByRole("button", { name: "Remove the code SUMMER" }).click()
          await page.getByLabel("Discount code").fill("WELCOME10")
          await page.getByRole("button", { name: "Apply" }).click()
          await page.getByText("applied").waitFor()
          await look("cart")
          await page.getByRole("link", { name: "Go to the checkout" }).click()
          await page.getByLabel("E-mail address").fill("nobody")
          await page.getByLabel("Street and number").fill("12 Harbour Lane")
          await page.getByLabel("Town").fill("Whitby")
          await page.getByLabel("Country").selectOption("GB")
          await page.getByRole("button", { name: "Go on" }).click()
          await page.getByText("This is not an e-mail address").waitFor()
          await look("details")
          await page.getByLabel("E-mail address").fill(`grace-${device}@navy.example`)
          await page.getByRole("button", { name: "Go on" }).click()
          await look("delivery")
          await page.getByLabel("Express courier").check()
          await page.getByRole("button", { name: "Go on" }).click()
          await page.getByLabel("Name of whoever receives it").fill("Grace Hopper")
          await look("summary")
          await page.getByRole("button", { name: "Order and pay" }).click()
          await look("pay")
          await page.getByRole("button", { name: "Pay" }).click()
          await page.getByRole("heading", { name: "Paid" }).waitFor()
          await look("receipt")
          await page.getByRole("link", { name: "Back to the shop" }).click()
          await page.getByRole("link", { name: "Cart" }).click()
          await page.getByRole("link", { name: "See your last order" }).click()
          await look("order")
          await page.goto(`${shop}/products/nothing`)
          await look("unknown")
        }
        return { complaints, pages }
      })
      assert.deepStrictEqual(found.complaints, [])
      const titles = [
        "Your cart is empty", "Shop", "For the kitchen", "Results for “bees wax candel”", /^Beeswax candle/u, "Stoneware mug", "Your cart", "Your cart", "Your cart", "Where to",
        "Delivery", "Summary", /^Order \d+$/u, "Paid", /^Thank you: order/u, "There is no such page"
      ]
      for (const [place, [title, ...faults]] of found.pages.entries()) {
        const wanted = titles[place % titles.length]!
        assert.deepStrictEqual(faults, [], title)
        assert.isTrue(typeof wanted === "string" ? title === wanted : wanted.test(title!), `${title} for ${wanted}`)
      }
      assert.strictEqual(found.pages.length, 2 * titles.length)
    }))

  it.effect.skipIf(unless)("sells by keyboard, without JavaScript", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      yield* onShelf({ title: "Walnut spoon", variants: [{ requires_shipping: false }] })
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const words = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false, locale: "de-DE" })).newPage()
        await page.goto(`${base}/s/${slug}/shop?q=walnut+spoon`)
        /** Goes on with the keyboard until this has the focus, writes into it or presses it. */
        const reach = async (name: string, text?: string) => {
          const wanted = await page.locator("a, button, input").filter({ hasText: name }).or(page.getByLabel(name)).last().elementHandle()
          for (let n = 0; n < 60; n++) {
            await page.keyboard.press("Tab")
            if (await wanted!.evaluate((element) => element === (globalThis as any).document.activeElement)) {
              if (text !== undefined) return page.keyboard.type(text)
              const before = page.url()
              await page.keyboard.press("Enter")
              return page.waitForURL((at) => at.href !== before)
            }
          }
          throw new Error(`nothing called ${name}`)
        }
        await reach("Walnut spoon")
        await reach("Put in the cart")
        await reach("Go to the checkout")
        await reach("E-mail address", "joan@clarke.example")
        await reach("Go on")
        await reach("Order and pay")
        await reach("Pay")
        return page.locator("main").innerText()
      })
      assert.include(words.replaceAll("\u00a0", " "), "24,00 $")
      assert.include(words, "Back to the shop")
    }))
})

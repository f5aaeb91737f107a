import { assert, layer } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { browser, desktop, executable, faultsOf, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { settings } from "../messages/emailing.ts"
import { post } from "../payments/paying.ts"
import { markupFaults, slugOf } from "../shop/shopping.ts"
import { TestServer } from "../support/test-server.ts"
import { booked, monday, room, service } from "./booking.ts"

const unless = executable === undefined ? NO_BROWSER : undefined

const narrow = { ...phone, viewport: { width: 320, height: 640 } }
const tablet = { ...phone, viewport: { width: 820, height: 1180 } }

const viewports = [
  ["phone", phone, "Europe/Oslo"], ["desktop", desktop, "America/New_York"], ["narrow", narrow, "America/New_York"], ["tablet", tablet, "Europe/Oslo"]
] as const

const person = (name: string) => Effect.map(post("/calendar/staff", { name }, "acme"), ({ json }) => json.id as number)

/** A studio in Oslo, with what one person does, what two do, and a class. */
const furnished = Effect.gen(function*() {
  yield* settings({ name: "Juniper & Vale Studio", contact_email: "hello@juniper.example", contact_phone: "+4722123456", time_zone: "Europe/Oslo" })
  const [ada, grace] = [yield* person("Ada Lovelace"), yield* person("Grace Hopper")]
  const consultation = yield* service({
    name: "First consultation", staff_ids: [ada, grace], price: 9_000, currency: "USD", slot_interval_minutes: 30, cancellation_notice_minutes: 120,
    description: "We get to know each other, look at your plans and find out what we can do for you.\n\nBring drawings, if you have any.",
    questions: [{ label: "What is it about?", required: true }, { label: "Have you been here before?", required: false }]
  })
  yield* service({ name: "Fitting", staff_ids: [ada], duration_minutes: 30, price: 0, currency: "USD", confirmation: "by_staff" })
  yield* service({
    name: "Evening class in weaving with a name that is rather longer than those of others", duration_minutes: 90, capacity: 12, price: 3_500, currency: "USD",
    resources: [{ any_of: [yield* room()] }]
  })
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return { consultation: consultation.id as number, ada, grace, book: `${base}/book/${yield* slugOf()}` }
})

/** The address of a page of somebody else's. */
const pageOf = (text: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const server = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(text))
        server.listen(0, () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.promise(() => new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }))
    ),
    (server) => `http://localhost:${(server.address() as AddressInfo).port}/`
  )

/** What the page is called and what is wrong with it, by day and by night, as it looks and as it is written. */
const seen = async (page: Page, name: string) => {
  await picture(page, `book-${name}`)
  const written = await page.request.get(page.url())
  return [await page.getByRole("heading", { level: 1 }).innerText(), ...await faultsOf(page), ...markupFaults(await written.text())]
}

layer(TestServer, { excludeTestServices: true })("hosted booking in a browser", (it) => {
  it.effect.skipIf(unless)("works in four viewports and two zones, by day and by night, and nothing in it is refused", () =>
    Effect.gen(function*() {
      const { ada, book, consultation, grace } = yield* furnished
      const one = yield* browser
      const complaints: Array<string> = []
      const pages: Array<ReadonlyArray<string>> = []
      for (const [n, [device, options, timezoneId]] of viewports.entries()) {
        const isOslo = timezoneId === "Europe/Oslo"
        const page = yield* Effect.promise(async () => {
          const made = await (await one.newContext({ ...options, timezoneId, locale: isOslo ? "en-GB" : "en-US" })).newPage()
          made.on("pageerror", ({ message }) => complaints.push(message))
          made.on("console", (message) => {
            if (!/status of (?:404|409|422)/u.test(message.text())) complaints.push(message.text())
          })
          return made
        })
        const look = async (name: string) => pages.push(await seen(page, `${name}-${device}`))
        yield* Effect.promise(async () => {
          await page.goto(book)
          await look("list")
          await page.getByRole("link", { name: "First consultation" }).click()
          /* Without being asked, in the reader's own zone. */
          await page.waitForURL((url) => url.searchParams.get("zone") === timezoneId)
          await page.goto(`${page.url()}&day=${monday(n + 1)}`)
          await page.getByText(`Times in ${timezoneId.replace("_", " ")}`).waitFor()
          await look("times")
          await page.getByRole("link", { name: isOslo ? "10:00" : "4:00 AM" }).click()
          await page.getByRole("button", { name: "Book this time" }).waitFor()
          await look("details")
          await page.getByLabel("Name").fill("Joan Clarke")
          await page.getByLabel("E-mail address").fill("nobody")
          await page.getByLabel("What is it about?").fill("A coat for the winter")
          await page.waitForTimeout(2_100)
          await page.getByRole("button", { name: "Book this time" }).click()
          await page.getByText("This is not an e-mail address").waitFor()
          await look("wrong")
          await page.getByLabel("E-mail address").fill(`joan-${device}@clarke.example`)
        })
        const start = new Date(yield* Effect.promise(() => page.locator("input[name=start]").inputValue())).toISOString()
        for (const staff_id of [ada, grace]) yield* booked({ service_id: consultation, starts_at: start, staff_id })
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Book this time" }).click()
          await page.getByText("Somebody was quicker.").waitFor()
          await look("taken")
          await page.getByRole("button").first().click()
          await page.getByText("Keep the address of this page").waitFor()
          await look("booked")
          await page.getByRole("link", { name: "Move it" }).click()
          await page.waitForURL(/do=move/u)
          /* Today's last time may be too near to be canceled. */
          await page.goto(`${page.url()}&day=${monday(n + 1)}`)
          await look("move")
          await page.locator(".slot").last().click()
          await page.getByRole("button", { name: "Move it" }).waitFor()
          await look("confirm")
          await page.getByRole("button", { name: "Move it" }).click()
          await page.getByText("Your booking was moved.").waitFor()
          await page.getByRole("link", { name: "Cancel it" }).click()
          await page.getByRole("button", { name: "Cancel the booking" }).waitFor()
          await look("cancel")
          await page.getByRole("button", { name: "Cancel the booking" }).click()
          await page.getByText("Your booking was canceled.").waitFor()
          await look("canceled")
          await page.goto(`${book}/nothing`)
          await look("unknown")
          await page.context().close()
        })
      }
      assert.deepStrictEqual(complaints, [])
      const titles = [
        "What would you like to book?", "First consultation", "Your details", "Your details", "That time is taken", "You are booked", "Choose another time",
        "Move your booking?", "Cancel your booking?", "This booking is canceled", "There is no such page"
      ]
      for (const [place, [title, ...faults]] of pages.entries()) {
        assert.deepStrictEqual(faults, [], title)
        assert.strictEqual(title, titles[place % titles.length])
      }
      assert.strictEqual(pages.length, viewports.length * titles.length)
    }))

  it.effect.skipIf(unless)("takes bookings by keyboard, without JavaScript, within another page", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      const { id } = yield* service({ name: "Repair", resources: [{ any_of: [yield* room()] }] })
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const elsewhere = yield* pageOf(`<!doctype html><title>Studio</title><iframe src="${base}/book/${slug}" title="Book"></iframe>`)
      const words = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false, locale: "de-DE", timezoneId: "Asia/Tokyo" })).newPage()
        await page.goto(`${base}/book/${slug}/${id}?day=${monday()}&zone=Europe%2FBerlin`)
        /** Goes on with the keyboard until this has the focus, writes into it or presses it. */
        const reach = async (name: string, text?: string) => {
          const wanted = await page.locator("a, button, input, summary").filter({ hasText: name }).or(page.getByLabel(name)).first().elementHandle()
          for (let n = 0; n < 90; n++) {
            await page.keyboard.press("Tab")
            if (await wanted!.evaluate((element) => element === (globalThis as any).document.activeElement)) {
              if (text !== undefined) return page.keyboard.type(text)
              const before = page.url()
              await page.keyboard.press("Enter")
              return page.waitForURL((url) => url.href !== before)
            }
          }
          throw new Error(`nothing called ${name}`)
        }
        await reach("10:00")
        await reach("Name", "Joan Clarke")
        await reach("E-mail address", "joan@clarke.example")
        await page.waitForTimeout(2_100)
        await reach("Book this time")
        const told = await page.locator("main").innerText()
        /* A page of another origin, with one line of ours. */
        const outside = await (await one.newContext({ ...desktop })).newPage()
        const complaints: Array<string> = []
        outside.on("console", (message) => complaints.push(message.text()))
        await outside.goto(elsewhere)
        await outside.waitForLoadState()
        const framed = outside.frames().find((frame) => frame.url().includes(slug))
        return [told, await framed!.locator("main").innerText(), complaints.join()]
      })
      assert.include(words[0], "Keep the address of this page")
      assert.include(words[0], "Europe/Berlin")
      assert.include(words[1], "Repair")
      assert.strictEqual(words[2], "")
    }))
})

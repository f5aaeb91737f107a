import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Browser, Page } from "playwright-core"
import { afterAll } from "vitest"
import { contact, execute, isThere, propose, stateOf } from "../agents/consent-calls.ts"
import { appointmentOf, at, booked, monday, withOne } from "../calendar/booking.ts"
import { someThread } from "../messages/sms/examples.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { product } from "../support/shop-order.ts"
import { desktop, executable, launched, NO_BROWSER } from "./chromium.ts"
import { handsOn } from "./keyboard.ts"
import { signInAs } from "./sign-in.ts"

let browser: Promise<Browser> | undefined
let page: Page | undefined
afterAll(async () => (await browser)?.close())

/** The window of one person, who has no mouse. */
const window = Effect.gen(function*() {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    if (page === undefined) {
      browser ??= launched()
      page = await (await (await browser).newContext({ ...desktop, locale: "en-GB" })).newPage()
      page.setDefaultTimeout(20_000)
      await signInAs(page, base, "owner")
    }
    await page.goto(`${base}/dashboard`)
    return handsOn(page)
  })
})

const read = (path: string) => Effect.map(send(path, { key: "acme" }), (sent) => {
  assert.strictEqual(sent.status, 200, sent.text)
  return sent.json
})

layer(TestServer, { excludeTestServices: true })("by keyboard alone", (it) => {
  const task = (name: string, work: () => Effect.Effect<void, unknown, any>) =>
    it.effect(name, (context) => executable === undefined ? Effect.sync(() => context.skip(NO_BROWSER)) : work() as Effect.Effect<void>)

  task("an order is taken", () =>
    Effect.gen(function*() {
      const { variant_id } = yield* product({ title: "Blue mug" }, "acme")
      const { find, open, page, press, send, to, type } = yield* window
      yield* Effect.promise(async () => {
        await find("make a cart", /^Make a cart$/u)
        await to(/^Email$/u)
        await type("grace@navy.example")
        await to(/^Currency$/u)
        await type("USD")
        await to(/^Items$/u)
        await type(JSON.stringify([{ variant_id, quantity: 2 }]))
        await to(/^Make a cart$/u)
        await send()
        assert.match(await page.getByRole("status").innerText(), /make a cart/u)
        await to(/^Check out a cart$/u)
        await open()
        await to(/^Check out a cart$/u)
        await send()
      })
      const { items } = yield* read("/orders?limit=1")
      assert.strictEqual(items[0].lines[0].quantity, 2)
      yield* Effect.promise(async () => {
        await press("Control+k")
        assert.match(await page.getByRole("dialog").innerText(), /Check out a cart/u, "what was seen last is offered first")
        await press("Escape")
      })
    }))

  task("a booking is moved", () =>
    Effect.gen(function*() {
      const { id } = yield* booked({ service_id: (yield* withOne()).service_id, starts_at: at(9) })
      const { find, open, page, press, send, to, type } = yield* window
      yield* Effect.promise(async () => {
        await find("appointments", /^Appointments$/u)
        await to(new RegExp(`get_appointment\\?id=${id}$`, "u"))
        await open()
        await to(/^Move an appointment$/u)
        await open()
        await to(/^Starts at$/u)
        const [year, month, day] = monday().split("-") as [string, string, string]
        await type(month + day + year)
        await press("ArrowRight")
        await type("1400")
        assert.strictEqual(await page.getByLabel("Starts at").inputValue(), `${monday()}T14:00`)
        await to(/^Move an appointment$/u)
        await send()
      })
      assert.strictEqual((yield* appointmentOf(id)).starts_at, at(14))
    }))

  task("a text is answered", () =>
    Effect.gen(function*() {
      const id = yield* someThread("acme")
      const { open, send, to, type } = yield* window
      yield* Effect.promise(async () => {
        await to(/^Texts$/u)
        await open()
        await to(new RegExp(`/dashboard/texts/${id}$`, "u"))
        await open()
        await to(/^Answer$/u)
        await type("It is ready.")
        await to(/^Send$/u)
        await send()
      })
      const { messages } = yield* read(`/sms/threads/${id}`)
      assert.include(messages.map(({ message }: { message: string }) => message), "It is ready.")
    }))

  task("what an agent asks for is approved", () =>
    Effect.gen(function*() {
      const id = yield* contact()
      const consent = yield* propose(id, "cautious", { "x-service-agent": "ada", "x-service-agent-mode": "supervised" })
      const { open, page, send, to } = yield* window
      const confirmation = yield* Effect.promise(async () => {
        await to(/^Consents/u)
        await open()
        await to(new RegExp(`/dashboard/consents/${consent.id}$`, "u"))
        await open()
        await to(/^Approve$/u)
        await send()
        return page.locator("code.secret").innerText()
      })
      assert.strictEqual(yield* stateOf(consent.id), "approved")
      const done = yield* execute(id, confirmation, "cautious", { "x-service-agent": "ada", "x-service-agent-mode": "supervised" })
      assert.strictEqual(done.status, 200, done.text)
      assert.isFalse(yield* isThere(id))
    }))

  task("a page of the website is published", () =>
    Effect.gen(function*() {
      const made = yield* send("/cms/pages", { key: "acme", method: "POST", ...json({ title: "Opening hours", slug: "opening-hours" }) })
      assert.strictEqual(made.status, 201, made.text)
      const { find, open, page, send: sendForm, to } = yield* window
      yield* Effect.promise(async () => {
        await find("opening hours", /^Opening hours$/u)
        await to(/^(?:Publish a page|More actions)$/u)
        await open()
        if (!/publish_page/u.test(page.url())) {
          await to(/^Publish a page$/u)
          await open()
        }
        await to(/^Publish a page$/u)
        await sendForm()
        assert.match(await page.getByRole("main").innerText(), /What would change/u)
        await to(/^Publish a page$/u)
        await sendForm()
      })
      assert.strictEqual((yield* read(`/cms/pages/${made.json.id}`)).status, "published")
    }))
})

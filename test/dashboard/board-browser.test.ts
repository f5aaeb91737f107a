import { assert, describe, it as plain, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { placedAt, startOf, weekOf } from "#src/dashboard/pages/calendar/days"
import { json, send, TestServer } from "../support/test-server.ts"
import { allFaultsOf, browser, complaintsOf, desktop, executable, NO_BROWSER, phone, picture } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const made = (path: string, body: unknown) => Effect.map(send(path, { key: "acme", method: "POST", ...json(body) }), ({ json, status, text }) => {
  assert.strictEqual(status, 201, text)
  return json
})

const stageOf = (id: number) => Effect.map(send(`/crm/deals/${id}`, { key: "acme" }), ({ json }): string => json.stage)

describe("a place in the calendar", () => {
  plain("is that of the clock on the wall, also where a day has 23 or 25 hours", () => {
    assert.deepStrictEqual(placedAt("2026-03-29T06:00:00Z", "2026-03-29T07:00:00Z", "Europe/Berlin"), { day: "2026-03-29", from: 32, quarters: 4 })
    assert.deepStrictEqual(placedAt("2026-10-25T06:00:00Z", "2026-10-25T06:05:00Z", "Europe/Berlin"), { day: "2026-10-25", from: 28, quarters: 1 })
    assert.deepStrictEqual(placedAt("2026-06-01T21:30:00Z", "2026-06-01T23:00:00Z", "Europe/Berlin"), { day: "2026-06-01", from: 94, quarters: 2 }, "it ends with its day")
    assert.strictEqual(startOf("2026-03-30", "Europe/Berlin"), "2026-03-29T22:00:00.000Z")
  })
  plain("is in the week that the company counts", () => {
    assert.deepStrictEqual([weekOf("2026-11-29", "monday")[0], weekOf("2026-11-29", "sunday")[0], weekOf("2026-11-29", "saturday")[0]], ["2026-11-23", "2026-11-29", "2026-11-28"])
    assert.lengthOf(weekOf("2026-11-29", "monday"), 7)
  })
})

layer(TestServer, { excludeTestServices: true })("the board and the calendar in a browser", (it) => {
  it.effect("move deals by dragging, by keys and without a script, and ask why one was lost", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const contact = yield* made("/crm/contacts", { first_name: "Grace", last_name: "Hopper" })
      const [dragged, typed] = [yield* made("/crm/deals", { title: "Compiler", amount: 1_250_000, currency: "USD", contact_id: contact.id }), yield* made("/crm/deals", { title: "Nanoseconds", amount: 90_000, currency: "USD" })]
      const pipelines = (yield* send("/crm/pipelines", { key: "acme" })).json.items
      const names: ReadonlyArray<string> = pipelines[0].stages.map(({ name }: { name: string }) => name)
      /* Both ends of a drag have to be in sight. */
      const page = yield* Effect.promise(async () => (await one.newContext({ viewport: { width: 1600, height: 900 } })).newPage())
      const complaints = complaintsOf(page)
      yield* Effect.promise(async () => {
        await signInAs(page, base, "owner", "/dashboard/pipeline")
        assert.deepStrictEqual(await allFaultsOf(page), [])
        await picture(page, "board")
        const card = page.locator(`#deal-${dragged.id}`)
        assert.match(await card.innerText(), /\$12,500\.00[^]*Grace Hopper/u)
        await card.dragTo(page.locator(`[data-stage="${names[1]}"]`))
        await page.waitForURL(/done=move_deal_stage/u)
        assert.isTrue(await page.locator(`[data-stage="${names[1]}"] #deal-${dragged.id}`).isVisible())
        assert.include(await page.getByRole("status").innerText(), "move a deal")
      })
      assert.strictEqual(yield* stageOf(dragged.id), names[1])
      yield* Effect.promise(async () => {
        await page.getByRole("link", { name: "Nanoseconds", exact: true }).focus()
        await page.keyboard.press("Shift+ArrowRight")
        await page.waitForURL(new RegExp(`moved=${typed.id}`, "u"))
        assert.strictEqual(await page.evaluate(() => (globalThis as any).document.activeElement.textContent), "Nanoseconds", "whoever moves it stays on it")
        const lost = names.length - 1
        await page.locator(`#deal-${typed.id}`).dragTo(page.locator(`[data-stage="${names[lost]}"]`))
        await page.getByLabel("Reason").fill("went with a cheaper offer")
        await page.getByRole("button", { name: "Move a deal to a stage" }).click()
        await page.waitForURL(/dashboard\/pipeline/u)
      })
      assert.strictEqual(yield* stageOf(typed.id), names.at(-1))
      assert.deepStrictEqual(complaints.filter((line) => !/status of (?:400|422)/u.test(line)), [])
      yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...phone, javaScriptEnabled: false })).newPage()
        await signInAs(page, base, "owner", "/dashboard/pipeline")
        await page.getByRole("link", { name: "Move Compiler" }).click()
        await page.getByLabel("Stage").fill(names[0]!)
        await page.getByRole("button", { name: "Move a deal to a stage" }).click()
        await page.waitForURL(new RegExp(`pipeline=.*moved=${dragged.id}`, "u"))
      })
      assert.strictEqual(yield* stageOf(dragged.id), names[0])
    }))

  it.effect("show appointments where they are, by day, week and person, in English and German", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const open = [{ from: "09:00", to: "17:00" }]
      const hours = { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open, saturday: [], sunday: [] }
      const staff = yield* made("/calendar/staff", { name: "Ada Byron", hours })
      const service = yield* made("/calendar/services", { name: "Haircut", duration_minutes: 45, staff_ids: [staff.id] })
      const { json: { slots } } = yield* send(`/calendar/availability?service_id=${service.id}&from=2027-01-04T00:00:00Z&to=2027-01-08T00:00:00Z`, { key: "acme" })
      const booked = yield* made("/calendar/appointments", { service_id: service.id, staff_id: staff.id, starts_at: slots[0].starts_at, contact: { name: "Grace Hopper", email: "grace@navy.example" }, override: true })
      const day = booked.starts_at.slice(0, 10)
      yield* Effect.promise(async () => {
        const page = await (await one.newContext(desktop)).newPage()
        const complaints = complaintsOf(page)
        await signInAs(page, base, "owner", `/dashboard/calendar?day=${day}`)
        const entry = page.getByRole("link", { name: /Haircut/u })
        assert.match(await entry.innerText(), /Grace Hopper/u)
        assert.deepStrictEqual(await allFaultsOf(page), [])
        await picture(page, "calendar")
        await page.goto(`${base}/dashboard/calendar?view=day&day=${day}`)
        assert.isTrue(await page.getByRole("region", { name: "Appointments" }).getByRole("heading", { name: "Ada Byron" }).isVisible())
        await page.getByRole("link", { name: "The next day" }).click()
        assert.strictEqual(await page.getByRole("link", { name: /Haircut/u }).count(), 0)
        await page.goBack()
        await page.getByRole("link", { name: /Haircut/u }).click()
        assert.match(page.url(), /get_appointment/u)
        assert.match(await page.getByRole("main").innerText(), /Haircut[^]*Ada Byron/u, "records are told by their names")
        assert.deepStrictEqual(complaints, [])
        const small = await (await one.newContext({ ...phone, locale: "de-DE" })).newPage()
        await small.goto(`${base}/dashboard/sign-in`)
        await small.context().addCookies([{ name: "language", value: "de", url: base }])
        await small.context().addCookies(await page.context().cookies())
        await small.goto(`${base}/dashboard/calendar?day=${day}`)
        assert.deepStrictEqual(await allFaultsOf(small), [])
      })
    }))
})

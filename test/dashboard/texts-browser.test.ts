import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { audience, campaign, ended, fastNumber, segmentOf, start, withoutQuietHours } from "../messages/sms/campaigning.ts"
import { filed, ownNumber, post, read, Twilio } from "../messages/sms/texting.ts"
import { twilioServer, twilioSignature } from "../providers/twilio-server.ts"
import { markupFaults } from "../shop/shopping.ts"
import { OwnerSql } from "../support/database.ts"
import { eventually } from "../support/eventually.ts"
import { companyIds, json, send, TestServerWith, textingAt, TWILIO_SID, TWILIO_TOKEN } from "../support/test-server.ts"
import { browser, desktop, executable, faultsOf, NO_BROWSER, picture, screens } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const OWN = "+12025550100"
const GRACE = "+12025550143"

const Server = Layer.unwrap(Effect.map(twilioServer(TWILIO_SID, TWILIO_TOKEN), (server) =>
  Layer.merge(Layer.succeed(Twilio, server), TestServerWith(textingAt(server.url)))))

const comesIn = Effect.fnUntraced(function*(from: string, body: string, sid: string) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const fields = { MessageSid: sid, AccountSid: TWILIO_SID, From: from, To: OWN, Body: body, NumMedia: "0" }
  const taken = yield* send("/sms/inbound/twilio", {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": twilioSignature(TWILIO_TOKEN, `${base}/api/v1/sms/inbound/twilio`, fields)
    },
    body: new URLSearchParams(fields).toString()
  })
  assert.strictEqual(taken.status, 202, taken.text)
  yield* filed
})

/** Conversations, one with a contact, and campaigns: one over, one that waits. */
const made = Effect.gen(function*() {
  yield* withoutQuietHours()
  yield* fastNumber("+12025550190")
  yield* ownNumber("acme", OWN)
  yield* send("/sms/settings", { key: "acme", method: "PATCH", ...json({ currency: "USD", rates: [{ country: "US", per_thousand: 790 }] }) })
  const { json: { id: contact } } = yield* post("/crm/contacts", { first_name: "Grace", last_name: "Hopper", phone: GRACE })
  yield* comesIn(GRACE, "Is my bicycle ready? <b>Today</b> would be good, as I leave for Svolvær on Thursday and take the boat.", "SMpage1")
  yield* comesIn("+12025550144", "STOP", "SMpage2")
  yield* post("/sms/send", { to_phone: GRACE, from_phone: OWN, message: "It is 🚲 ready.\nWe are open until 18:00." })
  yield* comesIn(GRACE, "Thank you!", "SMpage3")
  yield* audience("sale", 2_025_573_000, 12)
  yield* send(`/sms/opt-outs/${encodeURIComponent("+12025573000")}`, { key: "acme", method: "PUT", ...json({}) })
  const segment = yield* segmentOf("sale")
  const variants = [
    { name: "A", message: "Hello {{contact.first_name|there}}, our winter sale begins: https://juniper.example/sale Reply STOP to end.", share: 1 },
    { name: "B", message: "Last days of our winter sale, {{contact.first_name|there}}. Reply STOP to end.", share: 1 }
  ]
  const over = (yield* start(segment, "+12025550190", { variants, shorten_links: true })).json.id as number
  yield* ended(over)
  const paused = (yield* start(segment, "+12025550190", { variants, name: "Spring sale", start_paused: true })).json.id as number
  yield* eventually(campaign(paused), ({ results }: any) => results.recipients > 0)
  const { items } = yield* read(`/sms/threads?phone=${encodeURIComponent(GRACE)}`)
  const stopped = yield* read(`/sms/threads?phone=${encodeURIComponent("+12025550144")}`)
  const sql = yield* OwnerSql
  const [call] = yield* Effect.orDie(sql<{ id: number }>`insert into calls ${sql.insert({
    company_id: companyIds.acme, livemode: true, direction: "inbound", state: "completed", result: "missed", from_phone: GRACE, to_phone: OWN, contact_id: contact,
    rule: "open", duration_seconds: 21, provider: "twilio", provider_id: "CApage1", closed: true, ended_at: new Date().toISOString(),
    events: JSON.stringify([{ at: "2026-11-24T09:00:00.000Z", kind: "received", about: null }, { at: "2026-11-24T09:00:20.000Z", kind: "not_answered", about: "+4722123456" }])
  })} returning id`)
  return { called: call!.id, contact, over, paused, thread: items[0].id as number, stopped: stopped.items[0].id as number }
})

layer(Server, { excludeTestServices: true })("the pages about texts, in a browser", (it) => {
  it.effect("are clear to everybody, and do without a script what they are for", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const { called, over, paused, stopped, thread } = yield* made
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const complaints: Array<string> = []
      const faults: Array<string> = []
      const look = async (page: Page, what: string) => {
        faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`), ...markupFaults(await page.content()).map((fault) => `${what}: ${fault}`))
        await picture(page, `texts-${what}`)
      }
      yield* Effect.promise(async () => {
        for (const [screen, size] of Object.entries(screens)) {
          const page = await (await one.newContext(size)).newPage()
          page.on("console", (message) => complaints.push(`${page.url()} ${message.text()}`))
          await signInAs(page, base, "owner", "/dashboard/texts")
          const pages = {
            list: "/dashboard/texts", none: "/dashboard/texts?search=nobody+at+all", thread: `/dashboard/texts/${thread}`, stopped: `/dashboard/texts/${stopped}`,
            campaigns: "/dashboard/campaigns", campaign: `/dashboard/campaigns/${over}`, paused: `/dashboard/campaigns/${paused}`,
            newCampaign: "/dashboard/campaigns/new", calls: "/dashboard/calls", missed: "/dashboard/calls?result=missed", call: `/dashboard/calls/${called}`
          }
          for (const [what, path] of Object.entries(pages)) {
            await page.goto(`${base}${path}`)
            await look(page, `${what}-${screen}`)
          }
        }
      })
      assert.deepStrictEqual(faults, [])
      assert.deepStrictEqual(complaints, [])

      const seen = yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage()
        await signInAs(page, base, "owner", "/dashboard/texts")
        await page.getByLabel("Name, number or words").fill("grace hop")
        await page.getByLabel("Shown").selectOption("unread")
        await page.getByRole("button", { name: "Show" }).click()
        assert.strictEqual(await page.getByRole("row").count(), 2)
        await page.getByRole("link", { name: "Grace Hopper" }).click()
        const talk = await page.getByRole("list").filter({ hasText: "Thank you!" }).innerText()
        assert.include(talk, "<b>Today</b> would be good")
        await page.getByLabel("Answered by").selectOption({ index: 1 })
        await page.getByRole("button", { name: "Assign" }).press("Enter")
        assert.include(await page.getByRole("status").innerText(), "who answers")
        await page.getByLabel("Answer", { exact: true }).fill("See you tomorrow. 🚲")
        await page.getByRole("button", { name: "Count and price" }).click()
        const counted = await page.getByRole("status").innerText()
        await page.getByRole("button", { name: "Send", exact: true }).click()
        assert.include(await page.getByRole("status").innerText(), "on its way")
        await page.getByLabel("Answer", { exact: true }).fill(" ")
        await page.getByRole("button", { name: "Send", exact: true }).click()
        assert.include(await page.getByRole("alert").innerText(), "Please fix the fields")
        await page.goto(`${base}/dashboard/texts/${stopped}`)
        assert.include(await page.getByRole("alert").innerText(), "does not want texts")
        assert.strictEqual(await page.getByRole("button", { name: "Send", exact: true }).count(), 0)

        await page.goto(`${base}/dashboard/calls`)
        await page.getByLabel("Result").selectOption("missed")
        await page.getByRole("button", { name: "Show" }).click()
        await page.getByRole("link", { name: GRACE }).click()
        const call = await page.getByRole("main").innerText()

        await page.goto(`${base}/dashboard/campaigns`)
        await page.getByRole("link", { name: "New campaign" }).click()
        await page.getByLabel("Name").fill("Opening hours")
        await page.getByLabel("Segment").selectOption({ index: 0 })
        await page.getByLabel("Purpose").selectOption("service")
        await page.getByLabel("Text", { exact: true }).fill("We are open on Sunday. Reply STOP to end.")
        await page.getByRole("button", { name: "Make the campaign" }).click()
        if ((await page.getByRole("main").innerText()).includes("What would change")) await page.getByRole("button", { name: "Make the campaign" }).click()
        const begun = await page.getByRole("main").innerText()

        await page.goto(`${base}/dashboard/campaigns?state=paused`)
        await page.getByRole("link", { name: "Spring sale" }).click()
        const preview = await page.getByRole("main").innerText()
        await page.getByRole("button", { name: "Cancel the campaign" }).click()
        const asked = await page.getByRole("main").innerText()
        const agree = page.getByRole("button", { name: "Cancel the campaign" })
        if (await agree.count() > 0 && asked.includes("What would change")) await agree.click()
        return { begun, call, counted, preview, end: await page.getByRole("main").innerText() }
      })
      assert.match(seen.counted, /^1 message, 50 more characters fit, about \$0\.01\..*🚲\.$/u)
      for (const part of ["Nothing is sent until you resume it", "paused", "We are open on Sunday"]) assert.include(seen.begun, part)
      for (const part of ["Grace Hopper", "missed", "not answered", "+4722123456"]) assert.include(seen.call, part)
      assert.include(seen.preview, "Hello Guest")
      assert.include(seen.preview, "opted out")
      assert.include(seen.end, "will not be")
      const shown = yield* read(`/sms/threads/${thread}`)
      assert.deepInclude(shown, { unread: 0, last_message: "See you tomorrow. 🚲", last_direction: "outbound" })
      assert.isNotNull(shown.assignee_id)
      assert.strictEqual((yield* campaign(paused)).state, "canceled")
    }))
})

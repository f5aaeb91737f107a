import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { OwnerSql } from "../support/database.ts"
import { markupFaults } from "../support/markup.ts"
import { companyIds, json, send, TestServerWith } from "../support/test-server.ts"
import { here } from "../webhooks/receiver.ts"
import { browser, clippedIn, executable, NO_BROWSER, picture, screens } from "./chromium.ts"
import { fixture, workflows } from "./fixture.ts"
import { signInAs } from "./sign-in.ts"

/** A word that no browser breaks by itself. */
const word = (length: number) => "Wm".repeat(length / 2)

const post = (path: string, body: object, key: "acme" | "acmeTest" | "owner" | "cautious" | "acmeShop" = "acme") =>
  Effect.map(send(path, { key, method: "POST", ...json(body) }), (sent) => {
    assert.isBelow(sent.status, 300, sent.text)
    return sent.json
  })

/** Records of all kinds whose names are as long as they may be, in one word. */
const made = Effect.gen(function*() {
  const { consent, run, webhook } = yield* fixture
  yield* post("/crm/contacts", { first_name: word(100), last_name: word(100), email: `${word(60)}@${word(60)}.example`, tags: [word(50)] })
  const entry = yield* post("/kb/company/1", { title: word(200), body: `${word(300)}\n\n## ${word(100)}`, tags: [word(50)] })
  const chat = yield* post("/chat/public/message", { message: word(1_000) }, "acmeShop")
  const report = yield* post("/analytics/reports", { name: word(100), query: { measure: "new_deals", dimensions: ["deal_stage"], period: "last_7_days" } })
  const dashboard = yield* post("/analytics/dashboards", { name: word(100), tiles: [{ report_id: report.id }] })
  const agent = yield* post("/chat/agents", { name: "front_desk", instructions: word(500), verbs: ["search_kb", "list_contacts"] })
  const sql = yield* OwnerSql
  const ofAcme = sql`company_id = ${companyIds.acme}`
  const [call] = yield* Effect.orDie(sql<{ id: number }>`insert into calls ${sql.insert({
    company_id: companyIds.acme, livemode: true, direction: "inbound", state: "completed", result: "missed", from_phone: "+12025550143", to_phone: "+12025550100",
    rule: "open", duration_seconds: 21, provider: "twilio", provider_id: "CApage1", closed: true, ended_at: new Date().toISOString()
  })} returning id`)
  yield* Effect.all([
    sql`update companies set name = ${word(100)} where id = ${companyIds.acme}`,
    sql`update users set name = ${word(100)}, email = id || ${`${word(60)}@${word(60)}.example`} where ${ofAcme}`,
    sql`update api_keys set label = ${word(100)} where ${ofAcme}`,
    sql`update webhooks set url = ${`https://hooks.example/${word(860)}`}, description = ${word(200)}, failing_since = now() where ${ofAcme}`,
    sql`update workflow_runs set key = id || ${word(100)} where ${ofAcme}`
  ].map(Effect.orDie))
  const [key] = yield* Effect.orDie(sql<{ id: number }>`select id from api_keys where ${ofAcme} and kind = 'key' and user_id is null order by id limit 1`)
  return { agent, call: call!.id, chat: chat.conversation_id, consent, dashboard, entry, key: key!.id, report, run, webhook }
})

layer(TestServerWith(here, workflows), { excludeTestServices: true })("pages with long names, in a browser", (it) => {
  it.effect("stay within their windows, and show all of every word", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const { agent, call, chat, consent, dashboard, entry, key, report, run, webhook } = yield* made
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const paths = [
        "", "/consents", "/consents?state=all", `/consents/${consent}`, "/receipts", "/receipts?session=run-2026-11-21-7", "/audit", "/runs", `/runs/${run.failed}`,
        "/webhooks", `/webhooks/${webhook.id}`, "/agents", `/agents/${agent.id}`, "/account", "/companies", "/company", "/members", "/keys", "/keys/new", `/keys/${key}`,
        "/clients", "/emails", "/chats", `/chats/${chat}`, "/knowledge", `/knowledge/${entry.id}`, "/analytics", `/analytics/${report.id}`, "/analytics/dashboards",
        `/analytics/dashboards/${dashboard.id}`, `/analytics/dashboards/${dashboard.id}/edit`, "/calls", `/calls/${call}`, "/texts", "/campaigns", "/integrations"
      ]
      const faults: Array<string> = []
      yield* Effect.promise(async () => {
        for (const [screen, size] of Object.entries({ desktop: screens.desktop, phone: screens.phone, narrowest: screens.narrowest })) {
          const page = await (await one.newContext(size)).newPage()
          await signInAs(page, base, "owner")
          for (const path of paths) {
            await page.goto(`${base}/dashboard${path}`)
            await page.evaluate(() => (globalThis as any).document.querySelectorAll("details").forEach((one: any) => one.open = true))
            const found = [...await clippedIn(page), ...screen === "desktop" ? markupFaults(await page.content()) : []]
            faults.push(...found.map((fault) => `${path}, ${screen}: ${fault}`))
            await picture(page, `long${path.replaceAll(/\W+/gu, "-")}-${screen}`)
          }
          await page.context().close()
        }
        const page = await (await one.newContext(screens.narrowest)).newPage()
        await page.setContent("<main><p style='width: 5em; white-space: nowrap'>too long for it</p><span class='badge' style='display: inline-block'>tight</span></main>")
        assert.lengthOf(await clippedIn(page), 2)
      })
      assert.deepStrictEqual(faults, [])
    }))
})

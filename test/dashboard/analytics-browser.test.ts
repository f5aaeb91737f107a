import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import type { Page } from "playwright-core"
import { someRows } from "../analytics/some-rows.ts"
import { markupFaults } from "../shop/shopping.ts"
import { json, send, TestServer } from "../support/test-server.ts"
import { browser, desktop, executable, faultsOf, NO_BROWSER, picture, screens } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"

const make = Effect.fnUntraced(function*(name: string, query: object, chart: string | null = null) {
  const made = yield* send("/analytics/reports", { key: "acme", method: "POST", ...json({ name, query, chart }) })
  assert.strictEqual(made.status, 201, made.text)
  return made.json.id as number
})

layer(TestServer, { excludeTestServices: true })("the pages about analytics, in a browser", (it) => {
  it.effect("are clear to everybody, and do without a script what they are for", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      yield* someRows
      const revenue = yield* make("Revenue by month", { measure: "revenue", dimensions: ["month"], period: "last_365_days", compare: "year_before" })
      const owners = yield* make("Won by owner and month", { measure: "won_deals", dimensions: ["month", "deal_owner"], period: "last_365_days" })
      const stages = yield* make("Deals by stage", { measure: "new_deals", dimensions: ["deal_stage", "deal_status"], period: "last_365_days" })
      const rate = yield* make("Win rate", { measure: "win_rate", period: "this_year", compare: "year_before" })
      const nothing = yield* make("Nothing", { measure: "new_deals", dimensions: ["day"], filters: [{ dimension: "deal_stage", values: ["nowhere"] }], period: "last_7_days" })
      const tiles = [
        { report_id: rate, show: "figure" }, { report_id: stages, show: "chart" }, { report_id: owners, show: "chart", wide: true }, { report_id: stages, show: "table" }, { report_id: nothing }
      ]
      const { json: { id: dashboard } } = yield* send("/analytics/dashboards", { key: "acme", method: "POST", ...json({ name: "Sales", tiles }) })
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const complaints: Array<string> = []
      const faults: Array<string> = []
      const look = async (page: Page, what: string) => {
        faults.push(...(await faultsOf(page)).map((fault) => `${what}: ${fault}`), ...markupFaults(await page.content()).map((fault) => `${what}: ${fault}`))
        await picture(page, `analytics-${what}`)
      }
      yield* Effect.promise(async () => {
        for (const [screen, size] of Object.entries(screens)) {
          const page = await (await one.newContext(size)).newPage()
          page.on("console", (message) => complaints.push(`${page.url()} ${message.text()}`))
          await signInAs(page, base, "owner", "/dashboard/analytics")
          const pages = {
            reports: "/dashboard/analytics", revenue: `/dashboard/analytics/${revenue}`, owners: `/dashboard/analytics/${owners}`, stages: `/dashboard/analytics/${stages}`,
            rate: `/dashboard/analytics/${rate}`, nothing: `/dashboard/analytics/${nothing}`, new: "/dashboard/analytics/new?measure=won_amount",
            dashboards: "/dashboard/analytics/dashboards", dashboard: `/dashboard/analytics/dashboards/${dashboard}`, edit: `/dashboard/analytics/dashboards/${dashboard}/edit`,
            brief: "/dashboard", figure: "/dashboard/figures/due_tasks", integrations: "/dashboard/integrations", integration: "/dashboard/integrations/quickbooks"
          }
          for (const [what, path] of Object.entries(pages)) {
            await page.goto(`${base}${path}`)
            await look(page, `${what}-${screen}`)
          }
        }
      })
      assert.deepStrictEqual(faults, [])
      assert.deepStrictEqual(complaints, [])

      yield* Effect.promise(async () => {
        const page = await (await one.newContext({ ...desktop, javaScriptEnabled: false })).newPage()
        await signInAs(page, base, "owner", "/dashboard/analytics")
        await page.getByRole("link", { name: "New report" }).click()
        await page.getByLabel("Figure").selectOption("won_amount")
        await page.getByRole("button", { name: "Show" }).click()
        await page.getByLabel("Name").fill("What we won")
        await page.getByLabel("Over time, by").selectOption("month")
        await page.getByLabel("Broken down by").selectOption("deal_owner")
        await page.getByLabel("Days").selectOption("last_365_days")
        await page.getByRole("button", { name: "Make the report" }).click()
        await page.getByText("It is made.").waitFor()
        assert.isAbove(await page.getByRole("img").count(), 0)
        await page.getByText("As a table").first().click()
        assert.isAbove(await page.getByRole("row").count(), 3)
        await page.getByLabel("Mail it").selectOption("week")
        await page.getByLabel("owner", { exact: true }).check()
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("It is mailed from now on.").waitFor()
        await page.getByText("every monday at 07:30, to 1 person").waitFor()
        await page.getByRole("button", { name: "Delete the report" }).click()
        await page.getByRole("button", { name: "Delete the report" }).click()
        await page.getByText("It is deleted.").waitFor()

        await page.goto(`${base}/dashboard/analytics/dashboards/new`)
        await page.getByLabel("Name").fill("Mine")
        await page.getByLabel("Report").first().selectOption({ label: "Revenue by month" })
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByRole("link", { name: "Revenue by month" }).waitFor()
        await page.getByRole("link", { name: "Change what stands here" }).click()
        await page.getByLabel("Shown as").first().selectOption("figure")
        await page.getByRole("button", { name: "Save" }).click()
        await page.getByText("It is saved.").waitFor()
        await page.context().close()
      })
    }))
})

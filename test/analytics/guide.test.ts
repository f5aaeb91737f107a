import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { TestServer } from "../support/test-server.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to reading the numbers, in ${language}`, (it) => {
    it.effect("runs as it is printed, from the brief of the day to its e-mail", () =>
      Effect.gen(function*() {
        const { answers, lines } = yield* ranGuide("read-the-numbers", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 17)
        const [brief, leads, revenue, payment, sums, products, channels, funnel, cohorts, forecast, alerts, listed, settings] = answers
        assert.sameMembers(brief.lines.map(({ figure }: any) => figure), [
          "appointments", "due_tasks", "overdue_invoices", "new_leads", "revenue", "failed_deliveries", "disabled_webhooks", "broken_connections", "consents_waiting", "open_disputes"
        ])
        assert.include(leads.counts, "Contacts that were made")
        assert.deepInclude(revenue, { figure: "revenue", total: 0 })
        assert.deepInclude(payment, { amount: 3_800 })
        assert.deepInclude(sums.currencies[0], { currency: "USD", net: 3_800, refunds: 0 })
        assert.deepInclude(products.currencies[0].rows[0], { title: "Mug", net: 3_800 })
        assert.deepInclude(channels.currencies[0].rows[0], { key: "order", net: 3_800 })
        assert.deepStrictEqual(funnel.steps.map(({ people, step }: any) => [step, people]), [["view", 0], ["lead", 1], ["deal", 0], ["won", 0], ["order", 1]])
        assert.deepInclude(cohorts.cohorts[0], { people: 1, paid: 3_800, lifetime: 3_800 })
        assert.include(forecast.note, "a forecast needs")
        assert.lengthOf(alerts.alerts, 2)
        assert.strictEqual(listed.total, 2)
        assert.strictEqual(settings.daily_brief_at, "07:00")
        assert.lengthOf(answers, 13)
      }))
  })
}

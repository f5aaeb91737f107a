import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { ranGuide } from "../support/guide.ts"
import { TestServer } from "../support/test-server.ts"
import { booksAreRight } from "./paying.ts"

for (const language of languages) {
  layer(TestServer, { excludeTestServices: true })(`the guide to taking money, in ${language}`, (it) => {
    it.effect("runs as it is printed, from an order to a refund and the books", () =>
      Effect.gen(function*() {
        const { answers, folder, lines } = yield* ranGuide("take-money", "cautiousTest", "owner", language)
        assert.strictEqual(lines, 17)
        const [order, refund, invoice, sent, link, portal, balance, ledger] = answers
        assert.deepInclude(order, { state: "paid", payment_state: "paid", amount: 125_000, paid_amount: 125_000 })
        assert.deepInclude(refund, { state: "succeeded", amount: 62_500 })
        assert.deepInclude(invoice, { state: "paid", order_id: order.id, refunded_amount: 62_500 })
        assert.deepInclude(sent, { id: invoice.id, number: invoice.number })
        assert.isString(sent.sent_at)
        assert.include(link.url, "/pay/")
        assert.include(portal.url, "/my/")
        assert.include(balance.accounts.map(({ account }: { account: string }) => account), "provider_clearing")
        assert.strictEqual(ledger.items.length, 5)
        assert.strictEqual(readFileSync(join(folder, "invoice.pdf")).subarray(0, 5).toString(), "%PDF-")
        yield* booksAreRight
      }))
  })
}

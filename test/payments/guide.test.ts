import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { secrets, send, TestServer } from "../support/test-server.ts"
import { booksAreRight } from "./paying.ts"

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

layer(TestServer, { excludeTestServices: true })("the guide to taking money", (it) => {
  it.effect("runs as it is printed, from an order to a refund and the books", () =>
    Effect.gen(function*() {
      const { text } = yield* send("/docs")
      const section = text.slice(text.indexOf("<section id=\"take-money\">"))
      const lines = [...section.slice(0, section.indexOf("</section>")).matchAll(/<code>(curl|[A-Z]+=)([\s\S]*?)<\/code><\/pre>/gu)]
        .map(([, begin, rest]) => unescaped(`${begin}${rest}`))
      assert.strictEqual(lines.length, 13)
      const folder = mkdtempSync(join(tmpdir(), "guide-"))
      /* An empty line between two answers. */
      const script = ["set -e", ...lines.flatMap((line) => [line, "echo; echo"])].join("\n")
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)("sh", ["-c", script], { cwd: folder, env: { ...process.env, API_KEY: secrets.acmeTest } }))
      const answers = stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))
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
      rmSync(folder, { recursive: true })
      yield* booksAreRight
    }))
})

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "#layers/payments/ledger"
import { booked, payment } from "../payments/booking.ts"
import { type Key, send, TestServer } from "../support/test-server.ts"

const has = (program: string) => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

layer(TestServer, { excludeTestServices: true })("books for an accounting program", (it) => {
  const exported = (query = "", key: Key = "acme") => send(`/integrations/accounting/export${query}`, { key })

  const someBooks = Effect.gen(function*() {
    const ledger = yield* Ledger
    yield* booked(ledger.post(payment({ provider_clearing: 1_234, revenue: -1_000, tax_payable: -234 })))
    yield* booked(ledger.post(payment({ cash: 500, revenue: -500 }, "JPY")))
    yield* booked(ledger.post(payment({ cash: -1_001, refunds: 1_001 }, "KWD")))
    yield* booked(ledger.hold(payment({ provider_clearing: 99, customer_payments: -99 })))
    yield* booked(ledger.post(payment({ cash: 1, revenue: -1 })), "acme", "test")
  })

  it.effect("are balanced, of the period, and of the key's company and mode", () =>
    Effect.gen(function*() {
      yield* someBooks
      const { headers, status, text } = yield* exported()
      assert.strictEqual(status, 200)
      assert.match(headers.get("content-type")!, /^text\/csv/u)
      const [head, ...rows] = text.trim().split("\r\n").map((row) => row.split(","))
      assert.deepStrictEqual(head, ["transaction", "day", "kind", "object", "object_id", "account", "amount", "currency"])
      const sums = new Map<string, number>()
      for (const [transaction, , , , , , amount, currency] of rows) {
        const key = `${transaction} ${currency}`
        sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(amount) * 1_000))
      }
      assert.deepStrictEqual([...sums.values()], [0, 0, 0])
      assert.lengthOf(rows, 7)
      assert.include((yield* exported("", "acmeTest")).text, ",cash,0.01,USD\r\n")
      assert.notInclude((yield* exported("", "bolt")).text, "12.34")

      const day = rows[0]![1]!
      assert.lengthOf((yield* exported(`?since=${day}&until=${day}`)).text.trim().split("\r\n"), 8)
      assert.lengthOf((yield* exported("?until=2020-01-01")).text.trim().split("\r\n"), 1)
      assert.strictEqual((yield* exported("?since=2026-02-01&until=2026-01-01")).status, 422)
      assert.strictEqual((yield* exported("", "starter")).status, 403)
    }))

  it.effect.skipIf(!has("hledger"))("pass hledger's strictest check (skipped without Debian's hledger)", () =>
    Effect.gen(function*() {
      const { text } = yield* exported("?format=hledger")
      execFileSync("hledger", ["-f", "-", "check", "--strict"], { input: text })
      assert.include(execFileSync("hledger", ["-f", "-", "balance", "--flat", "Income:Revenue"], { input: text, encoding: "utf8" }), "-10.00 USD")
    }))

  it.effect.skipIf(!has("bean-check"))("pass bean-check (skipped without Debian's beancount)", () =>
    Effect.gen(function*() {
      const folder = mkdtempSync(join(tmpdir(), "books-"))
      const file = join(folder, "journal.beancount")
      writeFileSync(file, (yield* exported("?format=beancount")).text)
      try {
        assert.strictEqual(execFileSync("bean-check", [file], { encoding: "utf8" }), "")
      } finally {
        rmSync(folder, { recursive: true })
      }
    }))
})

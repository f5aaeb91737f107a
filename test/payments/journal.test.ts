import { execFile, execFileSync } from "node:child_process"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Ledger } from "#layers/payments/ledger"
import { journalFormats } from "#schemas/payments/journal"
import { DatabaseUrl } from "../support/database.ts"
import { send, TestServer } from "../support/test-server.ts"
import { booked, payment } from "./booking.ts"

const run = promisify(execFile)

const hasHledger = () => {
  try {
    execFileSync("hledger", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

layer(TestServer, { excludeTestServices: true })("books that are taken out", (it) => {
  const exported = Effect.fnUntraced(function*(...flags: ReadonlyArray<string>) {
    const url = yield* DatabaseUrl
    const { stdout } = yield* Effect.promise(() =>
      run(process.execPath, ["src/cli.ts", "ledger", "export", "--company", "1", ...flags], {
        env: { ...process.env, DATABASE_URL: Redacted.value(url) }, maxBuffer: 10_000_000
      }))
    return stdout
  })

  const someBooks = Effect.gen(function*() {
    const ledger = yield* Ledger
    yield* booked(ledger.post(payment({ provider_clearing: 1_234, revenue: -1_000, tax_payable: -234 })))
    yield* booked(ledger.post(payment({ cash: 500, revenue: -500 }, "JPY")))
    yield* booked(ledger.post(payment({ cash: -1_001, refunds: 1_001 }, "KWD")))
    yield* booked(ledger.hold(payment({ provider_clearing: 99, customer_payments: -99 })))
    yield* booked(ledger.post(payment({ cash: 1, revenue: -1 })), "acme", "test")
  })

  it.effect("are plain text for each program, of one mode", () =>
    Effect.gen(function*() {
      yield* someBooks
      for (const format of journalFormats) {
        const text = yield* exported("--format", format)
        assert.include(text, "12.34", format)
        assert.include(text, "-1.001", format)
        assert.notInclude(text, "0.99", format)
        assert.notInclude(text, "0.01", format)
      }
      assert.include(yield* exported("--format", "csv", "--test"), ",cash,0.01,USD\r\n")
    }))

  it.effect.skipIf(!hasHledger())("pass hledger's strictest check, and hold what get_balance says", () =>
    Effect.gen(function*() {
      const text = yield* exported()
      const hledger = (...args: ReadonlyArray<string>) => execFileSync("hledger", ["-f", "-", ...args], { input: text, encoding: "utf8" })
      hledger("check", "--strict")
      const { json } = yield* send("/gateway/balance", { key: "acme" })
      const told = json.accounts.filter(({ posted }: { posted: number }) => posted !== 0).length
      const rows = hledger("balance", "--flat", "--no-total", "-O", "csv", "--layout", "bare").trim().split("\n").slice(1)
      assert.strictEqual(rows.length, told)
    }))
})

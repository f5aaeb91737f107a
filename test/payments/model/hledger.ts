import { execFile, execFileSync } from "node:child_process"
import { promisify } from "node:util"
import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { decimalsOf } from "#schemas/payments/currency"
import { DatabaseUrl } from "../../support/database.ts"
import { companyIds, keys } from "../../support/test-server.ts"
import { read } from "../paying.ts"
import { type Book, books, isLive } from "./state.ts"

const run = promisify(execFile)

export const hasHledger = (() => {
  try {
    execFileSync("hledger", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** The books as the command writes them. */
const exported = Effect.fnUntraced(function*(book: Book) {
  const env = { ...process.env, DATABASE_URL: Redacted.value(yield* DatabaseUrl) }
  const which = ["--company", String(companyIds[keys[book].company]), ...isLive(book) ? [] : ["--test"]]
  const { stdout } = yield* Effect.promise(() =>
    run(process.execPath, ["src/cli.ts", "ledger", "export", ...which], { env, maxBuffer: 1_000_000_000 }))
  return stdout
})

/** An accounting program accepts the books of everybody, and comes to the balances that the service tells. */
export const accepted = Effect.gen(function*() {
  for (const book of books) {
    const input = yield* exported(book)
    const hledger = (...args: ReadonlyArray<string>) => execFileSync("hledger", ["-f", "-", ...args], { input, encoding: "utf8", maxBuffer: 1_000_000_000 })
    hledger("check", "--strict")
    const rows = hledger("balance", "--flat", "--no-total", "-O", "csv", "--layout", "bare").trim().split("\n").slice(1)
    const theirs = rows.map((row) => {
      const [account, currency, amount] = JSON.parse(`[${row}]`) as [string, string, string]
      return `${account.split(":")[1]!.toLowerCase().replaceAll("-", "_")} ${currency} ${Math.round(Number(amount) * 10 ** decimalsOf(currency))}`
    })
    const { accounts } = yield* read("/gateway/balance", book)
    const ours = accounts.filter(({ posted }: { posted: number }) => posted !== 0)
      .map(({ account, currency, posted }: { account: string; currency: string; posted: number }) => `${account} ${currency} ${posted}`)
    assert.deepStrictEqual(theirs.toSorted(), ours.toSorted(), book)
  }
})

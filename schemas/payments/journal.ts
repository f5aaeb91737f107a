import { decimalOf } from "./currency.ts"
import { type Account, accountKinds } from "./ledger.ts"

/** A posted transaction of the books, as files for accounting programs take it. */
export interface JournalTransaction {
  readonly id: number
  /** Day of the company's time zone, YYYY-MM-DD. */
  readonly day: string
  readonly kind: string
  readonly object: string
  readonly object_id: number
  readonly entries: ReadonlyArray<{ readonly account: Account; readonly currency: string; readonly amount: number }>
}

/** What a file has to say before its first transaction. */
export interface JournalHead {
  readonly company: string
  readonly livemode: boolean
  readonly accounts: ReadonlyArray<Account>
  readonly currencies: ReadonlyArray<string>
  /** The day of the first transaction. */
  readonly since: string
}

export const journalFormats = ["hledger", "beancount", "csv"] as const
export type JournalFormat = typeof journalFormats[number]

const roots = { asset: "Assets", liability: "Liabilities", revenue: "Income", expense: "Expenses" } as const

/** A name that both programs take: `Assets:Provider-Clearing`. */
const nameOf = (account: Account) =>
  `${roots[accountKinds[account]]}:${account.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("-")}`

const amountOf = ({ amount, currency }: JournalTransaction["entries"][number]) => `${decimalOf(amount, currency)} ${currency}`

const oneLine = (text: string) => text.replace(/[\s;"]+/g, " ").trim()

const booksOf = ({ company, livemode }: JournalHead) => `${oneLine(company)}, ${livemode ? "live" : "test"} mode`

interface Writer {
  readonly head: (head: JournalHead) => string
  readonly transaction: (transaction: JournalTransaction) => string
}

/**
 * The books as plain text: for hledger (hledger.org/hledger.html#journal), for Beancount
 * (beancount.github.io/docs/beancount_language_syntax.html), and as comma-separated values with an entry a line.
 */
export const journalWriters: { readonly [F in JournalFormat]: Writer } = {
  hledger: {
    head: (head) =>
      [
        `; ${booksOf(head)}`,
        ...head.currencies.map((currency) => {
          const one = decimalOf(1_000, currency)
          return `commodity ${one.includes(".") ? one : `${one}.`} ${currency}`
        }),
        ...head.accounts.map((account) => `account ${nameOf(account)}`),
        "", ""
      ].join("\n"),
    transaction: ({ day, entries, id, kind, object, object_id }) =>
      [`${day} * (${id}) ${kind}  ; ${object} ${object_id}`, ...entries.map((entry) => `    ${nameOf(entry.account)}  ${amountOf(entry)}`), "", ""].join("\n")
  },
  beancount: {
    head: (head) =>
      [
        `; ${booksOf(head)}`,
        ...head.accounts.map((account) => `${head.since} open ${nameOf(account)}`),
        "", ""
      ].join("\n"),
    transaction: ({ day, entries, id, kind, object, object_id }) =>
      [`${day} * "${kind}" "${object} ${object_id}" ^transaction-${id}`, ...entries.map((entry) => `  ${nameOf(entry.account)}  ${amountOf(entry)}`), "", ""]
        .join("\n")
  },
  csv: {
    head: () => "transaction,day,kind,object,object_id,account,amount,currency\r\n",
    transaction: ({ day, entries, id, kind, object, object_id }) =>
      entries.map(({ account, amount, currency }) =>
        `${[id, day, kind, object, object_id, account, decimalOf(amount, currency), currency].join(",")}\r\n`).join("")
  }
}

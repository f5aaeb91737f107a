import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { type Account, type AccountBalance, ledgerEntry, type LedgerTransactionId } from "#schemas/payments/ledger"
import { repository } from "../kernel/repository.ts"
import { execute, inTenant as ofTenant, one } from "../kernel/sql.ts"

/** A movement of money: debits above zero, credits below, together zero. Accounts that do not move may be 0. */
export interface Movement {
  /** What happened: `payment`. */
  readonly kind: string
  /** The record that it is about. */
  readonly object: string
  readonly object_id: number
  readonly currency: string
  readonly entries: { readonly [A in Account]?: number }
}

const headerOf = (field: string) =>
  `(select t.${field} from ledger_transactions t where t.company_id = ledger_entries.company_id and t.id = ledger_entries.transaction_id)`

/**
 * The books of the caller's company in the caller's mode: double entry, append-only, in two phases. PostgreSQL refuses a transaction that
 * does not sum up to zero when the program's transaction ends, and every change of what is written.
 */
export class Ledger extends Context.Service<Ledger>()("layers/payments/Ledger", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const live = Effect.map(Caller, ({ mode }) => mode === "live")
    const header = (column: "object" | "object_id") => (value: unknown) =>
      sql`transaction_id in (select t.id from ledger_transactions t where t.company_id = (select current_company()) and t.${sql(column)} = ${value})`
    const entries = yield* repository(ledgerEntry, {
      counted: true,
      table: "ledger_entries",
      computed: {
        settles: headerOf("settles"), kind: headerOf("kind"), phase: headerOf("phase"), object: headerOf("object"),
        object_id: headerOf("object_id"), occurred_at: headerOf("occurred_at")
      },
      filter: {
        object: header("object"),
        object_id: header("object_id"),
        since: (at: string) => sql`transaction_id in (select t.id from ledger_transactions t
          where t.company_id = (select current_company()) and t.occurred_at >= ${at})`
      }
    })

    const write = Effect.fnUntraced(function*(
      phase: "pending" | "posted" | "voided", { currency, entries, kind, object, object_id }: Movement, settles: LedgerTransactionId | null = null
    ) {
      const { company_id } = yield* Caller
      const livemode = yield* live
      const moved = Object.entries(entries).filter(([, amount]) => amount !== 0).sort(([a], [b]) => a < b ? -1 : 1)
      const { id } = yield* one(sql<{ id: LedgerTransactionId }>`
        insert into ledger_transactions (company_id, livemode, kind, phase, settles, object, object_id, occurred_at)
        values (${company_id}, ${livemode}, ${kind}, ${phase}, ${settles}, ${object}, ${object_id}, company_now(${livemode})) returning id`)
      if (moved.length === 0) return id
      const [accounts, amounts] = [moved.map(([account]) => account), moved.map(([, amount]) => amount)]
      yield* execute(sql`insert into ledger_accounts (company_id, livemode, currency, account)
        select ${company_id}, ${livemode}, ${currency}, a.account from unnest(${accounts}::text[]) as a (account)
        where not exists (select from ledger_accounts l where l.company_id = ${company_id} and l.livemode = ${livemode}
          and l.currency = ${currency} and l.account = a.account)
        on conflict do nothing`)
      yield* execute(sql`insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
        select ${company_id}, ${id}, ${livemode}, ${currency}, a.account, a.amount
        from unnest(${accounts}::text[], ${amounts}::bigint[]) as a (account, amount)`)
      return id
    })

    return {
      ...entries,
      /** Writes a movement that is final. */
      post: (movement: Movement) => write("posted", movement),
      /** Sets a movement aside, until `settle` or `release`. */
      hold: (movement: Movement) => write("pending", movement),
      /** Posts what takes the place of a movement that was set aside, once. */
      settle: (held: LedgerTransactionId, movement: Movement) => write("posted", movement, held),
      /** Gives up a movement that was set aside, once. */
      release: (held: LedgerTransactionId, of: Omit<Movement, "entries">) => write("voided", { ...of, entries: {} }, held),
      /** What each account holds. */
      balance: Effect.gen(function*() {
        const livemode = yield* live
        const accounts = yield* Effect.orDie(sql<AccountBalance>`select account, currency, posted, pending from ledger_accounts
          where ${inTenant} and livemode = ${livemode} order by currency, account`)
        const { as_of } = yield* one(sql<{ as_of: string }>`select company_now(${livemode}) as as_of`)
        return { livemode, accounts, as_of }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Ledger, Ledger.make)
}

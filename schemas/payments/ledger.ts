import { Schema } from "effect"
import { entity, field, since } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Cents, Currency, inCents } from "#schemas/kernel/money"
import { phrase, word } from "#schemas/kernel/phrase"
import { prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"

export const LedgerEntryId = Id.pipe(Schema.brand("LedgerEntryId"))
export const LedgerTransactionId = Id.pipe(Schema.brand("LedgerTransactionId"))
export type LedgerTransactionId = typeof LedgerTransactionId.Type

/** The accounts of the books, by their kind: what accounting programs sort them by. */
export const accountKinds = {
  receivable: "asset",
  provider_clearing: "asset",
  cash: "asset",
  revenue: "revenue",
  refunds: "revenue",
  tax_payable: "liability",
  customer_credit: "liability",
  customer_payments: "liability",
  commissions_payable: "liability",
  disputes: "expense",
  fees: "expense",
  commissions: "expense"
} as const
export type Account = keyof typeof accountKinds

export const Account = Schema.Literals(Object.keys(accountKinds) as ReadonlyArray<Account>).annotate({
  description: "`receivable`: what customers owe. `provider_clearing`: with the payment provider. `cash`: taken by the company itself. " +
    "`customer_payments`: authorized and not taken yet. `customer_credit`: held for customers.",
  examples: ["provider_clearing"]
})

export const LedgerPhase = Schema.Literals(["posted", "pending", "voided"]).annotate({
  description: "`pending` amounts are set aside until they are posted or voided by a later transaction.", examples: ["posted"]
})

/** One side of a transaction in the company's books. */
export const ledgerEntry = entity("LedgerEntry", {
  id: field.readOnly(LedgerEntryId),
  transaction_id: field.readOnly(LedgerTransactionId.annotate({ description: "The entries of a transaction sum up to zero." })),
  settles: field.readOnly(Schema.NullOr(LedgerTransactionId).annotate({ description: "The pending transaction that this one posts or voids." })),
  kind: field.readOnly(Schema.String.annotate({ description: "What happened.", examples: ["payment"] })),
  phase: field.readOnly(LedgerPhase),
  account: field.readOnly(Account),
  amount: field.readOnly(Cents.annotate({ description: "In the smallest unit: debit above zero, credit below.", examples: [125_000] })),
  currency: field.readOnly(Schema.String.annotate({ examples: ["USD"] })),
  object: field.readOnly(Schema.String.annotate({ description: "The record that it is about.", examples: ["payment"] })),
  object_id: field.readOnly(Id),
  livemode: field.readOnly(Schema.Boolean),
  occurred_at: field.readOnly(Timestamp.annotate({ description: "By the clock of the company; in test mode by its test clock." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "One side of a transaction in the company's books. It is never changed.",
  label: ({ kind, object, object_id }) => phrase`${word("kind", kind)} of ${word("object", object)} ${object_id}`,
  filters: {
    account: Account,
    currency: Currency,
    transaction_id: LedgerTransactionId,
    object: prose(40).annotate({ examples: ["payment"] }),
    object_id: Id,
    since: since("occurred_at", Instant.annotate({ description: "At or after this." }))
  },
  sort: ["id", "created_at"]
})
export const LedgerEntry = ledgerEntry.read
export type LedgerEntry = typeof LedgerEntry.Type

export const AccountBalance = Schema.Struct({
  account: Account,
  currency: Schema.String.annotate({ examples: ["USD"] }),
  posted: Cents.annotate({ description: inCents("What all posted entries of the account sum up to: debit above zero.") }),
  pending: Cents.annotate({ description: inCents("What is set aside and neither posted nor voided yet.") })
}).annotate({ identifier: "AccountBalance" })
export type AccountBalance = typeof AccountBalance.Type

export const Balance = Schema.Struct({
  livemode: Schema.Boolean,
  /** Kept with each entry, not summed up when asked for. */
  accounts: Schema.Array(AccountBalance).annotate({ description: "By currency and account; all of one currency sum up to zero." }),
  as_of: Timestamp
}).annotate({ identifier: "Balance" })

import { Effect, Option, Schema } from "effect"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import { type ProviderError, ProviderInvalidRequest, ProviderUnauthorized } from "../../providers/errors.ts"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, Outgoing } from "../module.ts"
import { billOf, receivedOf, textIn } from "./accounting.ts"
import { maybe, reading, writing } from "./asking.ts"

/** Sales, and the account that money came into, where nobody says another. */
const SALES = "200"
const BANK = "090"

const Problem = Schema.Struct({
  Message: maybe(Schema.String),
  Elements: maybe(Schema.Array(Schema.Struct({ ValidationErrors: maybe(Schema.Array(Schema.Struct({ Message: Schema.String }))) })))
})
const problemOf = Schema.decodeUnknownOption(Problem)

const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const problem = Option.getOrUndefined(problemOf(json))
  if (status !== 400 || problem === undefined) return undefined
  const words = problem.Elements?.flatMap(({ ValidationErrors }) => ValidationErrors ?? []).map(({ Message }) => Message).join(" ")
  return { kind: "declined", reason: "validation", message: words || problem.Message || "It was refused." }
}

const Connections = Schema.Array(Schema.Struct({ tenantId: Schema.String, tenantType: maybe(Schema.String), tenantName: maybe(Schema.String) }))
const Contacts = Schema.Struct({ Contacts: Schema.NonEmptyArray(Schema.Struct({ ContactID: Schema.String })) })
const Invoices = Schema.Struct({ Invoices: Schema.NonEmptyArray(Schema.Struct({ InvoiceID: Schema.String })) })
const Payments = Schema.Struct({ Payments: Schema.NonEmptyArray(Schema.Struct({ PaymentID: Schema.String })) })

/** Which organisation: the one that was chosen, or the only one, or the first. */
const tenant = Effect.fnUntraced(function*(way: Way, access: Access) {
  const all = yield* way.json(reading(access, "connections", `${way.base}/connections`), Connections)
  const wanted = access.settings.account
  const one = wanted === undefined ? all[0] : all.find(({ tenantId, tenantName }) => tenantId === wanted || tenantName === wanted)
  if (one !== undefined) return one
  return yield* new ProviderUnauthorized({ provider: "xero", operation: "connections", reason: "no_tenant", message: "No organisation of Xero was chosen.", attempts: 1 })
})

const put = Effect.fnUntraced(function*<A>(way: Way, access: Access, what: string, schema: Schema.Codec<A, unknown>, record: Outgoing, body: unknown): Effect.fn.Return<A, ProviderError> {
  const { tenantId } = yield* tenant(way, access)
  return yield* way.json(writing(access, `write_${what.toLowerCase()}`, what === "Payments" ? "PUT" : "POST", `${way.base}/api.xro/2.0/${what}`, body, {
    "xero-tenant-id": tenantId, "idempotency-key": record.once.slice(0, 128)
  }), schema)
})

const lacking = (what: string): ProviderError =>
  new ProviderInvalidRequest({ provider: "xero", operation: "write", reason: "missing", message: `Its ${what} could not be written there.`, attempts: 0 })

/* Contacts are known again by their number, invoices by theirs: what is there is changed. */
const customer = (way: Way, access: Access, record: Outgoing) =>
  Effect.map(put(way, access, "Contacts", Contacts, record, {
    Contacts: [{
      ...record.remote_id !== null && { ContactID: record.remote_id }, ContactNumber: `contact-${record.record_id}`,
      Name: `${textIn(record, "name") ?? "Contact"} (${record.record_id})`.slice(0, 255), FirstName: textIn(record, "first_name"), LastName: textIn(record, "last_name"),
      EmailAddress: textIn(record, "email"), ...textIn(record, "phone") !== undefined && { Phones: [{ PhoneType: "DEFAULT", PhoneNumber: textIn(record, "phone") }] }
    }]
  }), ({ Contacts: [{ ContactID }] }) => ({ remote_id: ContactID }))

const invoice = Effect.fnUntraced(function*(way: Way, access: Access, record: Outgoing) {
  if (!record.refers["customer"]) return yield* lacking("customer")
  const bill = billOf(record)
  const { Invoices: [{ InvoiceID }] } = yield* put(way, access, "Invoices", Invoices, record, {
    Invoices: [{
      ...record.remote_id !== null && { InvoiceID: record.remote_id }, Type: "ACCREC", Contact: { ContactID: record.refers["customer"] }, InvoiceNumber: bill.number, Date: bill.issued_on,
      DueDate: bill.due_on, CurrencyCode: bill.currency, LineAmountTypes: "NoTax", Status: "AUTHORISED", Reference: bill.reference ?? undefined,
      LineItems: bill.lines.map(({ amount, description }) => ({ Description: description, Quantity: 1, UnitAmount: amount, AccountCode: SALES }))
    }]
  })
  return { remote_id: InvoiceID }
})

const payment = Effect.fnUntraced(function*(way: Way, access: Access, record: Outgoing) {
  if (!record.refers["invoice"]) return yield* lacking("invoice")
  /* A payment there is not changed. */
  if (record.remote_id !== null) return { remote_id: record.remote_id }
  const { amount, received_on, words } = receivedOf(record)
  const { Payments: [{ PaymentID }] } = yield* put(way, access, "Payments", Payments, record, {
    Payments: [{ Invoice: { InvoiceID: record.refers["invoice"] }, Account: { Code: BANK }, Date: received_on, Amount: amount, Reference: words.slice(0, 255) }]
  })
  return { remote_id: PaymentID }
})

/** Xero's accounting API (developer.xero.com/documentation/api/accounting). */
export const xero: IntegrationModule = {
  party: { name: "xero", usually: "https://api.xero.com", verdictOf },
  oauth: {
    authorize: "https://login.xero.com/identity/connect/authorize", token: "https://identity.xero.com/connect/token", client: "basic",
    scope: "offline_access accounting.transactions accounting.contacts"
  },
  check: (way, access) => Effect.map(tenant(way, access), ({ tenantName }) => ({ account: tenantName ?? null })),
  tells: ["invoice_customer", "invoice", "invoice_payment"],
  tell: (way, access, record) => ({ customer, invoice, invoice_payment: payment })[record.object as "customer" | "invoice" | "invoice_payment"](way, access, record)
}

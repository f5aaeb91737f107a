import { Effect, Option, Schema } from "effect"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import { type ProviderError, ProviderInvalidRequest } from "../../providers/errors.ts"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, Outgoing } from "../module.ts"
import { billOf, receivedOf, textIn } from "./accounting.ts"
import { maybe, reading, writing } from "./asking.ts"

const VERSION = "minorversion=75"

const Fault = Schema.Struct({ Fault: Schema.Struct({ Error: Schema.Array(Schema.Struct({ Message: maybe(Schema.String), Detail: maybe(Schema.String), code: maybe(Schema.String) })) }) })
const faultOf = Schema.decodeUnknownOption(Fault)

const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const [first] = Option.getOrUndefined(faultOf(json))?.Fault.Error ?? []
  if (first === undefined || status !== 400) return undefined
  return { kind: "declined", reason: first.code ?? "refused", message: [first.Message, first.Detail].filter((one) => one).join(": ") || "It was refused." }
}

const Entity = Schema.Struct({ Id: Schema.String, SyncToken: Schema.String })
const Found = Schema.Struct({ QueryResponse: Schema.Struct({ Customer: maybe(Schema.Array(Entity)), Invoice: maybe(Schema.Array(Entity)) }) })
const Company = Schema.Struct({ CompanyInfo: Schema.Struct({ CompanyName: Schema.String }) })

const at = (way: Way, { settings: { tenant = "" } }: Access, path: string) => `${way.base}/v3/company/${encodeURIComponent(tenant)}/${path}`

const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")

/** One of their records by what names it: what an attempt made whose end nobody saw is found so. */
const found = (way: Way, access: Access, entity: "Customer" | "Invoice", field: string, value: string) =>
  Effect.map(
    way.json(reading(access, "find", at(way, access, `query?${VERSION}&query=${encodeURIComponent(`select * from ${entity} where ${field} = '${quoted(value)}'`)}`), { accept: "application/json" }), Found),
    ({ QueryResponse }) => QueryResponse[entity]?.[0]
  )

/** `once` names this change: asked twice, it is done once and answered alike. */
const write = <E extends string>(way: Way, access: Access, entity: E, once: string, body: unknown) => {
  const Written = Schema.Struct({ [entity]: Entity })
  return Effect.map(
    way.json(writing(access, `write_${entity.toLowerCase()}`, "POST", at(way, access, `${entity.toLowerCase()}?${VERSION}&requestid=${encodeURIComponent(once.slice(0, 50))}`), body), Written as never as Schema.Codec<Record<E, typeof Entity.Type>, unknown>),
    (answer) => ({ remote_id: answer[entity].Id })
  )
}

const current = (way: Way, access: Access, entity: "Customer" | "Invoice", id: string) =>
  Effect.map(way.json(reading(access, "read", at(way, access, `${entity.toLowerCase()}/${encodeURIComponent(id)}?${VERSION}`), { accept: "application/json" }), Schema.Struct({ [entity]: Entity }) as never as Schema.Codec<Record<string, typeof Entity.Type>, unknown>),
    (answer) => answer[entity]!)

/** Names are unique among their customers. */
const nameOf = (record: Outgoing) => `${textIn(record, "name") ?? "Contact"} (${record.record_id})`.replace(/[:\t\n]/gu, " ").slice(0, 100)

const lacking = (what: string): ProviderError =>
  new ProviderInvalidRequest({ provider: "quickbooks", operation: "write", reason: "missing", message: `Its ${what} could not be written there.`, attempts: 0 })

const customer = Effect.fnUntraced(function*(way: Way, access: Access, record: Outgoing) {
  const name = nameOf(record)
  const before = record.remote_id !== null ? yield* current(way, access, "Customer", record.remote_id) : yield* found(way, access, "Customer", "DisplayName", name)
  const email = textIn(record, "email")
  const phone = textIn(record, "phone")
  return yield* write(way, access, "Customer", record.once, {
    DisplayName: name, ...before !== undefined && { Id: before.Id, SyncToken: before.SyncToken, sparse: true },
    ...email !== undefined && { PrimaryEmailAddr: { Address: email } }, ...phone !== undefined && { PrimaryPhone: { FreeFormNumber: phone } },
    ...textIn(record, "company_name") !== undefined && { CompanyName: textIn(record, "company_name") }
  })
})

const invoice = Effect.fnUntraced(function*(way: Way, access: Access, record: Outgoing) {
  const { customer: customerId } = record.refers
  if (!customerId) return yield* lacking("customer")
  const bill = billOf(record)
  const before = record.remote_id !== null ? yield* current(way, access, "Invoice", record.remote_id) : yield* found(way, access, "Invoice", "DocNumber", bill.number)
  return yield* write(way, access, "Invoice", record.once, {
    ...before !== undefined && { Id: before.Id, SyncToken: before.SyncToken, sparse: true },
    CustomerRef: { value: customerId }, DocNumber: bill.number, TxnDate: bill.issued_on, DueDate: bill.due_on, CurrencyRef: { value: bill.currency }, GlobalTaxCalculation: "NotApplicable",
    Line: bill.lines.map(({ amount, description }) => ({ Amount: amount, Description: description, DetailType: "SalesItemLineDetail", SalesItemLineDetail: {} })),
    ...bill.reference !== null && { PrivateNote: bill.reference }
  })
})

const payment = Effect.fnUntraced(function*(way: Way, access: Access, record: Outgoing) {
  const { customer: customerId, invoice: invoiceId } = record.refers
  if (!customerId || !invoiceId) return yield* lacking("invoice")
  const { amount, received_on, words } = receivedOf(record)
  return yield* write(way, access, "Payment", record.once, {
    CustomerRef: { value: customerId }, TotalAmt: amount, TxnDate: received_on, PrivateNote: words,
    Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoiceId, TxnType: "Invoice" }] }]
  })
})

/** QuickBooks Online's accounting API (developer.intuit.com). */
export const quickbooks: IntegrationModule = {
  party: { name: "quickbooks", usually: "https://quickbooks.api.intuit.com", verdictOf },
  oauth: {
    authorize: "https://appcenter.intuit.com/connect/oauth2", token: "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer", client: "basic",
    scope: "com.intuit.quickbooks.accounting"
  },
  /* The company that somebody chose comes back with the answer. */
  tenantOf: (answer) => answer.get("realmId") ?? undefined,
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", at(way, access, `companyinfo/${encodeURIComponent(access.settings.tenant ?? "")}?${VERSION}`), { accept: "application/json" }), Company),
      ({ CompanyInfo: { CompanyName } }) => ({ account: CompanyName })),
  tells: ["invoice_customer", "invoice", "invoice_payment"],
  tell: (way, access, record) => ({ customer, invoice, invoice_payment: payment })[record.object as "customer" | "invoice" | "invoice_payment"](way, access, record)
}

import { Effect } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import { companyNow } from "#layers/kernel/company-clock"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { Appointment } from "#schemas/calendar/appointment"
import type { ContactId } from "#schemas/crm/contact"
import { Conflict } from "#schemas/kernel/errors"
import { chosenProvider } from "../payments/asking.ts"
import { lockedBill } from "../payments/bill.ts"
import { create_payment_link, list_payment_links } from "../payments/links.ts"
import { callOff, create_order } from "../payments/orders.ts"
import { expectHoldExpiry } from "./hold-runs.ts"

const MINUTE = 60_000

/** Minutes for which an appointment is held for a customer who has not paid its deposit. */
const HELD_MINUTES = 30

interface Deposit {
  readonly contact_id: ContactId
  readonly amount: number
  readonly currency: string
  /** What is booked. */
  readonly name: string
}

/** Asks for a deposit, by an order and a page to pay it on: what an appointment is until it is paid. */
export const askDeposit = Effect.fnUntraced(function*({ amount, contact_id, currency, name }: Deposit) {
  const held_until = new Date((yield* companyNow) + HELD_MINUTES * MINUTE).toISOString()
  /* Whoever books cannot mend that. */
  yield* Effect.catchTag(chosenProvider, "ValidationError", () =>
    new Conflict({ message: "It is booked with a deposit, and the company cannot take payments now: ask them to book it." }))
  const order = yield* Effect.orDie(create_order({
    contact_id, amount, currency, lines: [], discount: 0, notes: `Deposit: ${name}`, reference: null, seller_id: null, shipping_address: null,
    tax_country: null, tax_region: null
  }))
  yield* Effect.orDie(create_payment_link({
    order_id: order.id, description: `Deposit: ${name}`, single_use: true, expires_at: held_until
  }))
  yield* expectHoldExpiry(held_until)
  return { status: "requested" as const, held_until, held_for: "deposit" as const, deposit_order_id: order.id }
})

/** Where the deposit of an appointment can be paid, as long as it can be. */
export const depositToPay = Effect.fnUntraced(function*({ deposit_order_id, held_for, held_until }: Appointment) {
  if (deposit_order_id === null || held_for !== "deposit") return undefined
  const { amount, currency } = yield* Effect.orDie(Orders.use((orders) => orders.get(deposit_order_id)))
  const { items: [link] } = yield* Effect.orDie(list_payment_links({ order_id: deposit_order_id, sort: "-id", limit: 1, offset: 0 }))
  return link === undefined || link.state !== "active" ? undefined : { amount, currency, url: link.url, until: held_until! }
})

/** Whether the company keeps what was paid: of who does not come, or says so too late. */
const isKept = Effect.fnUntraced(function*({ canceled_by, service_id, starts_at, status }: Appointment) {
  const service = yield* Effect.orDie(BookableServices.use((services) => services.get(service_id)))
  if (!service.keep_deposit_on_no_show) return false
  if (status === "no_show") return true
  return canceled_by === "customer" && (yield* companyNow) > Date.parse(starts_at) - service.cancellation_notice_minutes * MINUTE
})

/** Gives the deposit of an appointment back that does not take place, unless the company keeps it; what was not paid is not asked for any more. */
export const giveDepositBack = Effect.fnUntraced(function*(before: Appointment, after: Appointment) {
  const { deposit_order_id: order_id, status } = after
  if (order_id === null || status === before.status || !["canceled", "declined", "no_show"].includes(status)) return
  const { invoice, order } = yield* lockedBill({ order_id, invoice_id: null })
  /* What the company did with it besides, by an invoice or by sending something, is its own to undo. */
  if (invoice !== undefined || (order!.state !== "open" && order!.state !== "paid")) return
  if (order!.paid_amount > 0 && (yield* isKept(after))) return
  yield* callOff(order!, yield* PaymentRecords.use(({ ofOrder }) => ofOrder(order_id)))
})

import { Effect, Option } from "effect"
import { Hosts } from "#layers/company/hosts"
import { companyNow } from "#layers/kernel/company-clock"
import { Site } from "#layers/kernel/installation/site"
import { PaymentLinks } from "#layers/payments/links"
import { Orders } from "#layers/payments/orders"
import { PaymentRecords } from "#layers/payments/payments"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { PaymentLinkRecord } from "#schemas/payments/link"
import type * as api from "#schemas/payments/links.api"
import { chosenProvider } from "./asking.ts"
import { Canceling } from "./charge.ts"
import { refuse } from "./costs.ts"

/** The path of the pages. */
export const PAY = "/pay"

/** What the pages' addresses begin with: the company's own host, where one is proved, or the service's. */
export const payBase = Effect.gen(function*() {
  const own = yield* (yield* Hosts).firstProved
  const { linked } = yield* Site
  return `${Option.match(own, { onNone: () => linked, onSome: ({ host }) => `https://${host}` })}${PAY}`
})

/** Links with their addresses. */
const addressed = Effect.fnUntraced(function*<L extends PaymentLinkRecord>(found: ReadonlyArray<L>) {
  const links = yield* PaymentLinks
  const [base, tokens] = [yield* payBase, yield* links.tokens(found.map(({ id }) => id))]
  return found.map((link) => ({ ...link, url: `${base}/${tokens.get(link.id)}` }))
})

const one = (link: PaymentLinkRecord) => Effect.map(addressed([link]), ([first]) => first!)

export const list_payment_links = Effect.fnUntraced(function*(query: Input<typeof api.list_payment_links>) {
  const page = yield* PaymentLinks.use((links) => links.page(query))
  return { ...page, items: yield* addressed(page.items) }
})

export const get_payment_link = ({ id }: Input<typeof api.get_payment_link>) =>
  PaymentLinks.use((links) => Effect.flatMap(links.get(id), one))

type Asked = Input<typeof api.create_payment_link>

/** What is paid: an order, whose rest it is, or an amount. */
const due = Effect.fnUntraced(function*({ amount, currency, description, order_id }: Asked) {
  const orders = yield* Orders
  if (order_id === undefined) {
    if (amount === undefined) return yield* refuse("amount", "a payment link needs an amount or an order", null)
    if (description === null) return yield* refuse("description", "without an order, whoever pays has to be told what for", null)
    return { amount, order_id: null, currency: currency ?? orders.currency }
  }
  if (amount !== undefined) return yield* refuse("amount", "of an order, what is left is paid", amount)
  const order = yield* orders.get(order_id)
  if (currency !== undefined && currency !== order.currency) return yield* refuse("currency", `the order is in ${order.currency}`, currency)
  if (order.state === "cancelled") return yield* new Conflict({ message: "The order is cancelled." })
  if (order.paid_amount + (yield* orders.internal(order_id)).waived_amount >= order.amount) return yield* new Conflict({ message: "Nothing of the order is left to pay." })
  return { amount: null, order_id, currency: order.currency }
})

export const create_payment_link = Effect.fnUntraced(function*(asked: Asked) {
  const links = yield* PaymentLinks
  const { mode } = yield* Caller
  yield* chosenProvider
  const { description, expires_at, single_use } = asked
  if (expires_at !== null && Date.parse(expires_at) <= (yield* companyNow)) return yield* refuse("expires_at", "it is past", expires_at)
  return yield* one(yield* links.create({
    description, expires_at, single_use, ...yield* due(asked), ...yield* links.newToken, livemode: mode === "live"
  }))
})

export const deactivate_payment_link = Effect.fnUntraced(function*({ id }: Input<typeof api.deactivate_payment_link>) {
  const [links, payments] = [yield* PaymentLinks, yield* PaymentRecords]
  yield* links.get(id)
  /* Payments are locked before their link, as where they end. */
  const open = yield* payments.openOfLink(id)
  const before = yield* links.lockForUpdate(id)
  if (!before.active) return yield* one(before)
  for (const payment of open.filter(({ state }) => state === "requires_action")) {
    yield* Effect.orDie(payments.update(payment, { state: "processing" }))
    yield* Canceling.start({ payment_id: payment.id })
  }
  return yield* one(yield* links.update(before, { active: false }))
})

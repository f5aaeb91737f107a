import { Effect, Option, type Schema } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { contact } from "#schemas/crm/contact"
import type { Order } from "#schemas/payments/order"
import { inOneLine } from "../messages/render.ts"
import { emailCustomer } from "../messages/send.ts"
import type { Template } from "../messages/template.ts"
import confirmation from "../messages/templates/order.ts"

interface Reader {
  readonly order: string
  readonly name: string | null
}

/** Writes to the customer of an order, once for each key, if there is an address; `data` is told what letters call the order and them. */
export const tellBuyer = Effect.fnUntraced(function*<S extends Schema.Top>(
  order: Order, key: string, template: Template<S>, data: (reader: Reader) => S["Type"]
) {
  const { contact_id, id, reference } = order
  if (contact_id === null) return
  const customer = Option.getOrUndefined(yield* Contacts.use((contacts) => contacts.find(contact_id)))
  if (customer === undefined || customer.email === null) return
  const reader = { order: reference ?? String(id), name: contact.label(customer) || null }
  yield* Effect.ignore(emailCustomer(template, data(reader), { to: { contact_id }, key }))
})

/** Confirms an order of the shop that was paid; nothing of any other order. */
export const confirmOrder = Effect.fnUntraced(function*(order: Order) {
  const { amount, cart_id, currency, discount, id, lines, shipping_address: to, tax } = order
  if (cart_id === null) return
  yield* tellBuyer(order, `order ${id}`, confirmation, (reader) => ({
    ...reader, amount, currency, discount, tax,
    items: lines.map(({ description, quantity, unit_amount }) => ({ what: description, quantity, amount: quantity * unit_amount })),
    address: to === null ? null : inOneLine(to)
  }))
})

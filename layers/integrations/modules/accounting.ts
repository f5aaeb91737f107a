import { Schema } from "effect"
import { decimalOf } from "#schemas/payments/currency"
import type { Outgoing } from "../module.ts"

const Line = Schema.Struct({
  description: Schema.String, quantity: Schema.Finite, unit_amount: Schema.Finite, discount: Schema.optionalKey(Schema.Finite)
})

/** An invoice as accounting programs take one. */
const Invoice = Schema.Struct({
  number: Schema.String, issued_on: Schema.String, due_on: Schema.NullOr(Schema.String), currency: Schema.String, lines: Schema.Array(Line), amount: Schema.Finite,
  reference: Schema.NullOr(Schema.String)
})
const invoiceOf = Schema.decodeUnknownSync(Invoice)

const Payment = Schema.Struct({
  amount: Schema.Finite, currency: Schema.String, received_on: Schema.String, method: Schema.String, reference: Schema.NullOr(Schema.String), number: Schema.String
})
const paymentOf = Schema.decodeUnknownSync(Payment)

/** An amount as their decimal number. */
const decimal = (amount: number, currency: string) => Number(decimalOf(amount, currency))

/**
 * An invoice with its lines as decimal numbers that sum up to what is to be paid. What lines alone do not come to, discounts of the whole and added taxes, is
 * a line of its own: their codes are their own.
 */
export const billOf = ({ facts }: Outgoing) => {
  const { amount, currency, due_on, issued_on, lines, number, reference } = invoiceOf(facts)
  const each = lines.map(({ description, discount = 0, quantity, unit_amount }) => ({ description, cents: Math.round(quantity * unit_amount) - discount }))
  const rest = amount - each.reduce((sum, { cents }) => sum + cents, 0)
  const all = rest === 0 ? each : [...each, { description: rest > 0 ? "Tax" : "Discount and tax", cents: rest }]
  return { number, reference, currency, issued_on, due_on: due_on ?? issued_on, lines: all.map(({ cents, description }) => ({ description, amount: decimal(cents, currency) })) }
}

export const receivedOf = ({ facts }: Outgoing) => {
  const { amount, currency, method, number, received_on, reference } = paymentOf(facts)
  return { amount: decimal(amount, currency), received_on: received_on.slice(0, 10), words: `${method}${reference === null ? "" : ` ${reference}`} for ${number}` }
}

export const textIn = ({ facts }: Outgoing, name: string): string | undefined => {
  const value = facts[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

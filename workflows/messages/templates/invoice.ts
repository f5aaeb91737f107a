import { Schema } from "effect"
import { line, prose } from "#schemas/kernel/text"
import { paragraph, template } from "../template.ts"

/** An invoice, which is attached. */
export default template({
  name: "invoice",
  transactional: true,
  data: Schema.Struct({
    number: line(40),
    name: Schema.NullOr(line(200)),
    amount: Schema.Int,
    left: Schema.Int,
    currency: line(3),
    due: Schema.NullOr(line(100)),
    message: Schema.optionalKey(prose(2_000))
  }),
  example: {
    number: "INV-000042", name: "Grace Hopper", amount: 125_000, left: 75_000, currency: "USD", due: "15 December 2026", message: "Thank you for your order."
  },
  content: ({ amount, currency, due, left, message, name, number }, { company, formats }) => {
    const money = (cents: number) => formats.money({ amount: cents, currency })
    return {
      subject: `Invoice ${number} from ${company!.name}`,
      blocks: [
        paragraph(`${name === null ? "Hello" : `Hello ${name}`}, your invoice ${number} is attached.`),
        ...message === undefined ? [] : [paragraph(message)],
        {
          kind: "facts",
          rows: [
            ["Total", money(amount)],
            ...left === amount ? [] : [["Left to pay", money(left)] as const],
            ...due === null ? [] : [["To be paid by", due] as const]
          ]
        }
      ]
    }
  }
})

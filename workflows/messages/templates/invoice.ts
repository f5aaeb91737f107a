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
    reminder: Schema.optionalKey(Schema.Literals(["due", "overdue"])),
    page: Schema.optionalKey(line(2_000)),
    portal: Schema.optionalKey(line(2_000)),
    message: Schema.optionalKey(prose(2_000))
  }),
  example: {
    number: "INV-000042", name: "Grace Hopper", amount: 125_000, left: 75_000, currency: "USD", due: "15 December 2026", message: "Thank you for your order.",
    page: "https://juniper.example/pay/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA",
    portal: "https://juniper.example/my/link-of-the-reader"
  },
  content: ({ amount, currency, due, left, message, name, number, page, portal, reminder }, { company, formats }) => {
    const money = (cents: number) => formats.money({ amount: cents, currency })
    const what = reminder === undefined ? "your invoice" : reminder === "due" ? "please remember your invoice" : "we have not received the payment of your invoice"
    return {
      subject: `${reminder === undefined ? "Invoice" : reminder === "due" ? "Reminder: invoice" : "Overdue: invoice"} ${number} from ${company!.name}`,
      blocks: [
        paragraph(`${name === null ? "Hello" : `Hello ${name}`}, ${what} ${number}${reminder === undefined ? " is attached." : ", which is attached."}`),
        ...message === undefined ? [] : [paragraph(message)],
        {
          kind: "facts",
          rows: [
            ["Total", money(amount)],
            ...left === amount ? [] : [["Left to pay", money(left)] as const],
            ...due === null ? [] : [["To be paid by", due] as const]
          ]
        },
        ...page === undefined ? [] : [{ kind: "button", label: `Pay ${money(left)}`, to: page, or: "Or open this address:" } as const],
        ...portal === undefined ? [] : [
          paragraph("All your invoices, payment methods and subscriptions are on pages of your own. The link is for you alone."),
          { kind: "button", label: "Open your pages", to: portal, or: "Or open this address:" } as const
        ]
      ]
    }
  }
})

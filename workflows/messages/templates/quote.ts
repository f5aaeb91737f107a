import { Schema } from "effect"
import { line, prose } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { paragraph, template } from "../template.ts"

/** A quote, which is read and accepted on a page. */
export default template({
  name: "quote",
  transactional: true,
  data: Schema.Struct({
    quote: line(120),
    name: Schema.NullOr(line(200)),
    amount: Schema.Int,
    currency: line(3),
    until: Schema.NullOr(Timestamp),
    page: line(2_000),
    message: Schema.optionalKey(prose(2_000))
  }),
  example: {
    quote: "Quote 42", name: "Grace Hopper", amount: 125_000, currency: "USD", until: "2026-12-31T18:00:00.000Z",
    message: "As we discussed.",
    page: "https://juniper.example/quote/8Fq3vT1mXo2kZr7YwLc0aHnB5uJdEpGsKiVtQyM4CbA"
  },
  content: ({ amount, currency, message, name, page, quote, until }, { company, formats }) => ({
    subject: `${quote} from ${company!.name}`,
    blocks: [
      paragraph(`${name === null ? "Hello" : `Hello ${name}`}, here is what we offer you.`),
      ...message === undefined ? [] : [paragraph(message)],
      {
        kind: "facts",
        rows: [
          ["Total", formats.money({ amount, currency })],
          ...until === null ? [] : [["Valid until", formats.dayAndTime(until)] as const]
        ]
      },
      { kind: "button", label: "Read and accept it", to: page, or: "Or open this address:" }
    ]
  })
})

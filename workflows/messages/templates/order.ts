import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { paragraph, template } from "../template.ts"

/** What somebody bought in the shop, once it is paid. */
export default template({
  name: "order",
  transactional: true,
  data: Schema.Struct({
    order: line(120),
    name: Schema.NullOr(line(200)),
    items: Schema.Array(Schema.Struct({ what: line(200), quantity: Schema.Int, amount: Schema.Int })),
    discount: Schema.Int,
    tax: Schema.Int,
    amount: Schema.Int,
    currency: line(3),
    address: Schema.NullOr(line(1_000))
  }),
  example: {
    order: "1042", name: "Grace Hopper",
    items: [{ what: "Manual, hardcover", quantity: 2, amount: 4_800 }, { what: "Standard", quantity: 1, amount: 490 }],
    discount: 480, tax: 802, amount: 4_810, currency: "USD", address: "Grace Hopper, 1 Main Street, 10001 New York, US"
  },
  content: ({ address, amount, currency, discount, items, name, order, tax }, { company, formats }) => {
    const money = (cents: number) => formats.money({ amount: cents, currency })
    return {
      subject: `Your order ${order} from ${company!.name}`,
      blocks: [
        paragraph(`${name === null ? "Thank you" : `Thank you, ${name}`}: your order ${order} is paid.`),
        {
          kind: "table", columns: ["Item", "Quantity", "Price"],
          rows: items.map(({ amount, quantity, what }) => [what, String(quantity), money(amount)])
        },
        {
          kind: "facts",
          rows: [
            ...discount === 0 ? [] : [["Discount", money(-discount)] as const],
            ["Total", money(amount)],
            ...tax === 0 ? [] : [["Of it tax", money(tax)] as const],
            ...address === null ? [] : [["Sent to", address] as const]
          ]
        }
      ]
    }
  }
})

import { Schema } from "effect"
import { line } from "#schemas/kernel/text"
import { paragraph, template } from "../template.ts"

/** Goods of an order have left. */
export default template({
  name: "shipment",
  transactional: true,
  data: Schema.Struct({
    order: line(120),
    name: Schema.NullOr(line(200)),
    items: Schema.Array(Schema.Struct({ what: line(200), quantity: Schema.Int })),
    carrier: Schema.NullOr(line(60)),
    number: Schema.NullOr(line(100)),
    page: Schema.NullOr(line(2_000))
  }),
  example: {
    order: "1042", name: "Grace Hopper", items: [{ what: "Manual, hardcover", quantity: 2 }, { what: "Compiler mug, blue", quantity: 1 }],
    carrier: "UPS", number: "1Z999AA10123456784", page: "https://www.ups.com/track?tracknum=1Z999AA10123456784"
  },
  content: ({ carrier, items, name, number, order, page }, { company }) => ({
    subject: `Your order ${order} from ${company!.name} is on its way`,
    blocks: [
      paragraph(`${name === null ? "Hello" : `Hello ${name}`}, this of your order ${order} has left:`),
      { kind: "table", columns: ["Item", "Quantity"], rows: items.map(({ quantity, what }) => [what, String(quantity)]) },
      ...carrier === null && number === null ? [] : [{
        kind: "facts" as const,
        rows: [
          ...carrier === null ? [] : [["Carrier", carrier] as const],
          ...number === null ? [] : [["Tracking number", number] as const]
        ]
      }],
      ...page === null ? [] : [{ kind: "button", label: "Track it", to: page, or: "Or open this address:" } as const]
    ]
  })
})

import { currency, type MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  sold: {
    dimensions: { sold_product: { title: "Product" }, currency },
    measures: {
      units_sold: { title: "Units sold", unit: "count", counts: "Goods of orders that are not cancelled, less what came back, by when they were ordered." },
      sold_amount: { title: "Sold", unit: "money", counts: "What those lines of orders come to with tax, by when they were ordered; what is earned is `revenue`." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>

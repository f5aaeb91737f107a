import type { Measured } from "../kernel/measures.ts"

export const measures: Pick<Measured, "sold"> = {
  sold: {
    from: `order_items r join orders o on o.company_id = r.company_id and o.id = r.order_id
      left join products p on p.company_id = r.company_id and p.id = r.product_id`,
    where: "o.state <> 'cancelled'",
    hasMode: true,
    dimensions: { sold_product: "p.title", currency: "o.currency" },
    measures: {
      units_sold: { value: "sum(r.quantity - r.returned)", at: "o.created_at" },
      sold_amount: { value: "sum(r.amount)", at: "o.created_at" }
    }
  }
}

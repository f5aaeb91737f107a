import type { SqlClient, Statement } from "effect/sql"
import type { CollectionRule, Condition } from "#schemas/shop/collection"

/** A rule, and whose stock it asks for. */
export interface RuleOfMode {
  readonly rule: CollectionRule
  readonly live: boolean
}

/** Holds for the rows of `products` that a rule fits. */
export const ruleFits = (sql: SqlClient.SqlClient) => {
  const ofVariants = (condition: Statement.Fragment) => sql`exists (select from variants v
    where v.company_id = products.company_id and v.product_id = products.id and v.active and ${condition})`
  const priced = (operator: "<" | ">", currency: string, amount: number) => ofVariants(sql`exists (
    select from jsonb_to_recordset(v.prices) as one (currency text, amount bigint, from_quantity int)
    where one.currency = ${currency} and one.from_quantity = 1 and one.amount ${sql.literal(operator)} ${amount}::bigint)`)
  const holds = (condition: Condition, live: boolean): Statement.Fragment => {
    switch (condition.field) {
      case "tag": return sql`tags @> array[${condition.value}]`
      case "title": return sql`position(lower(${condition.contains}) in lower(title)) > 0`
      case "price_below": return priced("<", condition.currency, condition.amount)
      case "price_above": return priced(">", condition.currency, condition.amount)
      case "in_stock": return ofVariants(sql`(not v.track_inventory or (select sum(s.available) from stock_levels s
        where s.company_id = v.company_id and s.variant_id = v.id and s.livemode = ${live}) > 0)`)
    }
  }
  return ({ live, rule: { conditions, match } }: RuleOfMode): Statement.Fragment => {
    const all = conditions.map((one) => holds(one, live))
    return match === "all" ? sql.and(all) : sql.or(all)
  }
}

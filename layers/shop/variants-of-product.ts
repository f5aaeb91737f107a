import { variant } from "#schemas/shop/variant"

const moments = ["created_at", "updated_at"]

/* As JSON, which the database writes and JavaScript reads faster than so many columns; times as they are written elsewhere. */
const columns = Object.keys(variant.read.fields).map((name) =>
  moments.includes(name) ? `to_char(v.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}` : `v.${name}`).join(", ")

/**
 * The variants of a row of `products` in their order, with what is in stock of each in a mode. Visitors see what is for sale, and how
 * much of it is available.
 */
export const variantsOfProduct = (live: boolean, visitor: boolean): string => `(
  select coalesce(json_agg(one order by one.position, one.id), '[]') from (
    select ${columns}, ${visitor ? "null::bigint as on_hand, null::bigint as reserved" : "s.on_hand, s.reserved"}, s.available
    from variants v left join lateral (
      select coalesce(sum(on_hand), 0)::bigint as on_hand, coalesce(sum(reserved), 0)::bigint as reserved, coalesce(sum(available), 0)::bigint as available
      from stock_levels where company_id = v.company_id and variant_id = v.id and livemode = ${live}) s on v.track_inventory
    where v.company_id = products.company_id and v.product_id = products.id${visitor ? " and v.active" : ""}) one)`

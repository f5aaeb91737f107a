import type { SqlClient, Statement } from "effect/sql"
import type { CountingCondition, CountingType } from "#schemas/categories"
import type { Comparison } from "#schemas/crm/counting"
import type { Definition } from "#schemas/crm/custom-values"
import type { Condition, Filter } from "#schemas/crm/filter"
import { countedRows } from "../categories.ts"

type Of<T extends Condition["type"]> = Extract<Condition, { readonly type: T }>

/** A filter with the definitions of the company's own fields, whose types say how values compare. */
export interface FilterWithFields {
  readonly filter: Filter
  readonly fields: ReadonlyMap<string, Definition>
}

const signs: Readonly<Record<Comparison, string>> = { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" }

/**
 * A filter as a condition on rows of `contacts`. Names and signs come from the lists of the contract; everything that a
 * caller wrote travels as a parameter. No part is ever null, so that `none` means exactly that.
 */
export const compile = (sql: SqlClient.SqlClient, { fields, filter }: FilterWithFields): Statement.Fragment => {
  const text = ({ field, op, value }: Of<"text">) => {
    const own = sql.literal(`lower(${field})`)
    const wanted = sql`lower(${value}::text)`
    switch (op) {
      case "is":
        return sql`coalesce(${own} = ${wanted}, false)`
      case "is_not":
        return sql`coalesce(${own} <> ${wanted}, true)`
      case "contains":
        return sql`coalesce(position(${wanted} in ${own}) > 0, false)`
      case "starts_with":
        return sql`coalesce(starts_with(${own}, ${wanted}), false)`
      case "ends_with":
        return sql`coalesce(right(${own}, length(${wanted})) = ${wanted}, false)`
    }
  }

  const age = ({ days, field, op }: Of<"age">) =>
    sql`${sql.literal(`${field} ${op === "within" ? ">=" : "<"}`)} now() - make_interval(hours => ${days * 24}::int)`

  const compared = ({ key, value }: Of<"custom">, sign: string) => {
    const own = sql`(custom_fields ->> ${key}::text)`
    return fields.get(key)?.type === "number"
      ? sql`case when jsonb_typeof(custom_fields -> ${key}::text) = 'number'
          then ${own}::numeric ${sql.literal(sign)} ${String(value)}::text::numeric else false end`
      : sql`coalesce(${own} collate "C" ${sql.literal(sign)} ${String(value)}::text collate "C", false)`
  }

  const isText = ({ key }: Of<"custom">) => fields.get(key)?.type === "text"

  const custom = (condition: Of<"custom">): Statement.Fragment => {
    const { key, op, value } = condition
    switch (op) {
      case "empty":
        return sql`(custom_fields -> ${key}::text) is null`
      case "contains":
        return sql`coalesce(position(lower(${String(value)}::text) in lower(custom_fields ->> ${key}::text)) > 0, false)`
      case "is":
        return isText(condition)
          ? sql`coalesce(lower(custom_fields ->> ${key}::text) = lower(${String(value)}::text), false)`
          : sql`custom_fields @> ${JSON.stringify({ [key]: value })}::jsonb`
      case "is_not":
        return sql`not (${custom({ ...condition, op: "is" })})`
      default:
        return compared(condition, signs[op])
    }
  }

  const counted = <T extends CountingType>(type: T, condition: CountingCondition<T>) => {
    const { moment, rows, sum } = countedRows[type]
    const { op, value, within_days } = condition
    const recent = within_days === undefined
      ? sql.literal("")
      : sql`and ${sql.literal(moment)} >= now() - make_interval(hours => ${within_days * 24}::int)`
    return sql`(select ${sql.literal(sum === undefined ? "count(*)" : `coalesce(sum(${sum}), 0)`)} from ${rows(sql, condition)} ${recent}) ${sql.literal(signs[op])} ${value}::bigint`
  }

  const condition = (one: Condition): Statement.Fragment => {
    switch (one.type) {
      case "text":
        return text(one)
      case "empty":
        return sql.literal(`${one.field} is null`)
      case "link":
        return sql`coalesce(${sql.literal(one.field)} = ${one.value}::bigint, false)`
      case "tag":
        return sql`tags @> array[${one.value}::text]`
      case "score":
        return sql`score ${sql.literal(signs[one.op])} ${one.value}::int`
      case "time":
        return sql`${sql.literal(`${one.field} ${one.op === "before" ? "<" : ">="}`)} ${one.value}::timestamptz`
      case "age":
        return age(one)
      case "custom":
        return custom(one)
      default:
        return counted(one.type, one)
    }
  }

  const whole = (one: Filter): Statement.Fragment => {
    if (!("match" in one)) return condition(one)
    const parts = one.of.map((part) => sql`(${whole(part)})`)
    return one.match === "all" ? sql.and(parts) : one.match === "any" ? sql.or(parts) : sql`not (${sql.or(parts)})`
  }
  return whole(filter)
}

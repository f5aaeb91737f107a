import type { Detail } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { type Definition, problemOf } from "./custom-values.ts"
import { type Condition, conditionsOf, type Filter } from "./filter.ts"

type Custom = Extract<Condition, { readonly type: "custom" }>

const ordered = ["lt", "lte", "gt", "gte"]

const opsOf: Readonly<Record<Definition["type"], ReadonlyArray<string>>> = {
  text: ["is", "is_not", "contains", "empty"],
  number: ["is", "is_not", ...ordered, "empty"],
  date: ["is", "is_not", ...ordered, "empty"],
  select: ["is", "is_not", "empty"],
  boolean: ["is", "is_not", "empty"]
}

const customFaults = ({ key, op, value }: Custom, path: string, definition: Definition | undefined): ReadonlyArray<Detail> => {
  if (definition === undefined) return [detail(`${path}.key`, "There is no such field", key)]
  const { type } = definition
  if (!opsOf[type].includes(op)) {
    return [detail(`${path}.op`, `A ${type} can be asked: ${opsOf[type].join(", ")}`, op)]
  }
  if (op === "empty") {
    return value === undefined ? [] : [detail(`${path}.value`, "empty takes no value", value)]
  }
  if (value === undefined) return [detail(`${path}.value`, "is required", null)]
  const error = problemOf(definition, value)
  return error === undefined ? [] : [detail(`${path}.value`, error, value)]
}

/** What a filter asks that no contact has: of a field that there is not, or of a value that its type does not know. */
export const faultsOfFilter = (filter: Filter, definitions: ReadonlyMap<string, Definition>, at: string): ReadonlyArray<Detail> =>
  conditionsOf(filter, at).flatMap(({ condition, path }) =>
    condition.type === "custom" ? customFaults(condition, path, definitions.get(condition.key)) : [])

/** Asks of the company's own fields, so that their definitions are needed. */
export const asksCustom = (filter: Filter) => conditionsOf(filter, "").some(({ condition }) => condition.type === "custom")

/** Can come to fit, or cease to, by the mere passing of time. */
export const agesBy = (filter: Filter) =>
  conditionsOf(filter, "").some(({ condition }) => condition.type === "age" || ("within_days" in condition && condition.within_days !== undefined))

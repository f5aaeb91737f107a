import { Schema } from "effect"

export const searchAttributeTypes = ["text", "number", "boolean", "time"] as const
export const SearchAttributeType = Schema.Literals(searchAttributeTypes)
export type SearchAttributeType = typeof SearchAttributeType.Type

/** Longer text is cut where it is kept: it is there to find a run by. */
export const MOST_CHARACTERS = 200

export const SearchAttributeName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,49}$/u, { expected: "a name in lower case" }))

/** A time is an instant in ISO 8601, UTC. */
export const SearchAttributeValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])
export type SearchAttributeValue = typeof SearchAttributeValue.Type

export const SearchAttributes = Schema.Record(Schema.String, SearchAttributeValue).annotate({
  identifier: "SearchAttributes",
  description: "What the workflow says that its runs can be found by: text, numbers, booleans and times, from their input or set while they run.",
  examples: [{ order_id: 7 }]
})
export type SearchAttributes = typeof SearchAttributes.Type

/** The query of a list, as often as needed; all must fit. */
export const SearchAttributeFilters = Schema.Array(
  Schema.String.check(
    Schema.isPattern(/^[a-z][a-z0-9_]{0,49}(?::|>=|<)[^]+$/u, { expected: "name:value, name>=value or name<value" }), Schema.isMaxLength(300)
  )
).check(Schema.isMaxLength(10)).annotate({
  description: "Values of search attributes as `task_id:7`, or a range as `total>=100` and `total<200`; times in ISO 8601. Up to 10, which must all fit.",
  examples: [["task_id:7"]]
})

import { Schema } from "effect"

export const Comparison = Schema.Literals(["eq", "ne", "lt", "lte", "gt", "gte"])
export type Comparison = typeof Comparison.Type

export const compare = Comparison.annotate({ description: "Equal, not equal, less, at most, more, at least.", examples: ["gte"] })

export const days = (description: string) =>
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 })).annotate({ description, examples: [30] })

const number = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })).annotate({ description: "How many.", examples: [1] })

const amount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000_000 })).annotate({
  description: "In the smallest unit of the currency.", examples: [100_000]
})

/** A condition of a filter on a sum of money; otherwise as `counting`. */
export const summing = <const Type extends string, const Only extends Schema.Struct.Fields>(type: Type, only: Only, since: string, what: string) =>
  Schema.Struct({
    type: Schema.Literal(type),
    ...only,
    within_days: Schema.optionalKey(days(`Only what ${since} in so many days back from now; all if left out.`)),
    op: compare,
    value: amount
  }).annotate({ identifier: `${type[0]!.toUpperCase()}${type.slice(1)}Condition`, description: what })

/**
 * A condition of a filter on how many records of a type a contact has, called as they are in the plural. `only` says which of
 * them count, `since` what their `within_days` looks at.
 */
export const counting = <const Type extends string, const Only extends Schema.Struct.Fields>(type: Type, only: Only, since: string) =>
  Schema.Struct({
    type: Schema.Literal(type),
    ...only,
    within_days: Schema.optionalKey(days(`Only those ${since} in so many days back from now; all if left out.`)),
    op: compare,
    value: number
  }).annotate({
    identifier: `${type[0]!.toUpperCase()}${type.slice(1)}Condition`,
    description: `How many ${type} the contact has.`
  })

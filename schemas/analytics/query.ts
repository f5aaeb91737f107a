import { Schema } from "effect"
import { measuredRecords, type MeasuredKind, type MeasureName } from "#schemas/categories"
import { defaulted } from "#schemas/kernel/defaulted"
import type { Dimension, Measure } from "#schemas/kernel/measures"
import { line } from "#schemas/kernel/text"
import { type Bucket, buckets } from "./days.ts"
import { Comparison, Period } from "./period.ts"

/** What is known of a figure that can be asked for. */
export interface Declared extends Measure {
  readonly name: MeasureName
  /** The kind of record that it counts. */
  readonly records: MeasuredKind
  readonly ofDays: boolean
  /** What it can be broken down by, besides time. */
  readonly dimensions: { readonly [name: string]: Dimension }
}

/** All that can be asked for, by name. */
export const declared: ReadonlyMap<string, Declared> = new Map(
  Object.entries(measuredRecords).flatMap(([records, { dimensions, measures, ofDays }]) =>
    Object.entries(measures).map(([name, measure]) =>
      [name, { ...measure, name: name as MeasureName, records: records as MeasuredKind, dimensions, ofDays: ofDays === true }] as const))
)

/** Parts of time that come again, by which everything can be broken down too. */
export const recurring = ["weekday", "hour"] as const

const isOneOf = <A extends string>(all: ReadonlyArray<A>) => (name: string): name is A => (all as ReadonlyArray<string>).includes(name)
export const isBucket: (name: string) => name is Bucket = isOneOf(buckets)
export const isRecurring = isOneOf(recurring)

export const MOST_DIMENSIONS = 3
export const MOST_FILTERS = 10
/** Rows of one answer. */
export const MOST_ROWS = 1_000

const own = [...new Set(Object.values(measuredRecords).flatMap(({ dimensions }) => Object.keys(dimensions)))]

export const MeasureNames = Schema.Literals([...declared.keys()] as ReadonlyArray<MeasureName>).annotate({
  identifier: "MeasureName", description: "The figure; `list_measures` tells what each counts.", examples: ["won_amount"]
})

const DimensionName = Schema.Literals([...buckets, ...recurring, ...own]).annotate({ identifier: "DimensionName", examples: ["month"] })

const Filter = Schema.Struct({
  dimension: Schema.Literals(own).annotate({ description: "One of those of the measure, but time.", examples: ["deal_status"] }),
  op: defaulted(Schema.Literals(["is", "is_not"]), "is"),
  values: Schema.Array(Schema.NullOr(line(200))).check(Schema.isMinLength(1), Schema.isMaxLength(50)).annotate({
    description: "Any of these; `null` is what has none.", examples: [["won", "lost"]]
  })
}).annotate({ identifier: "ReportFilter" })
export type Filter = typeof Filter.Type

const described = (names: ReadonlyArray<string>) => new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names)

interface Shape {
  readonly measure: string
  readonly dimensions: ReadonlyArray<string>
  readonly filters: ReadonlyArray<{ readonly dimension: string }>
}

/** Only what the measure has, and time once. */
const fits = Schema.makeFilter(({ dimensions, filters, measure }: Shape) => {
  const known = Object.keys(declared.get(measure)?.dimensions ?? {})
  const unknown = (name: string, path: ReadonlyArray<string | number>) =>
    known.includes(name) ? [] : [{ path: [...path], issue: `Expected ${described(known)}, by which ${measure} can be broken down` }]
  const times = dimensions.filter(isBucket)
  const hour = declared.get(measure)?.ofDays ? dimensions.indexOf("hour") : -1
  return [
    ...dimensions.flatMap((name, at) => isBucket(name) || isRecurring(name) ? [] : unknown(name, ["dimensions", at])),
    ...hour < 0 ? [] : [{ path: ["dimensions", hour], issue: `Expected no hours: ${measure} is counted by whole days` }],
    ...times.length > 1 ? [{ path: ["dimensions"], issue: `Expected one of ${described(times)}` }] : [],
    ...filters.flatMap(({ dimension }, at) => unknown(dimension, ["filters", at, "dimension"]))
  ]
})

/** A question to the company's own records. No part of it is ever SQL. */
export const ReportQuery = Schema.Struct({
  measure: MeasureNames,
  dimensions: defaulted(Schema.Array(DimensionName).check(Schema.isMaxLength(MOST_DIMENSIONS), Schema.isUnique()).annotate({
    description: `By what it is broken down, at most ${MOST_DIMENSIONS}: one of ${described(buckets)}, \`weekday\` (1 is Monday), \`hour\`, and what \`list_measures\` tells of the measure.`,
    examples: [["month", "deal_owner"]]
  }), []),
  filters: defaulted(Schema.Array(Filter).check(Schema.isMaxLength(MOST_FILTERS)).annotate({ description: "All of them must fit." }), []),
  period: Period,
  compare: defaulted(Comparison, "none"),
  limit: defaulted(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_ROWS })).annotate({
    description: "Rows at most: the first in time, or else those with the largest figures.", examples: [100]
  }), 100)
}).check(fits).annotate({ identifier: "ReportQuery", description: "What a report asks: a figure, by what it is broken down, of which records and days." })
export type ReportQuery = typeof ReportQuery.Type

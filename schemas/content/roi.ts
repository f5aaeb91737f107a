import { Schema } from "effect"
import { industryCategories } from "./industry.ts"
import { Provenance } from "./provenance.ts"

const amount = (most: number) => Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: most }))

const words = { unit: Schema.NonEmptyString, why: Schema.NonEmptyString }

const one = (most: number) => Schema.Struct({ value: amount(most), ...words })

/** The cautious, the likely and the hopeful value; not the least, the middle and the greatest. */
const three = (most: number) => Schema.Struct({ low: amount(most), expected: amount(most), high: amount(most), ...words })

const PERCENT = 100
const HOURS_A_WEEK = 168

/** `roi.json`: what a calculation of the return takes for granted. */
export const Roi = Schema.Struct({
  provenance: Provenance,
  people_if_unknown: one(1_000),
  people_share: three(PERCENT),
  hours_saved: three(HOURS_A_WEEK),
  hour_cost: one(10_000),
  extra_sales: three(PERCENT),
  upkeep_hours: three(1_000),
  setup_hours: three(10_000),
  gain_cap: one(PERCENT),
  margins: Schema.Struct({
    ...words,
    by_category: Schema.Record(Schema.Literals(industryCategories), amount(PERCENT)),
    other: amount(PERCENT)
  })
})
export type Roi = typeof Roi.Type

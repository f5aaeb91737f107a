import { Schema } from "effect"
import { personalKinds, type RetainedKind } from "#schemas/categories"

/** Days: as long as records of the law of most countries. */
const MOST_DAYS = 36_500

const Days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MOST_DAYS })).annotate({ examples: [730] })

const all: Readonly<Record<string, { readonly holds: string; readonly retained?: true }>> = personalKinds

/** Kinds that a company may set the days of. */
export const retainedKinds = Object.keys(all).filter((kind): kind is RetainedKind => all[kind]!.retained === true)

const fields = Object.fromEntries(retainedKinds.map((kind) => [kind, Schema.optionalKey(Days.annotate({ description: all[kind]!.holds }))])) as {
  readonly [K in RetainedKind]: Schema.optionalKey<typeof Days>
}

/** For how many days the company keeps what holds anything of people, by kind. */
export const Retention = Schema.Struct(fields).annotate({ identifier: "Retention" })
export type Retention = typeof Retention.Type

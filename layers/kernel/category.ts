import type { SqlClient, Statement } from "effect/sql"

/**
 * A table's share of the timeline of a contact: a select of `id` (text), `kind`, `at`, `title`, `object`, `object_id` and `data`
 * (jsonb), in this order.
 */
export type TimelineSource = (sql: SqlClient.SqlClient, contact: number) => Statement.Fragment

/** Where the record is that a field of other records names. */
export interface ReferenceTarget {
  readonly table: string
  /** What errors call it. */
  readonly noun: string
  /** When it was deleted: null in those that can be named. */
  readonly deleted: "deleted_at" | "removed_at"
  /** It is kept from being deleted until the transaction ends. */
  readonly locked: boolean
}

/** The records that a condition of a filter counts: of the contact of the row of `contacts` at hand. */
export interface CountedRows<Condition> {
  /** What follows `from`, with its conditions. */
  readonly rows: (sql: SqlClient.SqlClient, condition: Condition) => Statement.Fragment
  /** The column that `within_days` compares. */
  readonly moment: string
}

/** Rows of a table that nobody needs any more, which a background job deletes. */
export type Expiring = {
  readonly table: string
  /** How often it is looked for them; every ten minutes unless told. */
  readonly every?: "1 hour"
} & (
  /** Those whose `column` is this many days ago. */
  | { readonly column: string; readonly days: number }
  /** Those for which this SQL condition holds. */
  | { readonly when: string }
)

interface Declarations {
  readonly timeline: ReadonlyArray<TimelineSource>
  /** By the `type` of the condition. */
  readonly conditions: { readonly [type: string]: CountedRows<never> }
  /** By the field that names it. */
  readonly references: { readonly [field: string]: ReferenceTarget }
  readonly expiring: ReadonlyArray<Expiring>
}

const nothing = { timeline: [], conditions: {}, references: {}, expiring: [] } as const

/** What the tables of a category are to the queries of others. */
export const category = <const C extends Partial<Declarations>>(declared: C) => ({ ...nothing, ...declared })

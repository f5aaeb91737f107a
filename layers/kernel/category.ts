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

interface Declarations {
  readonly timeline: ReadonlyArray<TimelineSource>
  /** By the field that names it. */
  readonly references: { readonly [field: string]: ReferenceTarget }
}

const nothing = { timeline: [], references: {} } as const

/** What the tables of a category are to the queries of others. */
export const category = <const C extends Partial<Declarations>>(declared: C) => ({ ...nothing, ...declared })

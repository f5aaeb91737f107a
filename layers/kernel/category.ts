import type { SqlClient, Statement } from "effect/sql"
import type { SealedColumns } from "../auth/sealed-columns.ts"
import type { MeasuredRows } from "./measures.ts"

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
  /** What is compared, where it is not how many there are. */
  readonly sum?: string
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

/** A person, as queries look for them. */
export interface SoughtPerson {
  /** Ids of the contact and of those that were merged into it. */
  readonly ids: ReadonlyArray<number>
  /** Regular expression of what names them anywhere; `null` where nothing does. */
  readonly forms: string | null
  /** Regular expressions of which a text that names them matches all; one list for each of their names. */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
}

/** What a table holds about people: `export_person` shows it, `erase_person` deletes it or takes the person out of it. */
export interface PersonalRows {
  /** What a row is called, as in receipts and events: `activity`. */
  readonly object: string
  readonly table: string
  /**
   * Holds for a row `r` that is about a person; if left out, for those whose `contact_id` is the person's. `never`: rows may only name one.
   * `anybody`: they are kept for a short time and may name whomever, also in parts; all of the company are deleted, and nobody is shown one.
   */
  readonly about?: "never" | "anybody" | ((sql: SqlClient.SqlClient, person: SoughtPerson) => Statement.Fragment)
  /** Rows stay, for this reason, without the columns that are null afterwards. They are deleted if this is left out. */
  readonly kept?: { readonly reason: string; readonly without: ReadonlyArray<string> }
  /** Programs may delete rows of this table themselves; otherwise a migration made it erasable: `call make_erasable('messages')`. */
  readonly deletable?: true
  /** The column from which on the days count that a company keeps rows for, if it sets any (`retained` of the category in schemas). */
  readonly since?: string
  /** Columns of free text, in which any row may name the person. */
  readonly texts?: ReadonlyArray<string>
  /** Columns of JSON, likewise. */
  readonly json?: ReadonlyArray<string>
  /** A row counts its changes. */
  readonly versioned?: boolean
  /** Columns that are not shown to the person, besides `company_id`: those that serve searching and sorting. */
  readonly hidden?: ReadonlyArray<string>
}

interface Declarations {
  readonly timeline: ReadonlyArray<TimelineSource>
  /** By the `type` of the condition. */
  readonly conditions: { readonly [type: string]: CountedRows<never> }
  /** By the field that names it. */
  readonly references: { readonly [field: string]: ReferenceTarget }
  readonly expiring: ReadonlyArray<Expiring>
  readonly sealed: ReadonlyArray<SealedColumns>
  /** In the order in which they are erased. */
  readonly personal: ReadonlyArray<PersonalRows>
  /** What reports read of each kind of record that can be measured. */
  readonly measures: { readonly [records: string]: MeasuredRows }
}

const nothing = { timeline: [], conditions: {}, references: {}, expiring: [], sealed: [], personal: [], measures: {} } as const

/** What the tables of a category are to the queries of others. */
export const category = <const C extends Partial<Declarations>>(declared: C) => ({ ...nothing, ...declared })

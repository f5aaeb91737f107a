import type { DeclaredMeasures, MeasuredKind } from "#schemas/categories"

/** How a figure is computed. All of it is SQL of our own; what callers send never becomes a part of it. */
export interface MeasuredFigure {
  /** An aggregate over the rows `r`. */
  readonly value: string
  /** When a row counts: a `timestamptz`, or a day of the company where the kind is `ofDays`. Rows where it is null do not. */
  readonly at: string
  /** Holds for the rows that count, besides what holds for all of the kind. */
  readonly where?: string
}

/** The rows of a kind of record, as reports read them: those of the company alone, and of the caller's mode where they have one. */
export interface MeasuredRows<Dimension extends string = string, Measure extends string = string> {
  /** What follows `from`: the table as `r`, and what is joined to it. */
  readonly from: string
  readonly where?: string
  /** Live and test rows are apart. */
  readonly hasMode?: true
  /** Text of each dimension, null where there is none. */
  readonly dimensions: { readonly [D in Dimension]: string }
  readonly measures: { readonly [M in Measure]: MeasuredFigure }
}

/** Joins the person of the company whose id stands in a column, as `u`: only as far as a report asks for the name, since PostgreSQL leaves out what nothing needs. */
export const withPerson = (column: string): string => `left join users u on u.company_id = r.company_id and u.id = ${column}`

/** Of how many of the rows that count something holds. */
export const shareOf = (condition: string): string => `round(count(*) filter (where ${condition})::numeric / nullif(count(*), 0), 4)`

/** What layers have to say of each kind of record for it to be measured as its schema declares. */
export type Measured = {
  readonly [K in MeasuredKind]: MeasuredRows<keyof DeclaredMeasures[K]["dimensions"] & string, keyof DeclaredMeasures[K]["measures"] & string>
}

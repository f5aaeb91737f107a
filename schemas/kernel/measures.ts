/**
 * What a figure is: a number of records; a plain number; money in the smallest unit of one currency, which is never added to that of another; or a
 * share of one.
 */
export type Unit = "count" | "number" | "money" | "share"

/** A figure that can be asked for. */
export interface Measure {
  readonly title: string
  readonly unit: Unit
  /** What it counts, and by which time, in a sentence. */
  readonly counts: string
  /** It is a mean: of no records there is none, while a sum of none is 0. */
  readonly isMean?: true
}

/** What a figure can be broken down by, besides time; and its values, where there are few and all are known. */
export interface Dimension {
  readonly title: string
  readonly values?: ReadonlyArray<string>
}

/** What can be asked of a kind of record. */
export interface MeasuredRecords {
  /** They tell of whole days of the company, and of no hours. */
  readonly ofDays?: true
  readonly dimensions: { readonly [name: string]: Dimension }
  /** By names that no other kind of record uses. */
  readonly measures: { readonly [name: string]: Measure }
}

/** How an amount of money is taken apart, whatever it is of. */
export const currency: Dimension = { title: "Currency" }

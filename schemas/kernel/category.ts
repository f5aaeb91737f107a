import type { Schema } from "effect"
import type { MeasuredRecords } from "./measures.ts"

interface Declarations {
  /**
   * Tables whose rows belong to a contact by their `contact_id`, so that a merge of contacts moves them, in this order; whether
   * their rows have a version; and a number for examples.
   */
  readonly contactTables: { readonly [table: string]: { readonly versioned: boolean; readonly example: number } }
  /** What its entries in the timeline of a contact can be. */
  readonly timelineKinds: ReadonlyArray<string>
  /** The records that those are of. */
  readonly timelineObjects: ReadonlyArray<string>
  /** Conditions of a filter of contacts that count records of this category, by their `type`. */
  readonly conditions: { readonly [type: string]: Schema.Top }
  /** When each kind of event happens, by the record that it is about. */
  readonly events: { readonly [object: string]: { readonly [kind: string]: string } }
  /** Kinds of records that hold anything of people, as the record of processing tells of them. */
  readonly personal: { readonly [kind: string]: PersonalKind }
  /** What reports can ask of its records, by their kind. */
  readonly measures: { readonly [records: string]: MeasuredRecords }
}

/** What a new company is led to do first in a category, and what shows that it is done. */
export interface FirstStep {
  readonly title: string
  /** What it is good for, in a sentence. */
  readonly why: string
  /** The operation whose page does it. */
  readonly by: string
  readonly done: StepDone
}

/** Done once a list has more than so many, none if left out; or once a field of an answer holds anything. */
export type StepDone =
  | { readonly list: string; readonly query?: { readonly [name: string]: string }; readonly moreThan?: number }
  | { readonly read: string; readonly field: string }

/** What a kind of record holds of people, and what for. */
export interface PersonalKind {
  readonly holds: string
  readonly purpose: string
  /** A company may set for how many days it keeps them: the category's tables in layers say from when on they count. */
  readonly retained?: true
}

const nothing = { contactTables: {}, timelineKinds: [], timelineObjects: [], conditions: {}, events: {}, personal: {}, measures: {} } as const

/**
 * What a category declares for all others. A `category.ts` imports no schema that is built from what all categories declare:
 * nothing of events, merges, the timeline and filters.
 */
export const category = <const C extends Partial<Declarations>>({ firstStep, ...declared }: C & {
  /** The first useful thing that people do in it, where they begin with something. */
  readonly firstStep?: FirstStep
}) => ({ ...nothing, ...declared as unknown as C, firstStep })

type Joined<A> = { readonly [K in A extends unknown ? keyof A : never]: A extends { readonly [k in K]: infer Value } ? Value : never }

/** What several categories declare under names of their own, side by side. */
export const joined = <A extends object>(declared: ReadonlyArray<A>) => Object.assign({}, ...declared) as Joined<A>

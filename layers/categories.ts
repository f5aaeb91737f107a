import type { CountingCondition, CountingType } from "#schemas/categories"
import { joined } from "#schemas/kernel/category"
import { crm } from "./crm/category.ts"
import { identity } from "./identity/category.ts"
import type { CountedRows, ReferenceTarget, TimelineSource } from "./kernel/category.ts"

/** The categories whose tables mean something to the queries of others: a new one is added here. */
const categories = [crm, identity]

/** What the timeline of a contact is made of. */
export const timelineSources: ReadonlyArray<TimelineSource> = categories.flatMap(({ timeline }) => timeline)

/** What conditions of filters count. */
export const countedRows: { readonly [T in CountingType]: CountedRows<CountingCondition<T>> } =
  joined(categories.map(({ conditions }) => conditions))

const references = joined(categories.map(({ references }) => references))

/** A field by which records name another record. */
export type Reference = keyof typeof references

/** The records that fields name. */
export const referenceTargets: { readonly [R in Reference]: ReferenceTarget } = references

import { joined } from "#schemas/kernel/category"
import { crm } from "./crm/category.ts"
import { identity } from "./auth/category.ts"
import type { ReferenceTarget, TimelineSource } from "./kernel/category.ts"

/** The categories whose tables mean something to the queries of others: a new one is added here. */
const categories = [crm, identity]

/** What the timeline of a contact is made of. */
export const timelineSources: ReadonlyArray<TimelineSource> = categories.flatMap(({ timeline }) => timeline)

const references = joined(categories.map(({ references }) => references))

/** A field by which records name another record. */
export type Reference = keyof typeof references

/** The records that fields name. */
export const referenceTargets: { readonly [R in Reference]: ReferenceTarget } = references

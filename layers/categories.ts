import type { CountingCondition, CountingType, MeasuredKind } from "#schemas/categories"
import { joined } from "#schemas/kernel/category"
import type { SealedColumns } from "./auth/sealed-columns.ts"
import { calendar } from "./calendar/category.ts"
import { crm } from "./crm/category.ts"
import { ai } from "./ai/category.ts"
import { analytics } from "./analytics/category.ts"
import { auth } from "./auth/category.ts"
import {
  category, type CountedRows, type Expiring, type PersonalRows, type ReferenceTarget, type TimelineSource
} from "./kernel/category.ts"
import { integrations } from "./integrations/category.ts"
import type { Measured, MeasuredRows } from "./kernel/measures.ts"
import { kb } from "./kb/category.ts"
import { messages } from "./messages/category.ts"
import { providers } from "./providers/category.ts"
import { payments } from "./payments/category.ts"
import { shop } from "./shop/category.ts"
import { webhooks } from "./webhooks/category.ts"
import { website } from "./website/category.ts"
import { workflows } from "./workflows/category.ts"

const kernel = category({
  personal: [{ object: "stream", table: "event_streams", about: "anybody" }],
  expiring: [
    { table: "idempotency_keys", when: "created_at < now() - interval '24 hours'" },
    /* They outlive the thirty days for which they can be replayed by the day that a delivery may take. */
    { table: "events", column: "created_at", days: 32 },
    /* Months that are over, with one to look back to. */
    { table: "ai_scopes", column: "period", days: 62, every: "1 hour" },
    { table: "ai_calls", column: "created_at", days: 400, every: "1 hour" },
    { table: "event_streams", column: "created_at", days: 1 }
  ]
})

/** The categories whose tables mean something to the queries of others: a new one is added here. */
const categories = [kernel, crm, auth, providers, webhooks, messages, payments, shop, calendar, website, kb, ai, integrations, analytics, workflows] as const

/** What is deleted with time. */
export const expiring: ReadonlyArray<Expiring> = categories.flatMap(({ expiring }) => expiring)

/** What is sealed with SECRET_KEY. */
export const sealed: ReadonlyArray<SealedColumns> = categories.flatMap(({ sealed }) => sealed)

/** What is held about people; contacts, by which the rest is found, come last. */
export const personal: ReadonlyArray<PersonalRows> = categories.flatMap(({ personal }) => personal)
  .toSorted((a, b) => Number(a.table === "contacts") - Number(b.table === "contacts"))

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

const measured: Measured = joined(categories.map(({ measures }) => measures))
/** The rows that reports read of each kind of record. */
export const measuredRows: { readonly [K in MeasuredKind]: MeasuredRows } = measured

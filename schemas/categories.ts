import { agents } from "./agents/category.ts"
import { ai } from "./ai/category.ts"
import { analytics } from "./analytics/category.ts"
import { auth } from "./auth/category.ts"
import { calendar } from "./calendar/category.ts"
import { company } from "./company/category.ts"
import { crm } from "./crm/category.ts"
import { integrations } from "./integrations/category.ts"
import { category, type FirstStep, joined } from "./kernel/category.ts"
import type { MeasuredRecords } from "./kernel/measures.ts"
import { kb } from "./kb/category.ts"
import { messages } from "./messages/category.ts"
import { payments } from "./payments/category.ts"
import { shop } from "./shop/category.ts"
import { webhooks } from "./webhooks/category.ts"
import { website } from "./website/category.ts"
import { workflows } from "./workflows/category.ts"

const kernel = category({
  personal: {
    stream: { holds: "Answers that are sent piece by piece, whatever they tell.", purpose: "So that a reader whose connection breaks gets the rest." }
  }
})

/** The categories that declare something for others: a new one is added here. */
const categories = [kernel, crm, integrations, agents, auth, webhooks, company, messages, payments, shop, calendar, website, kb, ai, analytics, workflows]

/** What a new company is led to, in this order: what its customers meet first, what its programs need last. */
const inOrder = [company, crm, calendar, shop, payments, website, kb, messages, ai, analytics, auth, integrations, webhooks, agents]
export const firstSteps: ReadonlyArray<FirstStep> = inOrder.flatMap(({ firstStep = [] }) => firstStep)

/** Tables whose rows belong to a contact, in the order in which a merge locks and moves them. */
export const contactTables = joined(categories.map(({ contactTables }) => contactTables))
export type ContactTable = keyof typeof contactTables

/** What the entries of a contact's timeline can be, and the records that they are of. */
export const timelineKinds = categories.flatMap(({ timelineKinds }) => timelineKinds)
export const timelineObjects = categories.flatMap(({ timelineObjects }) => timelineObjects)

/** Conditions of a filter of contacts that count other records of each, by their `type`. */
export const countingConditions = joined(categories.map(({ conditions }) => conditions))
type CountingConditions = typeof countingConditions
export type CountingType = keyof CountingConditions
export type CountingCondition<Type extends CountingType> = CountingConditions[Type]["Type"]

/** What is held of people, by the kind of record. */
export const personalKinds = joined(categories.map(({ personal }) => personal))
type PersonalKinds = typeof personalKinds
/** Kinds that a company may keep for as long as it sets. */
export type RetainedKind = { [K in keyof PersonalKinds]: PersonalKinds[K] extends { readonly retained: true } ? K : never }[keyof PersonalKinds]

/** When each kind of event happens, by the record that it is about. */
export const events = joined(categories.map(({ events }) => events))

const measured = joined(categories.map(({ measures }) => measures))
export type DeclaredMeasures = typeof measured
/** A kind of record that reports can ask about. */
export type MeasuredKind = keyof DeclaredMeasures
export const measuredRecords: { readonly [K in MeasuredKind]: MeasuredRecords } = measured
export type MeasureName = { [K in MeasuredKind]: keyof DeclaredMeasures[K]["measures"] }[MeasuredKind]

import { createContext, h, type VNode } from "preact"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import { type Node, provided } from "../html.ts"

/** How the company writes numbers and dates; English before anybody is signed in. */
const Locale = createContext("en")

/** The same page, with its numbers and dates as people of this locale write them. */
export const withLocale = (locale: string, page: VNode): VNode => provided(Locale, locale, page)

interface Depending {
  readonly zone: string
  readonly show: (formats: Formats) => Node
}

const Depending = Object.assign(({ show, zone }: Depending, locale: string) => show(formatsOf({ locale, time_zone: zone })), { contextType: Locale })

/** What depends on the locale of the page that it is on, in a time zone. */
export const localized = (zone: string, show: (formats: Formats) => Node): Node => h(Depending, { zone, show })

/** A whole number. */
export const count = (value: number): Node => localized("UTC", ({ number }) => number(value))

/** Money, from its currency's smallest unit. */
export const money = (amount: number, currency: string): Node => localized("UTC", (formats) => formats.money({ amount, currency }))

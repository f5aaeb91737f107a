import { Effect } from "effect"
import { BookableServices } from "#layers/calendar/bookable-services"
import type { CompanySettings } from "#schemas/company/settings"
import type { Service } from "#schemas/calendar/service"
import type { Fact } from "#schemas/ai/content"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import type { Product } from "#schemas/shop/product"
import type { ProductId } from "#schemas/shop/ids"
import { stemOf, wordsOf } from "#layers/providers/ai/quoted"
import { get_product, list_products } from "../shop/products.ts"
import { addressOf, hoursOf } from "../website/templates/facts.ts"
import { sourcesFor } from "./sources.ts"

const MOST_PRODUCTS = 5
const MOST_SERVICES = 5
/** Words of what it is about by which products are looked for. */
const MOST_WORDS = 6
const MOST_OF_DESCRIPTION = 600

type Unnumbered = Omit<Fact, "n">

const ofCompany = (settings: typeof CompanySettings.Type): ReadonlyArray<Unnumbered> => {
  const hours = hoursOf(settings)
  const all: ReadonlyArray<readonly [title: string, text: string | null | undefined]> = [
    ["Name", settings.name], ["Address", addressOf(settings, ", ")], ["Opening hours", hours.length === 0 ? undefined : hours.join("; ")],
    ["Phone", settings.contact_phone], ["E-mail", settings.contact_email], ["Website", settings.website]
  ]
  return all.flatMap(([title, text]) => text === null || text === undefined ? [] : [{ kind: "company", id: null, title, text }])
}

const described = (parts: ReadonlyArray<string | null | undefined>) => parts.filter((part) => part !== null && part !== undefined && part !== "").join(" ")

const ofProduct = ({ money }: Formats) => ({ description, id, options, title, variants }: Product): Unnumbered => {
  const prices = variants.flatMap(({ active, prices }) => active ? prices.filter(({ from_quantity }) => from_quantity === 1) : [])
  const sums = [...new Set(prices.toSorted((a, b) => a.amount - b.amount).map(money))]
  return {
    kind: "product", id, title,
    text: described([
      description?.slice(0, MOST_OF_DESCRIPTION), ...options.map(({ name, values }) => `${name}: ${values.join(", ")}.`),
      sums.length === 0 ? null : `Price: ${sums.length === 1 ? sums[0] : `${sums[0]} to ${sums.at(-1)}`}.`
    ]) || title
  }
}

const ofService = ({ money }: Formats) => ({ currency, description, duration_minutes, id, name, price }: Service): Unnumbered => ({
  kind: "service", id, title: name,
  text: described([description?.slice(0, MOST_OF_DESCRIPTION), `It takes ${duration_minutes} minutes.`, price === null ? null : `Price: ${money({ amount: price, currency })}.`])
})

const stemsOf = (text: string) => new Set([...wordsOf(text)].map(stemOf))
const shared = (sought: ReadonlySet<string>, text: string) => [...stemsOf(text)].filter((stem) => sought.has(stem)).length

/** Products that are for sale and that share words with what it is about, those that share most first. */
const productsFor = Effect.fnUntraced(function*(about: string) {
  const words = [...wordsOf(about)].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS)
  const pages = yield* Effect.forEach(words, (search) => list_products({ search, state: "active", limit: MOST_PRODUCTS, offset: 0, sort: "id" }))
  const found = new Map(pages.flatMap(({ items }) => items).map((one) => [one.id, one]))
  const sought = stemsOf(about)
  const worth = ({ description, title }: Product) => 2 * shared(sought, title) + shared(sought, description ?? "")
  return [...found.values()].filter((one) => worth(one) > 0).toSorted((a, b) => worth(b) - worth(a)).slice(0, MOST_PRODUCTS)
})

/** Services that can be booked: those that share words with what it is about first. */
const servicesFor = Effect.fnUntraced(function*(about: string) {
  const { items } = yield* BookableServices.use((services) => services.page({ limit: 50, offset: 0, sort: "id", active: true }))
  const sought = stemsOf(about)
  const worth = ({ description, name }: Service) => 2 * shared(sought, name) + shared(sought, description ?? "")
  return items.filter(({ online }) => online).toSorted((a, b) => worth(b) - worth(a)).slice(0, MOST_SERVICES)
})

export interface Asking {
  readonly about: string
  readonly audience: "customers" | "public"
  readonly product_id?: ProductId
}

/** What the company says of itself where it fits what content is to be about, each with its number. Read outside of transactions. */
export const factsFor = Effect.fnUntraced(function*({ about, audience, product_id }: Asking, settings: typeof CompanySettings.Type) {
  const formats = formatsOf(settings)
  const named = product_id === undefined ? [] : [yield* get_product({ id: product_id })]
  const sought = [about, ...named.map(({ title }) => title)].join(" ")
  const products = named.length > 0 ? named : yield* productsFor(about)
  const services = yield* servicesFor(about)
  const passages = yield* sourcesFor(sought, audience)
  const all: ReadonlyArray<Unnumbered> = [
    ...products.map(ofProduct(formats)),
    ...passages.map(({ heading, passage_id, text, title }) => ({ kind: "knowledge" as const, id: passage_id, title: [title, ...heading].join(" > "), text })),
    ...services.map(ofService(formats)),
    ...ofCompany(settings)
  ]
  return all.map((fact, at): Fact => ({ n: at + 1, ...fact }))
})

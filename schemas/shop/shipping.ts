import { Schema } from "effect"
import { Country } from "#schemas/company/address"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field } from "#schemas/kernel/entity"
import { Cents, Currency, MAX_CENTS } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { TaxCategory } from "#schemas/payments/tax"
import { LocationId, ShippingRateId } from "./ids.ts"

const Price = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS }))

const Band = Schema.Struct({
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
    description: "Grams, or what the goods cost in the smallest unit, from which on it holds; 0 in the first of a flat rate.", examples: [0]
  }),
  amount: Schema.NullOr(Price).annotate({ description: "In the smallest unit; `null` where nothing is sent at this rate from there on.", examples: [490] })
}).annotate({ identifier: "ShippingBand" })

const Bands = Schema.Array(Band).check(
  Schema.isMinLength(1), Schema.isMaxLength(50),
  Schema.makeFilter((bands: ReadonlyArray<typeof Band.Type>) => bands.every(({ from }, place) => place === 0 || from > bands[place - 1]!.from)
    ? undefined : "each further band begins above the one before it")
)

/** What it costs to send goods to a part of the world. */
export const shippingRate = entity("ShippingRate", {
  id: field.readOnly(ShippingRateId),
  name: field.required(line(100).annotate({ description: "As customers read it.", examples: ["Standard"] })),
  zone: field.required(line(100).annotate({ description: "What the company calls this part of the world.", examples: ["Europe"] })),
  countries: field.defaulted(
    Schema.Array(Country).check(Schema.isMaxLength(250), Schema.isUnique()).annotate({
      description: "Without any it is for all countries that no other rate names.", examples: [["GB"]]
    }), []
  ),
  regions: field.defaulted(
    Schema.Array(line(100)).check(Schema.isMaxLength(100)).annotate({
      description: "Parts of the one country, as addresses name them; without any it is for all of it that no other rate names.", examples: [[]]
    }), []
  ),
  currency: field.required(Currency, Schema.String.annotate({ examples: ["USD"] })),
  by: field.defaulted(Schema.Literals(["flat", "weight", "price", "pickup"]).annotate({
    description: "What its bands begin from: `flat` has one, `weight` of what is sent in grams, `price` of the goods after discounts. With `pickup` " +
      "the customer fetches the goods at a location, wherever they live.",
    examples: ["flat"]
  }), "flat"),
  bands: field.required(Bands.annotate({ description: "1 to 50, the lowest first.", examples: [[{ from: 0, amount: 490 }]] })),
  free_above: field.nullable(Price, { description: "It costs nothing where the goods cost so much or more after discounts.", examples: [10_000] }),
  location_id: field.nullable(LocationId, { description: "Of `pickup`: where the goods are fetched." }),
  tax_category: field.defaulted(TaxCategory, "standard"),
  delivery_days: field.nullable(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })), {
    description: "How many days it takes.", examples: [3]
  })
}, { description: "What it costs to send goods to a part of the world.", sort: ["id"] })
export const ShippingRate = shippingRate.read
export type ShippingRate = typeof ShippingRate.Type

const NewShippingRate = Schema.Struct({
  id: defaulted(Schema.NullOr(ShippingRateId).annotate({
    description: "The rate that is meant, so that carts keep it; a new one if left out.", examples: [null]
  }), null),
  ...shippingRate.create.fields
}).check(Schema.makeFilter(({ bands, by, countries, location_id, regions }) => {
  if (regions.length > 0 && countries.length !== 1) return { path: ["regions"], issue: "regions are of one country, which it has to name" }
  if ((by === "flat" || by === "pickup") && (bands.length > 1 || bands[0]!.from > 0)) return { path: ["bands"], issue: "such a rate has one band, from 0 on" }
  if ((by === "pickup") !== (location_id !== null)) return { path: ["location_id"], issue: "a pickup has a location, and nothing else does" }
  return undefined
})).annotate({ identifier: "NewShippingRate" })
export type NewShippingRate = typeof NewShippingRate.Type

const twice = (rates: ReadonlyArray<NewShippingRate>) => {
  const ids = rates.map(({ id }) => id)
  const place = ids.findIndex((id, n) => id !== null && ids.indexOf(id) < n)
  return place === -1 ? undefined : { path: ["rates", place], issue: "there is another of this id" }
}

export const NewShippingRates = Schema.Struct({
  rates: Schema.Array(NewShippingRate).check(Schema.isMaxLength(500)).annotate({ description: "All rates, at most 500." })
}).check(Schema.makeFilter(({ rates }) => twice(rates))).annotate({
  identifier: "NewShippingRates",
  examples: [{
    rates: [{
      id: null, name: "Standard", zone: "Europe", countries: ["GB"], regions: [], currency: "USD", by: "flat", bands: [{ from: 0, amount: 490 }],
      free_above: 10_000, location_id: null, tax_category: "standard", delivery_days: 3
    }]
  }]
})

export const ShippingRates = Schema.Struct({ rates: Schema.Array(ShippingRate) }).annotate({ identifier: "ShippingRates" })

/** A rate that fits, and what it costs. */
export const ShippingOffer = Schema.Struct({
  shipping_rate_id: ShippingRateId,
  name: Schema.String.annotate({ examples: ["Standard"] }),
  zone: Schema.String.annotate({ examples: ["Europe"] }),
  amount: Cents.annotate({ description: "Before discounts of shipping, in the currency's smallest unit." }),
  location_id: Schema.NullOr(LocationId).annotate({ description: "Where the goods are fetched; `null` where they are sent." }),
  delivery_days: Schema.NullOr(Schema.Int).annotate({ examples: [3] })
}).annotate({ identifier: "ShippingOffer" })
export type ShippingOffer = typeof ShippingOffer.Type

/** Where something is sent. */
export interface Destination {
  readonly country: string
  readonly region?: string | undefined
}

/** What is sent. */
export interface Parcel {
  readonly currency: string
  /** What the goods cost after discounts. */
  readonly goods: number
  /** Grams of what has to be sent. */
  readonly weight: number
}

/** What a rate costs for a parcel; nothing where it does not fit. */
export const costOf = ({ bands, by, currency, free_above }: ShippingRate, parcel: Parcel): number | undefined => {
  if (currency !== parcel.currency) return undefined
  const measure = by === "weight" ? parcel.weight : by === "price" ? parcel.goods : 0
  const amount = bands.findLast(({ from }) => from <= measure)?.amount ?? null
  if (amount === null) return undefined
  return free_above !== null && parcel.goods >= free_above ? 0 : amount
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** How closely a rate names a place: its region, its country, or all that no other names; nothing where it is for another. */
const closeness = ({ countries, regions }: ShippingRate, to: Destination | null): number | undefined => {
  if (countries.length === 0) return 0
  if (to === null || !countries.includes(to.country)) return undefined
  if (regions.length === 0) return 1
  return to.region !== undefined && regions.some((region) => same(region, to.region!)) ? 2 : undefined
}

/** The rates of the zone that names the place most closely; goods are fetched wherever the customer lives. */
export const ratesFor = (rates: ReadonlyArray<ShippingRate>, to: Destination | null): ReadonlyArray<ShippingRate> => {
  const close = rates.map((rate) => closeness(rate, to))
  const closest = Math.max(-1, ...rates.flatMap(({ by }, place) => by === "pickup" ? [] : close[place] ?? []))
  return rates.filter(({ by }, place) => close[place] !== undefined && (by === "pickup" || close[place] === closest))
}

/** The rates that fit, cheapest first. */
export const offersOf = (rates: ReadonlyArray<ShippingRate>, parcel: Parcel): ReadonlyArray<ShippingOffer> =>
  rates.flatMap((rate) => {
    const amount = costOf(rate, parcel)
    const { delivery_days, id, location_id, name, zone } = rate
    return amount === undefined ? [] : [{ shipping_rate_id: id, name, zone, amount, location_id, delivery_days }]
  }).toSorted((a, b) => a.amount - b.amount || a.shipping_rate_id - b.shipping_rate_id)

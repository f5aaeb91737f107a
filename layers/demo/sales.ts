import type { TaxRate } from "#schemas/payments/tax"
import { DiscountId, LocationId, ShippingRateId } from "#schemas/shop/ids"
import { priceOf } from "#schemas/shop/price"
import { price, type Pricing } from "#schemas/shop/pricing"
import type { ShippingRate } from "#schemas/shop/shipping"
import { type Chances, inOrder } from "./chances.ts"
import { type Customer, customersOf } from "./customers.ts"
import { discounts, type Shop, shippingRates, taxRates, TO_COME } from "./shop.ts"
import type { Contact } from "./story.ts"

const ORDERS = 240
const DAY = 1_440
/** How much is bought in a month, January first. */
const seasons = [0.7, 0.7, 0.8, 0.9, 1, 0.9, 0.8, 0.8, 1, 1.1, 1.7, 1.9]

/** What is made of the last orders: in how many days before today, and how far they are. */
const latest = [
  { age: 6, state: "shipped" }, { age: 5, state: "shipped" }, { age: 4, state: "shipped" }, { age: 3, state: "partial" }, { age: 2, state: "prepared" },
  { age: 1, state: "prepared" }, { age: 1, state: "waiting" }, { age: 0, state: "waiting" }, { age: 0, state: "waiting" }
] as const
type State = typeof latest[number]["state"] | "delivered"

interface Item {
  readonly variant: number
  readonly quantity: number
}

const isIn = (tags: ReadonlyArray<string>, tag: string, month: number, months: ReadonlyArray<number>) =>
  !tags.includes(tag) ? 1 : months.includes(month) ? 3 : 0.2

/** How often a variant is bought in a month, beside others. */
const weightOf = ({ of: { options, tags } }: Shop["variants"][number], month: number, age: number) =>
  (tags.includes("bestseller") ? 3 : 1) / options.reduce((n, { values }) => n * values.length, 1) * (tags.includes("new") && age > 90 ? 0 : 1) *
  isIn(tags, "winter", month, [9, 10, 11, 0, 1]) * isIn(tags, "summer", month, [4, 5, 6, 7, 8])

const quantityOf = ({ often, one }: Chances, tags: ReadonlyArray<string>) =>
  tags.includes("pack") ? one([1, 1, 2, 4, 5]) : often(0.04) ? 10 : one([1, 1, 1, 1, 2, 2, 3])

const itemsOf = (chance: Chances, { variants }: Shop, month: number, age: number): ReadonlyArray<Item> => {
  const weights = variants.map((variant) => weightOf(variant, month, age))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const items = new Map<number, number>()
  for (let n = chance.one([1, 1, 2, 2, 3, 4]); n > 0; n--) {
    let rest = chance.below(1_000_000) / 1_000_000 * all
    const found = weights.findIndex((weight) => (rest -= weight) < 0)
    items.set(found, quantityOf(chance, variants[found]!.of.tags))
  }
  return [...items].map(([variant, quantity]) => ({ variant, quantity }))
}

const rates = shippingRates.map(({ location, ...rate }, n): ShippingRate =>
  ({ ...rate, id: ShippingRateId.make(n + 1), location_id: location === null ? null : LocationId.make(location + 1) }))

const taxOf = ({ country, region }: { readonly country: string; readonly region?: string }) => ({ tax_category }: { readonly tax_category: string }) => {
  const fitting = taxRates.filter((rate) => rate.country === country && rate.category === tax_category)
  return (fitting.find((rate) => rate.region === region) ?? fitting.find((rate) => rate.region === null)) as TaxRate | undefined
}

/** How often each discount was used, by all and by each customer. */
const counter = () => {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    used: (discount: number, contact: number) => ({ used: of(`${discount}`), used_by_contact: of(`${discount} ${contact}`) }),
    use: (discount: number, contact: number) => {
      for (const key of [`${discount}`, `${discount} ${contact}`]) counts.set(key, of(key) + 1)
    }
  }
}

const pricedBy = (shop: Shop, uses: ReturnType<typeof counter>) =>
  (items: ReadonlyArray<Item>, { address, contact }: Customer, codes: ReadonlyArray<string>, rate: number | null) =>
    price({
      currency: "USD", codes, now: 0, rates, shipping_rate_id: rate, destination: address, taxOf: taxOf(address),
      usesOf: (id) => uses.used(id, contact),
      discounts: discounts.map((discount, n) => ({ ...discount, id: DiscountId.make(n + 1) }))
        .filter(({ code }) => code === null || codes.includes(code)),
      items: items.map(({ quantity, variant }) => {
        const { of, prices, requires_shipping, title, weight_grams } = shop.variants[variant]!
        return {
          product_id: shop.variants[variant]!.product + 1, collection_ids: [of.collection + 1], quantity, requires_shipping, weight_grams,
          unit_amount: priceOf(prices, "USD", quantity)!.amount, tax_category: of.tax_category,
          description: title === "" ? of.title : `${of.title}, ${title}`
        }
      })
    })

/** One of the ways that fit: the shop for who lives near and wants nothing that lies elsewhere only, else mostly the cheapest. */
const wayOf = ({ often }: Chances, shop: Shop, items: ReadonlyArray<Item>, { offers, requires_shipping }: Pricing, { address }: Customer) => {
  if (!requires_shipping) return null
  const pickup = offers.find(({ location_id }) => location_id !== null)
  const lies = items.every(({ variant }) => shop.variants[variant]!.left[1] > 0)
  if (pickup !== undefined && lies && "region" in address && address.region === "IL" && often(0.7)) return pickup.shipping_rate_id
  const sent = offers.filter(({ location_id }) => location_id === null)
  return (often(0.8) ? sent[0] : sent.at(-1))?.shipping_rate_id
}

/** A year of orders, and carts that nobody has checked out yet. References are positions in the lists, ages days before today. */
export const salesOf = (chance: Chances, shop: Shop, contacts: ReadonlyArray<Contact>, today: Date) => {
  const { below, between, often, one } = chance
  const customers = customersOf(chance, contacts)
  const known = (age: number) => customers.filter((customer) => customer.age > age)
  const monthOf = (age: number) => new Date(today.getTime() - age * DAY * 60_000).getUTCMonth()
  const uses = counter()
  const priced = pricedBy(shop, uses)
  const regulars = new Set<number>()

  const opened = customers.map(({ age }) => age).toSorted((a, b) => b - a)[3]!
  const days = Array.from({ length: 20 * ORDERS }, () => between(8, 365))
    .filter((age) => age < opened && often(seasons[monthOf(age)]! / 2 * (1 - age / 730))).slice(0, ORDERS - latest.length)
  const wanted = inOrder([...days.map((age) => ({ age, state: "delivered" as State })), ...latest])
  const lamp = shop.variants.findIndex(({ sku }) => sku === TO_COME)

  const orders = wanted.flatMap(({ age, n, state }) => {
    /* Who came first comes most often. */
    const able = known(age)
    const customer = able[below(below(able.length) + 1)]!
    const isLate = state === "waiting"
    const items = isLate && often(0.7) ? [{ variant: lamp, quantity: 1 }] : itemsOf(chance, shop, monthOf(age), age)
    const codes = n < ORDERS * 0.7 && often(0.5) ? [discounts[2].code] : !regulars.has(customer.contact) && often(0.4) ? [discounts[0].code] : []
    const first = priced(items, customer, codes, null)
    const rate = wayOf(chance, shop, items, first, customer)
    if (rate === undefined) return []
    const { applied, lines, refused, shipping, totals } = priced(items, customer, codes, rate)
    for (const { discount: { id } } of applied) uses.use(id, customer.contact)
    regulars.add(customer.contact)
    const minutes = isLate && age === 0 ? between(20, 400) : age * DAY + between(0, 500)
    const shipped = minutes - between(600, 2_000)
    return [{
      minutes, shipped, delivered: shipped - between(2, 4) * DAY, state, customer, rate: rate === null ? null : rate - 1, lines, totals,
      codes: codes.filter((code) => !refused.some((one) => one.code === code)),
      discounts: applied.map(({ discount: { id } }) => id - 1),
      place: (shipping?.rate.location_id ?? null) === null ? 0 : 1,
      method: shipping?.rate.name ?? null,
      items: items.map(({ quantity, variant }, line) => {
        const { amount, tax } = totals.lines[line]!
        return { line, variant, quantity, amount: amount + (tax?.amount ?? 0) }
      }),
      carrier: often(0.5) ? { name: "UPS", number: `1Z999AA1${between(1e9, 9e9)}` } : { name: "USPS", number: `9400${between(1e9, 9e9)}00000000` }
    }]
  }).filter(({ totals }) => totals.amount > 0).toSorted((a, b) => b.minutes - a.minutes)

  const carts = [6, 5, 3, 2, 1, 0, 0].map((age, n) => {
    const customer = one(known(age))
    return { minutes: age * DAY + between(30, 600), customer: n % 3 === 2 ? null : customer, items: itemsOf(chance, shop, monthOf(age), age),
      codes: n === 1 ? [discounts[0].code] : [] }
  })
  return { orders, carts }
}
export type Sales = ReturnType<typeof salesOf>

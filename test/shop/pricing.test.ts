import { Schema } from "effect"
import fc from "fast-check"
import { assert, describe, test } from "vitest"
import { decimalOf, decimalsOf } from "#schemas/payments/currency"
import { NewLine } from "#schemas/payments/line"
import type { Discounting } from "#schemas/shop/discounting"
import { classOf } from "#schemas/shop/discount"
import { CollectionId, DiscountId, ProductId, ShippingRateId } from "#schemas/shop/ids"
import { price, type PricingInput, type PricingItem } from "#schemas/shop/pricing"
import type { ShippingRate } from "#schemas/shop/shipping"

const sum = (values: ReadonlyArray<number>) => values.reduce((all, one) => all + one, 0)
const currencies = ["USD", "JPY", "KWD"]

const item = (given: Partial<PricingItem> = {}): PricingItem => ({
  product_id: 1, collection_ids: [], description: "Manual", quantity: 1, unit_amount: 1_000, tax_category: "standard", weight_grams: 500,
  requires_shipping: true, ...given
})

const discount = (given: Partial<Discounting> = {}): Discounting => ({
  id: DiscountId.make(1), title: "Welcome", code: null, takes_off: { type: "percent", percentage: 10 }, applies_to: null, currency: "USD",
  minimum_amount: null, minimum_quantity: null, combines_with: [], starts_at: null, ends_at: null, usage_limit: null, usage_limit_per_contact: null,
  active: true, ...given
})

const rate = (given: Partial<ShippingRate> = {}): ShippingRate => ({
  id: ShippingRateId.make(1), name: "Standard", zone: "All", countries: [], regions: [], currency: "USD", by: "flat", bands: [{ from: 0, amount: 490 }],
  free_above: null, location_id: null, tax_category: "standard", delivery_days: null, ...given
})

const priced = (given: Partial<PricingInput>) => price({
  currency: "USD", items: [item()], discounts: [], codes: [], usesOf: () => ({ used: 0, used_by_contact: 0 }), now: Date.parse("2026-06-01T00:00:00Z"), rates: [],
  shipping_rate_id: null, destination: null, taxOf: () => undefined, ...given
})

const goods = fc.record({
  product_ids: fc.array(fc.integer({ min: 1, max: 6 }).map((id) => ProductId.make(id)), { maxLength: 3 }),
  collection_ids: fc.array(fc.integer({ min: 1, max: 3 }).map((id) => CollectionId.make(id)), { maxLength: 2 })
})
const percentage = fc.constantFrom(100, 50, 33.3333, 10, 8.875, 0.0001)
const takesOff = fc.oneof(
  fc.record({ type: fc.constant("percent" as const), percentage }),
  fc.record({ type: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
  fc.constant({ type: "free_shipping" as const }),
  fc.record({
    type: fc.constant("buy_x_get_y" as const), buy_quantity: fc.integer({ min: 1, max: 4 }), get_quantity: fc.integer({ min: 1, max: 4 }), get: fc.option(goods),
    percentage, most_times: fc.option(fc.integer({ min: 1, max: 3 }))
  })
)
const anyDiscount = (place: number) => fc.record({
  takes_off: takesOff, code: fc.option(fc.constant(`CODE${place}`)), applies_to: fc.option(goods),
  minimum_amount: fc.option(fc.integer({ min: 1, max: 10_000 })), minimum_quantity: fc.option(fc.integer({ min: 1, max: 5 })),
  combines_with: fc.subarray(["product", "order", "shipping"] as const)
}).map((given) => discount({ ...given, id: DiscountId.make(place + 1), title: `Discount ${place}` }))
const anyItem = fc.record({
  product_id: fc.integer({ min: 1, max: 6 }), collection_ids: fc.subarray([1, 2, 3]), description: fc.constant("Manual"),
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 1_000_000 })),
  unit_amount: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 999_999 })), tax_category: fc.constantFrom("0", "1", "2", "none"),
  weight_grams: fc.option(fc.integer({ min: 0, max: 40_000 })), requires_shipping: fc.boolean()
})
const anyRate = (place: number) => fc.record({
  by: fc.constantFrom("weight" as const, "price" as const), tax_category: fc.constantFrom("0", "1", "none"), free_above: fc.option(fc.integer({ min: 0, max: 30_000 })),
  bands: fc.uniqueArray(fc.record({ from: fc.integer({ min: 0, max: 50_000 }), amount: fc.option(fc.integer({ min: 0, max: 5_000 }), { freq: 8 }) }),
    { minLength: 1, maxLength: 4, selector: ({ from }) => from })
}).map(({ bands, ...given }) => rate({ ...given, id: ShippingRateId.make(place + 1), bands: bands.toSorted((a, b) => a.from - b.from) }))

const taxes = [
  { name: "VAT 20 %", percentage: 20, inclusive: true }, { name: "Sales tax", percentage: 8.875, inclusive: false }, { name: "None", percentage: 0, inclusive: false }
]

const anyCart = fc.record({
  currency: fc.constantFrom(...currencies), items: fc.array(anyItem, { maxLength: 8 }), discounts: fc.tuple(...[0, 1, 2, 3, 4, 5].map(anyDiscount)),
  rates: fc.tuple(...[0, 1, 2].map(anyRate)), shipping_rate_id: fc.option(fc.integer({ min: 1, max: 3 }))
}).map(({ currency, discounts, rates, ...given }): PricingInput => ({
  ...given, currency, rates: rates.map((rate) => ({ ...rate, currency })), discounts: discounts.map((one) => ({ ...one, currency })), destination: null,
  now: Date.parse("2026-06-01T00:00:00Z"), codes: ["nothing", ...discounts.flatMap(({ code }) => code ?? [])], usesOf: () => ({ used: 0, used_by_contact: 0 }),
  taxOf: ({ tax_category }) => taxes[Number(tax_category)]
}))

describe("the price of a cart", () => {
  test("is the sum of its lines, its tax and its shipping as they are shown, and never negative", () => {
    fc.assert(fc.property(anyCart, (cart) => {
      const { applied, lines, refused, shipping, totals } = price(cart)
      const decode = Schema.decodeUnknownSync(NewLine)
      for (const line of lines) assert.deepStrictEqual(decode(line), line, "no line takes off more than it costs")
      assert.lengthOf(lines, cart.items.length + (shipping === null ? 0 : 1))
      const added = sum(totals.taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount))
      const ofGoods = sum(totals.lines.slice(0, cart.items.length).map(({ amount }) => amount))
      const sent = shipping === null ? 0 : shipping.amount - shipping.discount
      assert.isAtLeast(sent, 0)
      assert.strictEqual(totals.amount, ofGoods + sent + added)
      assert.strictEqual(totals.amount, totals.subtotal - totals.discount + added)
      assert.strictEqual(totals.amount, sum(totals.lines.map(({ amount, tax }) => amount + (tax === null || tax.inclusive ? 0 : tax.amount))))
      assert.isAtLeast(totals.amount, 0)
      assert.strictEqual(sum(applied.map(({ amount }) => amount)), totals.discount, "what each discount took off is all that was taken off")
      for (const [place, { discount }] of lines.entries()) {
        const parts = applied.map(({ items, shipping }) => place === cart.items.length ? shipping : items[place]!)
        assert.isTrue(parts.every((part) => part >= 0))
        assert.strictEqual(sum(parts), discount)
      }
      for (const { discount: a } of applied) for (const { discount: b } of applied) {
        assert.isTrue(a.id === b.id || a.combines_with.includes(classOf(b)), "only discounts that combine are taken off together")
      }
      assert.sameMembers(
        [...refused.map(({ code }) => code), ...applied.flatMap(({ discount: { code } }) => code ?? [])], [...cart.codes], "each code is taken or refused"
      )
      const shown = totals.lines.map(({ amount, tax }) => decimalOf(amount + (tax === null || tax.inclusive ? 0 : tax.amount), cart.currency))
      const digits = decimalsOf(cart.currency)
      assert.isTrue(shown.every((text) => (text.split(".")[1] ?? "").length === digits))
      assert.strictEqual(sum(shown.map((text) => Math.round(Number(text) * 10 ** digits))), totals.amount)
    }), { numRuns: 1_000 })
  })

  test("is no higher with a discount than without", () => {
    fc.assert(fc.property(anyCart, (cart) => {
      const pay = (cart: PricingInput) => {
        const { lines } = price({ ...cart, rates: [] })
        return sum(lines.map(({ discount, quantity, unit_amount }) => quantity * unit_amount - discount))
      }
      for (const one of cart.discounts) assert.isAtMost(pay(cart), pay({ ...cart, discounts: [one] }), "what is chosen is no worse than any one alone")
    }), { numRuns: 300 })
  })
})

describe("discounts", () => {
  const off = (given: Partial<PricingInput>) => priced(given).lines.map(({ discount }) => discount)

  test("give the cheapest for nothing, as often as enough others are bought", () => {
    const two = { type: "buy_x_get_y" as const, buy_quantity: 2, get_quantity: 1, get: null, percentage: 100, most_times: null }
    const items = [item({ unit_amount: 500, quantity: 2 }), item({ product_id: 2, unit_amount: 300 }), item({ product_id: 3, unit_amount: 900, quantity: 4 })]
    assert.deepStrictEqual(off({ items, discounts: [discount({ takes_off: two })] }), [500, 300, 0])
    assert.deepStrictEqual(off({ items, discounts: [discount({ takes_off: { ...two, most_times: 1 } })] }), [0, 300, 0])
    const books = { product_ids: [ProductId.make(3)], collection_ids: [] }
    const pens = { product_ids: [ProductId.make(1)], collection_ids: [] }
    assert.deepStrictEqual(off({ items, discounts: [discount({ applies_to: books, takes_off: { ...two, get: pens, percentage: 50 } })] }), [500, 0, 0])
    assert.deepStrictEqual(off({ items: [item({ quantity: 2 })], discounts: [discount({ takes_off: two })] }), [0])
  })

  test("are of what is left: of products, then of the order, then of the shipping", () => {
    const both = { combines_with: ["product", "order", "shipping"] as const }
    const { applied, lines, totals } = priced({
      rates: [rate({ by: "price", bands: [{ from: 0, amount: 700 }, { from: 800, amount: 400 }] })], shipping_rate_id: 1,
      discounts: [
        discount({ ...both, id: DiscountId.make(3), takes_off: { type: "free_shipping" } }), discount({ ...both }),
        discount({ ...both, id: DiscountId.make(2), applies_to: { product_ids: [ProductId.make(1)], collection_ids: [] }, takes_off: { type: "amount", amount: 200 } })
      ]
    })
    assert.deepStrictEqual(applied.map(({ amount, discount: { id } }) => [id, amount]), [[2, 200], [1, 80], [3, 700]])
    assert.deepStrictEqual(lines.map(({ discount, unit_amount }) => [unit_amount, discount]), [[1_000, 280], [700, 700]])
    assert.strictEqual(totals.amount, 720)
  })

  test("say why a code was not taken", () => {
    const reasonOf = (given: Partial<Discounting>, cart: Partial<PricingInput> = {}) =>
      priced({ discounts: [discount({ code: "Welcome", ...given })], codes: ["WELCOME"], ...cart }).refused[0]?.reason
    assert.strictEqual(reasonOf({}), undefined)
    assert.strictEqual(reasonOf({}, { codes: ["Welcom"] }), "unknown")
    assert.strictEqual(reasonOf({ active: false }), "not_active")
    assert.strictEqual(reasonOf({ starts_at: "2026-06-02T00:00:00Z" }), "not_started")
    assert.strictEqual(reasonOf({ ends_at: "2026-06-01T00:00:00Z" }), "ended")
    const usesOf = () => ({ used: 5, used_by_contact: 1 })
    assert.strictEqual(reasonOf({ usage_limit: 5 }, { usesOf }), "used_up")
    assert.strictEqual(reasonOf({ usage_limit: 6, usage_limit_per_contact: 1 }, { usesOf }), "used_by_contact")
    assert.strictEqual(reasonOf({ currency: "EUR" }), undefined, "a percentage is of any currency")
    assert.strictEqual(reasonOf({ currency: "EUR", takes_off: { type: "amount", amount: 1 } }), "currency")
    assert.strictEqual(reasonOf({ currency: "EUR", minimum_amount: 1 }), "currency")
    assert.strictEqual(reasonOf({ applies_to: { product_ids: [], collection_ids: [CollectionId.make(1)] } }), "not_for_items")
    assert.strictEqual(reasonOf({ minimum_amount: 1_001 }), "minimum_amount")
    assert.strictEqual(reasonOf({ minimum_quantity: 2 }), "minimum_quantity")
    assert.strictEqual(reasonOf({ takes_off: { type: "free_shipping" } }), undefined, "it is not known yet what the shipping costs")
    assert.strictEqual(reasonOf({ takes_off: { type: "free_shipping" } }, { items: [item({ requires_shipping: false })] }), "nothing_to_ship")
    assert.strictEqual(reasonOf({}, { items: [item({ unit_amount: 0 })] }), "takes_nothing")
    assert.strictEqual(reasonOf({}, {
      discounts: [discount({ code: "Welcome" }), discount({ id: DiscountId.make(2), takes_off: { type: "percent", percentage: 20 } })]
    }), "not_combinable")
  })
})

describe("shipping", () => {
  const offers = (rates: ReadonlyArray<ShippingRate>, given: Partial<PricingInput> = {}) =>
    priced({ rates, destination: { country: "GB", region: "Wales" }, ...given }).offers.map(({ amount, shipping_rate_id }) => [shipping_rate_id, amount])

  test("has the rates of the closest zone and those of fetching, cheapest first", () => {
    const id = (id: number) => ({ id: ShippingRateId.make(id) })
    const all = [
      rate(), rate({ ...id(2), countries: ["GB", "IE"], bands: [{ from: 0, amount: 300 }] }), rate({ ...id(3), countries: ["GB"], regions: ["wales"] }),
      rate({ ...id(4), by: "pickup", bands: [{ from: 0, amount: 0 }] }), rate({ ...id(5), countries: ["GB"], regions: ["Wales"], bands: [{ from: 0, amount: 200 }] })
    ]
    assert.deepStrictEqual(offers(all), [[4, 0], [5, 200], [3, 490]])
    assert.deepStrictEqual(offers(all, { destination: { country: "GB" } }), [[4, 0], [2, 300]])
    assert.deepStrictEqual(offers(all, { destination: { country: "NO" } }), [[4, 0], [1, 490]])
    assert.deepStrictEqual(offers(all, { destination: null }), [[4, 0], [1, 490]])
    assert.deepStrictEqual(offers(all, { items: [item({ requires_shipping: false })] }), [])
  })

  test("costs by weight or price, and nothing above what is free", () => {
    const heavy = rate({ by: "weight", bands: [{ from: 0, amount: 300 }, { from: 1_000, amount: 600 }, { from: 30_000, amount: null }] })
    const ofWeight = (weight_grams: number) => offers([heavy], { items: [item({ weight_grams }), item({ weight_grams: 99_999, requires_shipping: false })] })
    assert.deepStrictEqual([ofWeight(999), ofWeight(1_000), ofWeight(30_000)], [[[1, 300]], [[1, 600]], []])
    assert.deepStrictEqual(offers([rate({ free_above: 1_000 })]), [[1, 0]])
    assert.deepStrictEqual(offers([rate({ free_above: 1_000 })], { discounts: [discount()] }), [[1, 490]], "after discounts")
  })
})

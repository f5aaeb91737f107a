import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { post, read } from "../payments/paying.ts"
import { showingOf } from "../payments/paying-by-link.ts"
import { TestServer } from "../support/test-server.ts"
import { change, demo, fieldsOf, heading, onShelf, rates, shopper, slugOf, words } from "./shopping.ts"

const address = { line1: "1 Road", postal_code: "LS1 1AA", city: "Leeds", country: "GB" }

type Shopper = Effect.Success<ReturnType<typeof shopper>>

/** Puts so many of a product into the cart, from its page. */
const put = Effect.fnUntraced(function*({ send, visit }: Shopper, shop: string, slug: string, quantity = 1, variant?: number) {
  const page = yield* visit(`${shop}/products/${slug}`)
  const fields = fieldsOf(page, "Put in the cart")
  return yield* send(`${shop}/cart`, { ...fields, quantity: String(quantity), ...variant !== undefined && { variant: String(variant) } })
})

/** Goes through the checkout up to the summary. */
const toSummary = Effect.fnUntraced(function*({ send, visit }: Shopper, shop: string, email = "grace@navy.example") {
  const details = yield* visit(`${shop}/checkout`)
  assert.strictEqual(heading(details), "Where to")
  const delivery = yield* send(`${shop}/checkout`, { ...fieldsOf(details, "E-mail address"), email, ...address })
  assert.strictEqual(heading(delivery), "Delivery")
  const [, rate] = /name="rate" value="(\d+)"/u.exec(delivery.text)!
  const summary = yield* send(`${shop}/checkout`, { ...fieldsOf(delivery, "How it comes to you"), rate: rate! })
  assert.strictEqual(heading(summary), "Summary")
  return summary
})

layer(TestServer, { excludeTestServices: true })("the hosted shop", (it) => {
  it.effect("tells plainly that there is nothing yet, and knows no address that is not there", () =>
    Effect.gen(function*() {
      yield* demo
      const shop = `/s/${yield* slugOf()}/shop`
      const one = yield* shopper()
      assert.include(words(yield* one.visit(shop)), "The shelves are still empty.")
      assert.strictEqual(heading(yield* one.visit(`${shop}/cart`)), "Your cart is empty")
      assert.strictEqual(heading(yield* one.visit(`${shop}/checkout`)), "Your cart is empty")
      for (const path of ["products/nothing", "products/A%20B", "orders/1", "orders/x", "?collection=nothing"]) {
        assert.strictEqual((yield* one.visit(path.startsWith("?") ? shop + path : `${shop}/${path}`)).status, 404, path)
      }
      for (const query of ["page=0", "page=99999", "page=x", "q=%00", `q=${"x".repeat(500)}`, "sort=price"]) {
        assert.strictEqual((yield* one.visit(`${shop}?${query}`)).status, 200, query)
      }
    }))

  it.effect("leads from search to a receipt, and back", () =>
    Effect.gen(function*() {
      const slug = yield* slugOf()
      const shop = `/s/${slug}/shop`
      const [rate] = (yield* rates([{ delivery_days: 3 }, { name: "Express", bands: [{ from: 0, amount: 1_490 }] }])).rates
      yield* post("/ecommerce/discounts", { title: "Welcome", code: "WELCOME10", takes_off: { type: "percent", percentage: 10 }, combines_with: ["shipping"] }, "acme")
      const mug = yield* onShelf({
        title: "Stoneware mug", tags: ["kitchen"], description: "Holds 350 ml.", options: [{ name: "Colour", values: ["Red", "Blue"] }],
        media: [{ url: "https://pictures.example/mug.jpg", alt: "A red mug" }],
        variants: [
          { options: ["Red"], sku: "MUG-R", prices: [{ currency: "USD", amount: 2_400, compare_at_amount: 2_900 }] },
          { options: ["Blue"], sku: "MUG-B", prices: [{ currency: "USD", amount: 2_600 }] }
        ]
      }, 3)
      yield* onShelf({ title: "Linen apron", tags: ["kitchen"] })
      const made = yield* post("/ecommerce/collections", { title: "For the table", product_ids: [mug.id] }, "acme")
      assert.strictEqual(made.status, 201, made.text)

      const one = yield* shopper()
      const all = words(yield* one.visit(shop))
      assert.include(all, "2 products")
      const listed = yield* one.visit(`${shop}?collection=for-the-table`)
      assert.deepStrictEqual([heading(listed), words(listed).includes("Linen apron")], ["For the table", false])
      const found = yield* one.visit(`${shop}?q=stonware+mug`)
      assert.include(words(found), "1 product ")
      assert.include(found.text, `href="${shop}/products/stoneware-mug"`)
      const page = yield* one.visit(`${shop}/products/stoneware-mug`)
      assert.include(words(page), "Only 3 left")
      assert.include(String(page.headers["content-security-policy"]), "img-src data: https://pictures.example;")
      const data = JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/u.exec(page.text)![1]!)
      assert.deepInclude(data, { "@context": "https://schema.org", "@type": "Product", name: "Stoneware mug", image: ["https://pictures.example/mug.jpg"] })
      assert.deepStrictEqual(data.offers.map(({ availability, price, priceCurrency, sku }: any) => [sku, price, priceCurrency, availability]), [
        ["MUG-R", "24.00", "USD", "https://schema.org/LimitedAvailability"], ["MUG-B", "26.00", "USD", "https://schema.org/LimitedAvailability"]
      ])
      assert.include(data.url, `/s/${slug}/shop/products/stoneware-mug`)

      const [red] = mug.variants
      assert.include(words(yield* put(one, shop, mug.slug, 2, red!.id)), "$48.00")
      const cart = yield* one.visit(`${shop}/cart`)
      const coded = fieldsOf(cart, "Discount code")
      const refused = yield* one.send(`${shop}/cart`, { ...coded, do: "code", code: "NOPE" })
      assert.deepStrictEqual([refused.status, words(refused).includes("There is no such code.")], [422, true])
      assert.include(words(refused), "Remove the code that does not hold")
      assert.strictEqual(heading(yield* one.visit(`${shop}/checkout`)), "Your cart")
      yield* one.send(`${shop}/cart`, { ...fieldsOf(refused, 'name="uncode"'), uncode: "NOPE" })
      const held = yield* one.send(`${shop}/cart`, { ...fieldsOf(yield* one.visit(`${shop}/cart`), "Discount code"), do: "code", code: "welcome10" })
      assert.include(words(held), "applied")

      const details = yield* one.visit(`${shop}/checkout`)
      const wrong = yield* one.post(`${shop}/checkout`, { ...fieldsOf(details, "E-mail address"), email: "4242 4242 4242 4242", line1: "", city: "Leeds", country: "XX" })
      assert.strictEqual(wrong.status, 422)
      for (const part of ["no number of a card", "Write the street", "Choose a country"]) assert.include(words(wrong), part)
      assert.notInclude(wrong.text, "4242 4242")

      const summary = yield* toSummary(one, shop)
      for (const part of ["grace@navy.example", "1 Road", "LS1 1AA Leeds", "United Kingdom", "Standard", "$48.10"]) assert.include(words(summary), part)
      const place = { ...fieldsOf(summary, "Order and pay"), note: "Ring twice." }
      assert.strictEqual((yield* one.post(`${shop}/checkout`, place)).status, 422, "without a name")
      const sent = yield* Effect.all([1, 2].map(() => one.post(`${shop}/checkout`, { ...place, recipient: "Grace Hopper" })), { concurrency: 2 })
      assert.deepStrictEqual(sent.map(({ status }) => status), [303, 303], sent.map(({ text }) => words({ text } as any)).join())
      assert.strictEqual(sent[0]!.location, sent[1]!.location, "sent twice, it is one order")
      assert.match(sent[0]!.location!, new RegExp(`^/s/${slug}/pay/`, "u"))

      const empty = words(yield* one.visit(`${shop}/cart`))
      assert.include(empty, "See your last order")
      const pay = yield* one.visit(sent[0]!.location!)
      assert.include(words(pay), "$48.10")
      const receipt = yield* one.send(pay.path, { card: "pm_card_visa", showing: showingOf(pay.text) })
      assert.strictEqual(heading(receipt), "Paid")
      assert.include(receipt.text, `href="${shop}"`)
      const { items: [order] } = yield* read("/orders?sort=-id&limit=1", "acme")
      assert.deepInclude(order, {
        amount: 4_810, state: "paid", shipping_method: "Standard", notes: "For Grace Hopper\nRing twice.", shipping_address: address
      })
      assert.deepInclude(rate, { name: "Standard" })
      const placed = yield* one.visit(`${shop}/orders/${order.id}`)
      assert.strictEqual(heading(placed), `Thank you: order ${order.id}`)
      assert.strictEqual((yield* (yield* shopper()).visit(`${shop}/orders/${order.id}`)).status, 404, "it is nobody else's")
    }))

  it.effect("does nothing twice, nothing for other sites, and nothing to carts that changed meanwhile", () =>
    Effect.gen(function*() {
      const shop = `/s/${yield* slugOf()}/shop`
      const { slug } = yield* onShelf({ title: "Beeswax candle" })
      const one = yield* shopper()
      const page = yield* one.visit(`${shop}/products/${slug}`)
      const fields: Record<string, string> = { ...fieldsOf(page, "Put in the cart"), quantity: "2" }
      yield* Effect.all([1, 2, 3].map(() => one.send(`${shop}/cart`, fields)), { concurrency: 3 })
      const cart = yield* one.visit(`${shop}/cart`)
      assert.include(cart.text, 'max="9999" value="2"')
      assert.include(words(yield* one.send(`${shop}/cart`, fields)), "nothing was done")
      const again = yield* one.visit(`${shop}/products/${slug}`)
      assert.include(fieldsOf(again, "Put in the cart")["had"], ":2")
      assert.include((yield* one.send(`${shop}/cart`, { ...fieldsOf(again, "Put in the cart"), quantity: "1" })).text, 'value="3" required')

      const variant = fields["variant"]!
      const stale = fieldsOf(cart, "Update the quantities")
      assert.include(words(yield* one.send(`${shop}/cart`, { ...stale, do: "update", [`quantity_${variant}`]: "9" })), "nothing was done")
      const fresh = yield* one.visit(`${shop}/cart`)
      const update = { ...fieldsOf(fresh, "Update the quantities"), do: "update" }
      for (const bad of ["-1", "1.5", "x", "100000000", ""]) {
        assert.strictEqual((yield* one.post(`${shop}/cart`, { ...update, [`quantity_${variant}`]: bad })).status, 422, bad)
        if (bad !== "") assert.strictEqual((yield* one.post(`${shop}/cart`, { ...fieldsOf(again, "Put in the cart"), quantity: bad })).status, 422, bad)
      }
      assert.include((yield* one.send(`${shop}/cart`, { ...update, [`quantity_${variant}`]: "5" })).text, 'value="5" required')

      const others = { ...fieldsOf(yield* one.visit(`${shop}/cart`), "Update the quantities"), do: "update", [`quantity_${variant}`]: "1" }
      for (const more of [{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }]) {
        assert.strictEqual((yield* one.post(`${shop}/cart`, others, more)).status, 403, JSON.stringify(more))
      }
      const stranger = yield* shopper()
      assert.strictEqual((yield* stranger.post(`${shop}/cart`, others)).status, 403, "without a cookie")
      yield* stranger.visit(shop)
      assert.include(words(yield* stranger.send(`${shop}/cart`, others)), "nothing was done")
      assert.include((yield* one.visit(`${shop}/cart`)).text, 'value="5" required')
      const removing = { ...fieldsOf(yield* one.visit(`${shop}/cart`), 'name="cart"'), remove: variant }
      assert.strictEqual(heading(yield* one.send(`${shop}/cart`, removing)), "Your cart is empty")
    }))

  it.effect("sells nothing of another company, nothing that is archived or sold out, and says so", () =>
    Effect.gen(function*() {
      const shop = `/s/${yield* slugOf()}/shop`
      const foreign = yield* onShelf({ title: "Bolt's own lamp" }, 20, "bolt")
      const gone = yield* onShelf({ title: "Oak stool" })
      const out = yield* onShelf({ title: "Wool blanket" }, 0)
      const draft = yield* onShelf({ title: "Secret chair", state: "draft" })
      const one = yield* shopper()
      assert.strictEqual((yield* one.visit(`${shop}/products/${foreign.slug}`)).status, 404)
      assert.strictEqual((yield* one.visit(`${shop}/products/${draft.slug}`)).status, 404)
      yield* put(one, shop, gone.slug)
      const fields = fieldsOf(yield* one.visit(`${shop}/products/${gone.slug}`), "Put in the cart")
      for (const { variants } of [foreign, draft]) {
        const sent = yield* one.post(`${shop}/cart`, { ...fields, quantity: "1", had: "", variant: String(variants[0]!.id) })
        assert.deepStrictEqual([sent.status, heading(sent)], [422, "That cannot be bought"])
      }
      const soldOut = yield* one.visit(`${shop}/products/${out.slug}`)
      assert.include(words(soldOut), "sold out at present")
      assert.notInclude(soldOut.text, "Put in the cart")
      assert.include(soldOut.text, "https://schema.org/OutOfStock")
      yield* change(`/ecommerce/products/${gone.id}`, {}, "acme", "DELETE")
      const archived = yield* one.visit(`${shop}/products/${gone.slug}`)
      assert.deepStrictEqual([archived.status, heading(archived)], [410, "This is no longer sold"])
      const cart = yield* one.visit(`${shop}/cart`)
      assert.include(words(cart), "Oak stool is not for sale.")
      assert.include(words(cart), "Change or remove what cannot be bought")
      assert.strictEqual(heading(yield* one.visit(`${shop}/checkout`)), "Your cart")
      assert.strictEqual((yield* one.post(`${shop}/checkout`, { ...fieldsOf(cart, 'name="cart"'), do: "place", expected_total: "0" })).status, 303)
      const blanket = yield* onShelf({ title: "Cotton <b>towel</b>", description: "</script><script>alert(1)</script>" }, 1)
      const escaped = yield* one.visit(`${shop}/products/${blanket.slug}`)
      for (const part of ["<b>towel", "<script>alert"]) assert.notInclude(escaped.text, part)
      const many = yield* put(one, shop, blanket.slug, 3)
      assert.include(words(many), "Only 1 of Cotton")
    }))

  it.effect("tells a price that changed, and charges nothing by the old one", () =>
    Effect.gen(function*() {
      const shop = `/s/${yield* slugOf()}/shop`
      yield* rates([{}])
      const { slug, variants: [variant] } = yield* onShelf({ title: "Walnut board" })
      const one = yield* shopper()
      yield* put(one, shop, slug)
      const summary = yield* toSummary(one, shop, "ada@engine.example")
      const before = yield* read("/orders?limit=1", "acme")
      yield* change(`/ecommerce/variants/${variant!.id}`, { prices: [{ currency: "USD", amount: 3_000 }] })
      const sent = yield* one.post(`${shop}/checkout`, { ...fieldsOf(summary, "Order and pay"), recipient: "Ada" })
      assert.strictEqual(sent.status, 409)
      assert.include(words(sent), "The total has changed since you saw it. Nothing was ordered")
      assert.include(words(sent), "$34.90")
      assert.strictEqual((yield* read("/orders?limit=1", "acme")).total, before.total)
      yield* change(`/ecommerce/variants/${variant!.id}`, { prices: [{ currency: "USD", amount: 3_100 }] })
      assert.include(words(yield* one.visit(`${shop}/cart`)), "Since you last looked: Walnut board costs 31.00 USD now")
      assert.notInclude(words(yield* one.visit(`${shop}/cart`)), "Since you last looked")
    }))

  it.effect("is at the company's own host too, and pays there", () =>
    Effect.gen(function*() {
      yield* hosted("acme", "shop.acme.test")
      yield* hosted("bolt", "shop.bolt.test")
      const { slug } = yield* onShelf({ title: "Seed tin", variants: [{ requires_shipping: false }] })
      const one = yield* shopper("shop.acme.test")
      const page = yield* one.visit(`/shop/products/${slug}`)
      assert.include(page.text, `<link rel="canonical" href="https://shop.acme.test/shop/products/${slug}"`)
      assert.strictEqual((yield* (yield* shopper("shop.bolt.test")).visit(`/shop/products/${slug}`)).status, 404)
      yield* put(one, "/shop", slug)
      const details = yield* one.visit("/shop/checkout")
      assert.notInclude(words(details), "Street")
      const summary = yield* one.send("/shop/checkout", { ...fieldsOf(details, "E-mail address"), email: "joan@clarke.example" })
      const sent = yield* one.post("/shop/checkout", fieldsOf(summary, "Order and pay"))
      assert.match(sent.location ?? "", /^\/pay\//u, words(sent))
      const pay = yield* one.visit(sent.location!)
      const receipt = yield* one.send(pay.path, { card: "pm_card_chargeDeclined", showing: showingOf(pay.text) })
      assert.strictEqual(heading(receipt), "The payment was not made")
      const again = yield* one.visit(sent.location!)
      const paid = yield* one.send(again.path, { card: "pm_card_visa", showing: showingOf(again.text) })
      assert.strictEqual(heading(paid), "Paid")
      assert.include(paid.text, 'href="/shop"')
    }))
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ended, rejectsOf, taken } from "../crm/imported.ts"
import { OwnerSql } from "../support/database.ts"
import { json, type Key, send, TestServer } from "../support/test-server.ts"

const imported = Effect.fnUntraced(function*(body: string, { key = "acme", query = "", type = "text/csv" }: { key?: Key; query?: string; type?: string } = {}) {
  const sent = yield* send(`/ecommerce/products/import${query}`, { key, method: "POST", body, headers: { "content-type": type } })
  assert.strictEqual(sent.status, 202, sent.text)
  return yield* ended(sent.json.id, key)
})

const product = (search: string, key: Key = "acme") =>
  Effect.map(send(`/ecommerce/products?search=${search}`, { key }), ({ json }) => json.items[0])

const shopify = `Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Image Src,Image Alt Text,Status
jacket,Rain jacket,"<p>Dry, always</p>",Acme,"outdoor, rain",Colour,Red,Size,S,JKT-RS,700,129.90,149.00,https://x.example/red.jpg,Red,active
jacket,,,,,,Red,,M,JKT-RM,720,129.90,,https://x.example/back.jpg,Back,
jacket,,,,,,Blue,,S,JKT-BS,700,119.90,119.90,,,
card,Gift card,,,,Title,Default Title,,,,0,25,,,,draft
`

layer(TestServer, { excludeTestServices: true })("files of products", (it) => {
  it.effect("takes Shopify's file, and says nothing new when it comes again", () =>
    Effect.gen(function*() {
      const done = yield* imported(shopify)
      assert.deepStrictEqual([done.state, ...taken(done)], ["completed", 4, 0, 0, 0], JSON.stringify(done))
      const jacket = yield* product("jkt-rm")
      assert.deepInclude(jacket, {
        slug: "jacket", title: "Rain jacket", description: "<p>Dry, always</p>", state: "active", tags: ["outdoor", "rain"], version: 1,
        options: [{ name: "Colour", values: ["Red", "Blue"] }, { name: "Size", values: ["S", "M"] }],
        media: [{ url: "https://x.example/red.jpg", alt: "Red" }, { url: "https://x.example/back.jpg", alt: "Back" }]
      })
      assert.deepStrictEqual(jacket.variants.map(({ options, prices: [{ amount, compare_at_amount, currency }], sku, weight_grams }: any) =>
        [sku, options, amount, compare_at_amount, currency, weight_grams]), [
        ["JKT-RS", ["Red", "S"], 12_990, 14_900, "USD", 700],
        ["JKT-RM", ["Red", "M"], 12_990, null, "USD", 720],
        ["JKT-BS", ["Blue", "S"], 11_990, null, "USD", 700]
      ])
      const card = yield* product("gift")
      assert.deepInclude(card, { slug: "card", options: [], state: "draft" })
      assert.lengthOf(card.variants, 1)
      const again = yield* imported(shopify)
      assert.deepStrictEqual(taken(again), [0, 0, 4, 0], JSON.stringify(again))
      assert.strictEqual((yield* product("jkt-rm")).version, 1)
      const sql = yield* OwnerSql
      assert.deepStrictEqual(yield* sql`select kind, count(*)::int as n from events where kind like 'product.%' group by 1`, [{ kind: "product.created", n: 2 }])
    }))

  it.effect("changes what a row fills, by SKU, and adds variants to the product", () =>
    Effect.gen(function*() {
      const done = yield* imported(
        "handle,title,option1_value,option2_value,sku,price,currency,backorder_limit\n" +
          ",New jacket,,,jkt-rs,99.5,,3\njacket,,blue,XL,JKT-BX,10,EUR,\ncard,,,,CARD,,,\n,,,,jkt-bs,5,EUR,\n,,,,JKT-RM,,,\n"
      )
      assert.deepStrictEqual(taken(done), [1, 3, 1, 0], JSON.stringify(done))
      const jacket = yield* product("jkt-bx")
      assert.deepInclude(jacket, { title: "New jacket", tags: ["outdoor", "rain"] })
      assert.deepStrictEqual(jacket.options[1], { name: "Size", values: ["S", "M", "XL"] })
      assert.deepStrictEqual(jacket.variants.map(({ backorder_limit, options, prices, sku }: any) => [sku, options.join(), backorder_limit, prices.map(({ amount, currency }: any) => `${currency} ${amount}`).join()]), [
        ["jkt-rs", "Red,S", 3, "USD 9950"], ["JKT-RM", "Red,M", 0, "USD 12990"], ["jkt-bs", "Blue,S", 0, "USD 11990,EUR 500"], ["JKT-BX", "Blue,XL", 0, "EUR 1000"]
      ])
      assert.strictEqual((yield* product("card")).variants[0].sku, "CARD")
    }))

  it.effect("keeps the rows that do not fit, with their reasons", () =>
    Effect.gen(function*() {
      const done = yield* imported(
        "handle,title,option1_name,option1_value,sku,price,currency,backorder_limit,state\n" + [
          ",No handle,,,NEW-1,1,,,",
          "card,,,,JKT-RM,1,,,",
          "jacket,,Colour,Green,NEW-2,1,,,",
          "jacket,,Shade,,JKT-RM,1,,,",
          "lamp,Lamp,,,LAMP,,,,",
          "lamp,Lamp,,,LAMP,1.999,,,",
          "lamp,Lamp,,,LAMP,1.5,JPY,,",
          "lamp,Lamp,,,LAMP,twelve,,,",
          "lamp,Lamp,,,LAMP,1,,-1,",
          "lamp,Lamp,Size,S,LAMP,1,,,",
          "lamp,,,S,LAMP-2,1,,,",
          "lamp,,,M,LAMP,1,,,",
          "card,,,,OTHER,1,,,",
          "card,,,,,,,,archived"
        ].join("\n")
      )
      assert.deepStrictEqual(taken(done), [1, 0, 0, 13], JSON.stringify(done))
      const reasons = (yield* rejectsOf(done.id)).text.trim().split("\n").slice(1)
      const expected = [
        "handle: it is needed", "sku: a variant of jacket has it", "the product's options are Colour, Size", "the product's options are Colour, Size",
        "price: a new variant needs one", "price: USD has 2 decimals", "price: JPY has 0 decimals", "price: Expected a price", "backorder_limit",
        "sku: the variant with these options has the SKU lamp", "the variant with the SKU is S", "sku: the variant with these options has the SKU card", "archive_product"
      ]
      assert.lengthOf(reasons, expected.length)
      for (const [n, words] of expected.entries()) assert.include(reasons[n], words)
    }))

  it.effect("tells what it would do, and does nothing", () =>
    Effect.gen(function*() {
      const file = "handle,title,option1_name,option1_value,sku,price\ndry,Dry,Size,S,DRY-S,1\ndry,,,M,DRY-M,1\njacket,,,,,\njacket,Wet,,,JKT-RS,\n"
      const dry = yield* imported(file, { query: "?dry_run=true" })
      assert.deepStrictEqual(taken(dry), [2, 1, 0, 1], JSON.stringify(dry))
      assert.isUndefined(yield* product("dry-s"))
      const done = yield* imported(file)
      assert.deepStrictEqual(taken(done), taken(dry))
    }))

  it.effect("what was exported comes in as it was", () =>
    Effect.gen(function*() {
      const strip = (items: ReadonlyArray<any>) => items.map(({ created_at, id, updated_at, version, variants, ...rest }) => ({
        ...rest, variants: variants.map(({ created_at, id, product_id, updated_at, version, ...variant }: any) => variant)
      }))
      yield* send("/ecommerce/products", {
        key: "acme", method: "POST",
        ...json({ title: "=Formula, \"quoted\"", tags: ["a,b", "c"], description: "Two\nlines", variants: [{ weight_grams: 3, prices: [{ currency: "USD", amount: 500 }, { currency: "USD", amount: 400, from_quantity: 10 }] }] })
      })
      const ours = (yield* send("/ecommerce/products?limit=200", { key: "acme" })).json
      for (const [format, type, key] of [["csv", "text/csv", "bolt"], ["ndjson", "application/x-ndjson", "cheap"]] as const) {
        const { headers, status, text } = yield* send(`/ecommerce/products/export?format=${format}`, { key: "acme" })
        assert.strictEqual(status, 200, text)
        assert.include(headers.get("content-type"), type)
        const again = yield* imported(text, { type })
        assert.strictEqual(again.unchanged, again.total, JSON.stringify(again))
        if (key === "cheap") continue
        const there = yield* imported(text, { type, key })
        assert.strictEqual(there.created, there.total, JSON.stringify(there))
        const theirs = (yield* send("/ecommerce/products?limit=200", { key })).json
        assert.deepStrictEqual(strip(theirs.items), strip(ours.items))
      }
    }))
})

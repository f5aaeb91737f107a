import { assert, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { Operation } from "#schemas/kernel/catalog"
import { bodiesOfChat, idsOfChat } from "../ai/examples.ts"
import { bodiesOfVisitors, queriesOfVisitors, sameService, tokenOfVisit } from "../calendar/visiting-examples.ts"
import { bodiesOfSite, formOfSite, queriesOfSite, siteShown } from "../website/examples.ts"
import { OwnerSql } from "../support/database.ts"
import { companyIds, json, send, type TestServer, TestServerWith } from "../support/test-server.ts"
import { catalog, exampleOf } from "./examples.ts"
import { probeVisitors, type Visit } from "./visitor-probes.ts"

/** How a test gets what a path with a token names, by operation: a category that has such a path adds a line. */
const tokenOf: Readonly<Record<string, (visit: Visit) => Effect.Effect<string, never, Layer.Success<typeof TestServer>>>> = {
  get_own_booking: tokenOfVisit,
  move_own_booking: tokenOfVisit,
  accept_own_booking: tokenOfVisit,
  cancel_own_booking: tokenOfVisit
}

interface ForSale {
  readonly product_id: number
  readonly variant_id: number
}

const products = new Map<number, ForSale>()

/** Something that each mode of a company gives away as often as it is asked for, made once: nobody has to take a payment for it. */
const forSale = Effect.fnUntraced(function*(company: number) {
  const known = products.get(company)
  if (known !== undefined) return known
  const sql = yield* OwnerSql
  const [made] = yield* Effect.orDie(sql<ForSale>`with p as (
      insert into products (company_id, state, title, slug, tags, tax_category, options, media)
      values (${company}, 'active', 'Manual', 'manual', '{}', 'standard', '[]', '[]') returning company_id, id)
    insert into variants (company_id, product_id, title, options, position, prices, requires_shipping, track_inventory, backorder_limit)
    select company_id, id, '', '{}', 0, '[{"currency": "USD", "amount": 0, "compare_at_amount": null, "from_quantity": 1}]', false, false, 0 from p
    returning id as variant_id, product_id`)
  products.set(company, made!)
  return made!
})

/** What visitors send to make what paths name, by operation, where it is not an example as keys send it. */
const payloadOf: Readonly<Record<string, (visit: Visit) => Effect.Effect<object, never, Layer.Success<typeof TestServer>>>> = {
  create_cart: ({ company }) =>
    Effect.map(forSale(companyIds[company]), ({ variant_id }) => ({ currency: "USD", email: "visitor@x.example", items: [{ variant_id, quantity: 1 }] }))
}

/** Keys of the companies themselves. */
const own = { acme: "acme", bolt: "bolt", cheap: "starter" } as const

/** What the path of an operation names, made by the visitor where visitors can make it. */
const paramsOf = Effect.fnUntraced(function*(entry: Operation, visit: Visit, headers: Readonly<Record<string, string>>) {
  if (entry.category === "calendar" && visit.way !== "token") yield* sameService(visit.company)
  if (entry.category === "cms") yield* siteShown(own[visit.company])
  if (!entry.path.includes("/:")) return {}
  if (idsOfChat[entry.name] !== undefined) return { id: yield* idsOfChat[entry.name]!(headers) }
  if (visit.way === "token") return { token: yield* tokenOf[entry.name]!(visit) }
  const creator = catalog.find(({ method, path, visitors }) =>
    method === "POST" && path === entry.path.slice(0, entry.path.indexOf("/:")) && visitors.includes(visit.way))
  if (entry.name === "submit_form") return { id: yield* formOfSite(own[visit.company]) }
  if (entry.name === "get_product") return { id: (yield* forSale(companyIds[visit.company])).product_id }
  if (creator === undefined) return {}
  const payload = yield* payloadOf[creator.name]?.(visit) ?? Effect.map(exampleOf(creator, "acme"), ({ payload = {} }) => payload)
  return { id: (yield* send(creator.path, { method: "POST", headers, ...json(payload) })).json.id }
})

probeVisitors({
  server: TestServerWith, catalog, paramsOf, shared: new Set(["get_product", "submit_form"]),
  /* What costs nothing has no payment. */
  bodies: { ...bodiesOfVisitors, ...bodiesOfSite, ...bodiesOfChat, checkout_cart: {} },
  queries: { ...queriesOfVisitors, ...queriesOfSite }
})

it("says of each path with a token how a test gets one", () => {
  const withToken = catalog.filter(({ visitors }) => visitors.includes("token")).map(({ name }) => name)
  assert.sameMembers(Object.keys(tokenOf), withToken)
})

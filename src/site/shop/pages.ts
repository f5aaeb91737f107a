import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { OrderId } from "#schemas/payments/order"
import type { Offered } from "#schemas/shop/offer"
import { VariantId } from "#schemas/shop/ids"
import { basket, type Done, lastOrder, putIn, setCode, setQuantities } from "#workflows/shop/hosted/basket"
import { orderShown } from "#workflows/shop/hosted/ordering"
import { productShown, shelf, SHOP, shopAddress, shopShown } from "#workflows/shop/hosted/shelf"
import { numbered } from "../portal/request.ts"
import { cartPage, emptyCart, STALE, type Told, wrongly } from "./cart.ts"
import { checkout, checkoutSent } from "./checking-out.ts"
import { foreign, notFound, refusal } from "./frame.ts"
import { shelfPage } from "./list.ts"
import { orderPage } from "./order.ts"
import { type Given, MOST_AT_ONCE, NOTHING_GIVEN, productPage } from "./product.ts"
import { inShop, seenIn, to, type ShopRequest } from "./request.ts"

const list = inShop(Effect.fnUntraced(function*(request: ShopRequest) {
  const { query, shop } = request
  const page = query.get("page") ?? ""
  const found = yield* shelf(shop, {
    search: query.get("q") ?? "", collection: query.get("collection") ?? undefined, sort: query.get("sort") ?? "", page: /^\d{1,5}$/u.test(page) ? Number(page) : 1
  })
  return found === undefined ? notFound(request) : shelfPage(request, found, yield* shopAddress(shop))
}))

const archived = (request: ShopRequest) => refusal(request, { status: 410, title: "This is no longer sold", why: "It was taken out of the shop. Perhaps there is something like it." })

const shownProduct = Effect.fnUntraced(function*(request: ShopRequest, offered: "archived" | Offered | undefined, given: Given = NOTHING_GIVEN) {
  if (offered === undefined) return notFound(request)
  return offered === "archived" ? archived(request) : productPage(request, offered, yield* shopAddress(request.shop), given)
})

const product = inShop(Effect.fnUntraced(function*(request: ShopRequest) {
  return yield* shownProduct(request, yield* productShown(request.shop, request.name))
}))

const shownCart = Effect.fnUntraced(function*(request: ShopRequest, told: Told = {}) {
  const found = yield* basket(request.shop.cart)
  return found === undefined || found.cart.items.length === 0 ? emptyCart(request, yield* lastOrder, told) : cartPage(request, found, told)
})

const cart = inShop((request) => shownCart(request, request.query.get("done") === "stale" ? { notice: STALE } : {}))

/** After a form: the cart, by an address of its own unless there is something to tell that is told once. */
const after = Effect.fnUntraced(function*(request: ShopRequest, done: Done, told: Told = {}) {
  const { base } = request
  if (done === "stale") return yield* to(`${base}/cart?done=stale`)
  if (done.cart.changed.length === 0 && told.code === undefined) return yield* to(`${base}/cart`)
  const shop = yield* shopShown
  return done.cart.items.length === 0 ? yield* to(`${base}/cart`) : cartPage({ ...request, shop }, done, told)
})

const countIn = (text: string | null, least: number): number | undefined =>
  /^\d{1,6}$/u.test((text ?? "").trim()) && Number(text) >= least && Number(text) <= MOST_AT_ONCE ? Number(text) : undefined

const notSold = (request: ShopRequest) => refusal(request, { status: 422, title: "That cannot be bought", why: "It is not for sale here, or no longer. Your cart is as it was." })

const added = Effect.fnUntraced(function*(request: ShopRequest) {
  const { form, shop } = request
  const variant = VariantId.make(numbered(form.get("variant")))
  const quantity = countIn(form.get("quantity"), 1)
  if (quantity === undefined) {
    return yield* shownProduct(request, yield* productShown(shop, form.get("product") ?? ""), {
      variant, quantity: (form.get("quantity") ?? "").slice(0, 6), status: 422,
      errors: new Map([["quantity", `Write a whole number from 1 to ${MOST_AT_ONCE}.`]])
    })
  }
  const had = (form.get("had") ?? "").split(" ").map((one) => one.split(":").map(Number)).find(([id]) => id === variant)?.[1] ?? 0
  return yield* putIn({ variant_id: variant, quantity, had }).pipe(
    Effect.flatMap((done) => after(request, done)),
    Effect.catchTag("ValidationError", () => Effect.succeed(notSold(request)))
  )
})

/** The quantities of a form, or what is wrong with them. */
const quantitiesIn = (form: URLSearchParams): ReadonlyMap<number, number> | undefined => {
  const found = [...form].filter(([name]) => name.startsWith("quantity_")).map(([name, text]) => [numbered(name.slice("quantity_".length)), countIn(text, 0)] as const)
  return found.some(([, count]) => count === undefined) ? undefined : new Map(found as ReadonlyArray<readonly [number, number]>)
}

const cartSent = inShop(Effect.fnUntraced(function*(request: ShopRequest) {
  const { form } = request
  const seen = seenIn(form)
  const notDone = (text: string) => () => shownCart(request, wrongly(text))
  if (form.get("do") === "add") return yield* added(request)
  const change = (): ReturnType<typeof setQuantities> | ReturnType<typeof setCode> | undefined => {
    const removed = form.get("remove")
    if (removed !== null) return setQuantities(seen, new Map([[numbered(removed), 0]]))
    const uncoded = form.get("uncode")
    if (uncoded !== null) return setCode(seen, uncoded, "remove")
    const code = (form.get("code") ?? "").trim()
    if (form.get("do") === "code") return code.length > 0 && code.length <= 50 ? setCode(seen, code, "add") : undefined
    const quantities = quantitiesIn(form)
    return quantities && setQuantities(seen, quantities)
  }
  const changing = change()
  const isCode = form.get("do") === "code"
  if (changing === undefined) return yield* notDone(isCode ? "Write a code of up to 50 letters." : `Write whole numbers from 0 to ${MOST_AT_ONCE}. Nothing was changed.`)()
  return yield* Effect.matchEffect(changing, {
    onSuccess: (done) => {
      const code = (form.get("code") ?? "").trim()
      const isRefused = isCode && done !== "stale" && done.cart.refused_codes.some((one) => one.code === code)
      return after(request, done, isRefused ? { code, status: 422 } : {})
    },
    onFailure: notDone(isCode ? "That code could not be added: a cart takes five." : "That could not be done. Your cart is as it was.")
  })
}), foreign)

const order = inShop(Effect.fnUntraced(function*(request: ShopRequest) {
  const found = yield* orderShown(OrderId.make(numbered(request.name)))
  return found === undefined ? notFound(request) : orderPage(request, found)
}))

const every = [
  ["GET", SHOP, list], ["GET", `${SHOP}/products/:name`, product], ["GET", `${SHOP}/cart`, cart], ["POST", `${SHOP}/cart`, cartSent],
  ["GET", `${SHOP}/checkout`, inShop(checkout)], ["POST", `${SHOP}/checkout`, inShop(checkoutSent, foreign)], ["GET", `${SHOP}/orders/:name`, order]
] as const

type Every = typeof every[number]
type Handle = Effect.Effect<HttpServerResponse.HttpServerResponse, Effect.Error<Every[2]>, Effect.Services<Every[2]>>
const routes: ReadonlyArray<readonly [method: Every[0], path: Every[1], handle: Handle]> = every

/** The pages of a company's shop, each as `routed` makes a route of it. */
export const shopPages = <Route>(routed: (method: Every[0], path: Every[1], handle: Handle) => Route) =>
  routes.map(([method, path, handle]) => routed(method, path, handle))

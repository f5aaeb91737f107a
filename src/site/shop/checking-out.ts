import { Effect, Option, Schema } from "effect"
import { PostalAddress } from "#schemas/company/address"
import { Email } from "#schemas/kernel/email"
import { holdsCardNumber } from "#schemas/kernel/card-number"
import { prose } from "#schemas/kernel/text"
import { ShippingRateId } from "#schemas/shop/ids"
import { type Basket, basket, countriesFor, lastOrder, offersFor, setDetails, setRate } from "#workflows/shop/hosted/basket"
import { canBePaid, placed } from "#workflows/shop/hosted/ordering"
import { decoderOf } from "../../http/input-errors.ts"
import { type FieldErrors, WHOLE } from "../../dashboard/components/form.ts"
import { harmless } from "../pay/asked.ts"
import { numbered } from "../portal/request.ts"
import { canGoOn } from "./cart.ts"
import { deliveryPage, detailsPage, given, type Given, type Step, summaryPage } from "./checkout.ts"
import { seenIn, to, type ShopRequest } from "./request.ts"

/** The first step that a cart has not been through, or an earlier one that is asked for. */
const stepFor = ({ cart: { email, requires_shipping, shipping, shipping_address } }: Basket, wanted: string | null): Step => {
  if (wanted === "details" || email === null || (requires_shipping && shipping_address === null)) return "details"
  return requires_shipping && (wanted === "delivery" || shipping === null) ? "delivery" : "summary"
}

const keptIn = ({ cart: { email, shipping_address } }: Basket, { shop: { company } }: ShopRequest) => (name: string): string =>
  name === "email" ? email ?? "" : shipping_address?.[name as keyof typeof shipping_address] ?? (name === "country" ? company.address?.country ?? "" : "")

const shown = Effect.fnUntraced(function*(request: ShopRequest, found: Basket, step: Step, asked?: Given) {
  const { cart } = found
  if (step === "details") return detailsPage(request, found, cart.requires_shipping ? yield* countriesFor(cart) : [], asked ?? given(keptIn(found, request)))
  if (step === "delivery") return deliveryPage(request, found, yield* offersFor(cart), asked ?? given())
  return summaryPage(request, found, cart.amount === 0 || (yield* canBePaid), asked ?? given())
})

export const checkout = Effect.fnUntraced(function*(request: ShopRequest) {
  const found = yield* basket(request.shop.cart)
  if (found === undefined || !canGoOn(found)) return yield* to(`${request.base}/cart`)
  return yield* shown(request, found, stepFor(found, request.query.get("step")))
})

const decodeEmail = Schema.decodeUnknownOption(Email)
const decodeAddress = Schema.decodeUnknownOption(PostalAddress)
const faultsOf = decoderOf(PostalAddress)
const parts = Object.keys(PostalAddress.fields)

const messages: Readonly<Record<string, string>> = {
  line1: "Write the street and the number, in up to 200 letters.", city: "Write the town, in up to 100 letters.", country: "Choose a country.",
  postal_code: "That is too long for a postal code."
}

/** What a form says of whose it is and where it goes, or what is wrong with it. */
const detailsIn = (form: URLSearchParams, requires_shipping: boolean) => {
  const said = (name: string) => (form.get(name) ?? "").trim()
  const errors = new Map<string, string>()
  const email = decodeEmail(said("email"))
  if (Option.isNone(email)) errors.set("email", "This is not an e-mail address: one looks like ana@example.com.")
  const written = Object.fromEntries(parts.flatMap((name) => said(name) === "" ? [] : [[name, said(name)]]))
  const address = requires_shipping ? decodeAddress(written) : Option.none()
  if (requires_shipping && Option.isNone(address)) {
    for (const { field } of faultsOf(written)) errors.set(field, messages[field] ?? "That is too long, or holds what cannot be kept.")
  }
  for (const name of ["email", ...parts]) if (holdsCardNumber(said(name))) errors.set(name, "Write no number of a card here: you pay later, on another page.")
  return { said: (name: string) => harmless(said(name)), errors, email, address }
}

/** After a step: the next one, unless there is something to tell that is told once. */
const after = Effect.fnUntraced(function*(request: ShopRequest, done: Basket | "stale", next: Step) {
  if (done === "stale") return yield* to(`${request.base}/cart?done=stale`)
  return done.cart.changed.length > 0 && canGoOn(done) ? yield* shown(request, done, stepFor(done, next)) : yield* to(`${request.base}/checkout?step=${next}`)
})

const sentDetails = Effect.fnUntraced(function*(request: ShopRequest, found: Basket) {
  const { requires_shipping } = found.cart
  const { address, email, errors, said } = detailsIn(request.form, requires_shipping)
  if (errors.size > 0 || Option.isNone(email)) return yield* shown(request, found, "details", given(said, errors))
  const done = yield* setDetails(seenIn(request.form), { email: email.value, ...Option.isSome(address) && { shipping_address: address.value } })
  return yield* after(request, done, requires_shipping ? "delivery" : "summary")
})

const sentRate = Effect.fnUntraced(function*(request: ShopRequest, found: Basket) {
  const rate = numbered(request.form.get("rate"))
  const offers = yield* offersFor(found.cart)
  if (!offers.some(({ shipping_rate_id }) => shipping_rate_id === rate)) {
    return yield* shown(request, found, "delivery", given(undefined, new Map([[WHOLE, "Choose one of these."]])))
  }
  return yield* after(request, yield* setRate(seenIn(request.form), ShippingRateId.make(rate)), "summary")
})

const isNote = Schema.is(Schema.toType(prose(2_000)))

const sentOrder = Effect.fnUntraced(function*(request: ShopRequest, found: Basket | undefined) {
  const { base, form, site } = request
  const said = (name: string) => (form.get(name) ?? "").trim()
  const again = Effect.fnUntraced(function*(errors: FieldErrors, status?: number) {
    const now = yield* basket(request.shop.cart)
    if (now === undefined || !canGoOn(now)) return yield* to(`${base}/cart`)
    return yield* shown(request, now, stepFor(now, "summary"), given((name) => harmless(said(name)), errors, status))
  })
  const [recipient, note] = [said("recipient"), said("note")]
  const notes = [...recipient === "" ? [] : [`For ${recipient}`], ...note === "" ? [] : [note]].join("\n")
  const isThis = found !== undefined && found.cart.id === seenIn(form).id
  if (isThis && found.cart.requires_shipping && recipient === "") return yield* again(new Map([["recipient", "Write a name, so that the parcel finds its way."]]))
  if (notes !== "" && (!isNote(notes) || holdsCardNumber(notes))) {
    return yield* again(new Map([["note", "That is too long, or holds what cannot be kept; never write the number of a card here."]]))
  }
  const done = yield* placed({ cart_id: seenIn(form).id, expected_total: numbered(form.get("expected_total")), notes: notes === "" ? undefined : notes }).pipe(
    Effect.catchTag("Conflict", (conflict) => Effect.succeed({ conflict }))
  )
  if (done === undefined) return yield* to(`${base}/cart?done=stale`)
  if (done === "unpayable") return yield* again(new Map())
  if ("conflict" in done) {
    const isDearer = done.conflict.details?.some(({ field }) => field === "expected_total") === true
    return yield* again(new Map([[WHOLE, isDearer
      ? "The total has changed since you saw it. Nothing was ordered: look at the new one."
      : `${done.conflict.message} Nothing was ordered.`]]), 409)
  }
  return yield* to(done.pay === undefined ? `${base}/orders/${done.order_id}` : `${site}${done.pay}`)
})

export const checkoutSent = Effect.fnUntraced(function*(request: ShopRequest) {
  const { base, form, shop } = request
  const found = yield* basket(shop.cart)
  if (form.get("do") === "place") return yield* sentOrder(request, found)
  if (found === undefined) {
    const order = yield* lastOrder
    return yield* to(order === undefined ? `${base}/cart` : `${base}/orders/${order}`)
  }
  if (!canGoOn(found)) return yield* to(`${base}/cart`)
  return form.get("do") === "delivery" ? yield* sentRate(request, found) : yield* sentDetails(request, found)
})

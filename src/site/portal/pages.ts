import { Effect, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"
import { isTokenShaped, newToken } from "#layers/auth/opaque-tokens"
import type { ProviderError } from "#layers/providers/errors"
import { Instant } from "#schemas/kernel/time"
import { InvoiceId } from "#schemas/payments/invoice"
import { type PaymentMethod, PaymentMethodId, ProviderToken } from "#schemas/payments/method"
import { PlanId } from "#schemas/payments/plan"
import { SubscriptionId } from "#schemas/payments/subscription"
import { linkRenewed, portalOf } from "#workflows/payments/portal"
import { invoiceFile, invoicesOf, payPathOf } from "#workflows/payments/portal-invoices"
import { keeper, methodAdded, methodOf, methodRemoved, methodsOf, pageOpened, pageReturned } from "#workflows/payments/portal-methods"
import {
  changePreviewed, type Doable, methodChosen, planChanged, subscriptionDone, subscriptionOf, subscriptionsOf
} from "#workflows/payments/portal-subscriptions"
import { PORTAL } from "#workflows/payments/portal-tokens"
import { type FieldErrors, NO_ERRORS, WHOLE } from "../../dashboard/components/form.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { plainPage } from "../../http/site-routing.ts"
import { whyNot } from "../pay/receipt.ts"
import { homePage } from "./home.ts"
import { addPage, leavingPage, removePage } from "./methods.ts"
import { address, type Asked, closedPage, daysIn, numbered, pdfResponse, refusal, response, sentForm } from "./request.ts"
import { previewPage, subscriptionPage } from "./subscription.ts"

type Response = HttpServerResponse.HttpServerResponse

const unknown = plainPage(404, "This link leads nowhere", "Perhaps a part of it was lost on the way. Open it from the e-mail again.")

const to = (path: string) => redirectResponse({ to: path })

/** Shows or does something for the customer whose link it is, in words for them where it cannot be. */
const forCustomer = <E extends { readonly _tag: string }, R>(handle: (asked: Asked) => Effect.Effect<Response, E, R>) => (company?: number) =>
  Effect.gen(function*() {
    const { formats: formatsOf, token, ...where } = yield* address
    const form = yield* sentForm
    const renews = form.get("do") === "renew"
    const portal = renews ? yield* linkRenewed(token, company) : yield* portalOf(token, company)
    if (portal === undefined) return unknown
    if (portal.closed !== undefined) return response(portal, closedPage(portal, where.base, renews))
    const formats = formatsOf(portal.company)
    const refused = (title: string, why: string, status: number) => Effect.succeed(response(portal, refusal(title, why, status, where.base)))
    return yield* Effect.catch(handle({ ...where, portal, form, formats, day: daysIn(formats) }), (error) => {
      const { _tag, message = "" } = error as { readonly _tag: string; readonly message?: string }
      switch (_tag) {
        case "NotFound": return refused("Not found", "It may have been removed.", 404)
        case "NotAllowed": return refused("That is not open to you", `${portal.company.name} does that itself: ask them.`, 403)
        case "Conflict": return refused("That cannot be done", message, 409)
        case "ValidationError": return refused("That cannot be done", "The form does not fit any more. Go back, and try once more.", 422)
        default: return Effect.die(error)
      }
    })
  })

const MOST_PAGES = 10_000

const home = forCustomer(Effect.fnUntraced(function*(asked: Asked) {
  const { portal, query } = asked
  const page = /^\d{1,4}$/u.test(query.get("page") ?? "") ? Math.min(MOST_PAGES, Number(query.get("page"))) : 0
  return response(portal, homePage(asked, {
    invoices: yield* invoicesOf(portal, page),
    methods: yield* methodsOf(portal),
    canAdd: (yield* keeper(portal)) !== undefined,
    subscriptions: yield* subscriptionsOf(portal)
  }))
}))

const pdf = forCustomer(Effect.fnUntraced(function*({ id, portal }: Asked) {
  const { content, name } = yield* invoiceFile(portal, InvoiceId.make(id))
  return pdfResponse(content, name)
}))

const pay = forCustomer(Effect.fnUntraced(function*({ base, id, portal, site }: Asked) {
  const path = yield* payPathOf(portal, InvoiceId.make(id))
  if (path !== undefined) return to(`${site}${path}`)
  return response(portal, refusal("This cannot be paid here", "Nothing of it is left to pay, or it cannot be paid online at present.", 409, base))
}))

const removing = forCustomer(Effect.fnUntraced(function*(asked: Asked) {
  const { method, plans } = yield* methodOf(asked.portal, PaymentMethodId.make(asked.id))
  return response(asked.portal, removePage(asked, method, plans))
}))

const removed = forCustomer(Effect.fnUntraced(function*({ base, id, portal }: Asked) {
  yield* methodRemoved(portal, PaymentMethodId.make(id))
  return to(`${base}?done=removed`)
}))

/** What the provider did not do, which may go better another time. */
const notNow = ({ base, portal }: Asked) =>
  Effect.succeed(response(portal, refusal(
    "That cannot be done just now", "The payment provider did not answer as it should. Try again in a few minutes.", 503, base
  )))

/** Where a method was saved, or was not. */
const afterSaving = (asked: Asked, { failure_code, state }: PaymentMethod) =>
  state === "failed"
    ? addForm(asked, new Map([[WHOLE, `It was not saved. ${whyNot(failure_code)}`]]))
    : Effect.succeed(to(`${asked.base}?done=${state === "active" ? "added" : "adding"}`))

/** The form, or what became of the provider's own page from which the customer comes back. */
const adding = forCustomer(Effect.fnUntraced(function*(asked: Asked) {
  const session = asked.query.get("session") ?? ""
  if (!/^\w{1,200}$/u.test(session)) return yield* addForm(asked, NO_ERRORS)
  const made = yield* pageReturned(asked.portal, session).pipe(Effect.catchIf(isProviderError, () => Effect.succeed("unknown" as const)))
  if (made === "unknown") return yield* notNow(asked)
  if (made === undefined) return yield* addForm(asked, new Map([[WHOLE, "Nothing was saved: the page of the payment provider was left before its end."]]))
  return yield* afterSaving(asked, made)
}))

const addForm = Effect.fnUntraced(function*(asked: Asked, errors: FieldErrors) {
  const { base, form, portal } = asked
  const by = yield* keeper(portal)
  if (by === undefined || !portal.allowed.payment_methods) {
    return response(portal, refusal("No payment method can be added here", "Ask who sent you the link.", 403, base))
  }
  return response(portal, addPage(asked, by.simulated, newToken(), errors, form.get("card") ?? ""))
})

const isProviderError = (error: { readonly _tag: string }): error is ProviderError => error._tag.startsWith("Provider")
const isToken = Schema.is(ProviderToken)

const addition = forCustomer(Effect.fnUntraced(function*(asked: Asked) {
  const { base, form, portal } = asked
  const card = form.get("card") ?? ""
  const showing = form.get("showing") ?? ""
  const wrong = (text: string) => addForm(asked, new Map([[WHOLE, text]]))
  if (!isTokenShaped(showing)) return yield* wrong("The form was not complete. Nothing was saved: send this one.")
  const by = yield* keeper(portal)
  if (by === undefined) return yield* addForm(asked, NO_ERRORS)
  if (by.simulated) return isToken(card) ? yield* afterSaving(asked, yield* methodAdded(portal, card, showing)) : yield* wrong("Choose a card.")
  const opened = yield* pageOpened(portal, showing, base.split("/").at(-1)!).pipe(Effect.catchIf(isProviderError, () => Effect.succeed(undefined)))
  return opened === undefined ? yield* notNow(asked) : response(portal, leavingPage(opened, asked))
}))

const subscription = forCustomer(Effect.fnUntraced(function*(asked: Asked) {
  const { id, portal, query } = asked
  const of = SubscriptionId.make(id)
  const plan = query.get("plan")
  if (plan !== null) return response(portal, previewPage(asked, yield* changePreviewed(portal, of, PlanId.make(numbered(plan)))))
  return response(portal, subscriptionPage(asked, yield* subscriptionOf(portal, of)))
}))

const doables: ReadonlyArray<string> = ["cancel", "keep", "pause", "resume"] satisfies ReadonlyArray<Doable>
const isInstant = Schema.is(Instant)

const done = forCustomer(Effect.fnUntraced(function*({ address, base, form, id, portal }: Asked) {
  const of = SubscriptionId.make(id)
  const what = form.get("do") ?? ""
  const at = form.get("at") ?? ""
  if (doables.includes(what)) yield* subscriptionDone(portal, of, what as Doable)
  else if (what === "charge") yield* methodChosen(portal, of, PaymentMethodId.make(numbered(form.get("method"))))
  else if (what === "change" && isInstant(at)) yield* planChanged(portal, of, { plan_id: PlanId.make(numbered(form.get("plan"))), proration_at: at })
  else return response(portal, refusal("That cannot be done", "The form was not complete. Go back, and try once more.", 422, base))
  return to(`${address}?done=${what}`)
}))

const LINK = `${PORTAL}/:token` as const
const INVOICE = `${LINK}/invoices/:id` as const
const NEW_METHOD = `${LINK}/methods/new` as const
const METHOD = `${LINK}/methods/:id` as const
const SUBSCRIPTION = `${LINK}/subscriptions/:id` as const

const every = [
  ["GET", LINK, home], ["POST", LINK, home], ["GET", `${INVOICE}/pdf`, pdf], ["POST", `${INVOICE}/pay`, pay],
  ["GET", NEW_METHOD, adding], ["POST", NEW_METHOD, addition], ["GET", METHOD, removing], ["POST", METHOD, removed],
  ["GET", SUBSCRIPTION, subscription], ["POST", SUBSCRIPTION, done]
] as const

type Every = typeof every[number]
type Handle = (company?: number) => Effect.Effect<Response, never, Effect.Services<ReturnType<Every[2]>>>
const routes: ReadonlyArray<readonly [method: Every[0], path: Every[1], handle: Handle]> = every

/** Customers' own pages, each as `routed` makes a route of it. */
export const portalPages = <Route>(routed: (method: Every[0], path: Every[1], handle: Handle) => Route) =>
  routes.map(([method, path, handle]) => routed(method, path, handle))

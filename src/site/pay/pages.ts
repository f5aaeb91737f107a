import { Effect, Schema } from "effect"
import { isTokenShaped, newToken } from "#layers/auth/opaque-tokens"
import { holdsCardNumber } from "#schemas/kernel/card-number"
import { Email } from "#schemas/kernel/email"
import { ProviderToken } from "#schemas/payments/method"
import { authenticate, linkShown, type LinkShown, payByLink, receiptShown } from "#workflows/payments/link-paying"
import { PAY } from "#workflows/payments/links"
import { SHOP } from "#workflows/shop/hosted/shelf"
import { type FieldErrors, NO_ERRORS, WHOLE } from "../../dashboard/components/form.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { SITES } from "../../http/site-routing.ts"
import { asked, harmless, sentForm, unknown } from "./asked.ts"
import { closedPage, payForm } from "./form.ts"
import { payResponse } from "./frame.ts"
import { receiptPage } from "./receipt.ts"

const shownAs = Effect.fnUntraced(function*(shown: LinkShown, given: { readonly form?: URLSearchParams; readonly errors?: FieldErrors } = {}) {
  const { base, formats } = yield* asked
  const { closed, company, resumable } = shown
  const receipt = resumable === undefined ? undefined : `${base}/receipt/${resumable}`
  if (closed !== undefined) return payResponse(company, closedPage(shown, closed, formats(company), base, receipt))
  const { errors = NO_ERRORS, form } = given
  const before = form?.get("showing") ?? ""
  return payResponse(company, payForm(shown, formats(company), base, {
    showing: isTokenShaped(before) ? before : newToken(), errors, said: (name) => harmless((form?.get(name) ?? "").trim())
  }))
})

const page = (company?: number) =>
  Effect.gen(function*() {
    const { token } = yield* asked
    const shown = yield* linkShown(token, company)
    return shown === undefined ? unknown : yield* shownAs(shown)
  })

const decodeEmail = Schema.decodeEffect(Email)
const isToken = Schema.is(ProviderToken)

/** What the form says, or what is wrong with it. */
const read = Effect.fnUntraced(function*(form: URLSearchParams, simulated: boolean) {
  const said = (name: string) => (form.get(name) ?? "").trim()
  const errors = new Map<string, string>()
  const showing = said("showing")
  if (!isTokenShaped(showing)) errors.set(WHOLE, "The form was not complete. Nothing was charged: send this one.")
  const email = said("email") === "" ? undefined : yield* Effect.option(decodeEmail(said("email")))
  if (email?._tag === "None" || holdsCardNumber(said("email"))) errors.set("email", "This is not an e-mail address: one looks like ana@example.com.")
  const method = said("token") || said("card")
  if (simulated && !isToken(method)) errors.set("token", "Choose a card, or give a test token of letters, digits, _ and -; never the number of a card.")
  return { errors, sent: { showing, email: email?._tag === "Some" ? email.value : undefined, method: simulated ? method : undefined } }
})

const sent = (company?: number) =>
  Effect.gen(function*() {
    const { base, token } = yield* asked
    const form = yield* sentForm
    const shown = yield* linkShown(token, company)
    if (shown === undefined) return unknown
    if (shown.provider === undefined) return yield* shownAs(shown)
    const { errors, sent } = yield* read(form, shown.provider.simulated)
    if (errors.size > 0) return yield* shownAs(shown, { form, errors })
    const done = yield* payByLink(token, sent, company)
    if (done === undefined) return unknown
    if (done.receipt !== undefined) return redirectResponse({ to: `${base}/receipt/${done.receipt}` })
    const now = yield* linkShown(token, company)
    return now === undefined ? unknown : yield* shownAs({ ...now, closed: done.closed })
  })

const receipt = (company?: number) =>
  Effect.gen(function*() {
    const { address, base, formats, query, receipt, token } = yield* asked
    const returned = query.get("returned") !== null
    const shown = yield* receiptShown(token, receipt, returned, company)
    if (shown === undefined) return unknown
    const site = company === undefined ? `${SITES}/${shown.company.slug}` : base.slice(0, -`${PAY}/${token}`.length)
    const shop = shown.bought ? `${site}${SHOP}` : undefined
    return payResponse(shown.company, receiptPage(shown, formats(shown.company), { base, address, returned, shop }))
  })

const answered = (company?: number) =>
  Effect.gen(function*() {
    const { address, receipt, token } = yield* asked
    yield* authenticate(token, receipt, (yield* sentForm).get("answer") === "confirm", company)
    return redirectResponse({ to: address })
  })

const LINK = `${PAY}/:token` as const
const RECEIPT = `${LINK}/receipt/:receipt` as const

type Handle = typeof page | typeof sent | typeof receipt | typeof answered

/** The pages of payment links, each as `routed` makes a route of it. */
export const payPages = <Route>(routed: (method: "GET" | "POST", path: typeof LINK | typeof RECEIPT, handle: Handle) => Route) =>
  [routed("GET", LINK, page), routed("POST", LINK, sent), routed("GET", RECEIPT, receipt), routed("POST", RECEIPT, answered)] as const

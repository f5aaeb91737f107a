import { Effect, Option } from "effect"
import { readUntil } from "#layers/kernel/answer-later"
import { PaymentMethods } from "#layers/payments/methods"
import { Plans } from "#layers/payments/plans"
import { Subscriptions } from "#layers/payments/subscriptions"
import type { PaymentMethod, PaymentMethodId } from "#schemas/payments/method"
import { provider } from "./asking.ts"
import { baseOf } from "./addressed.ts"
import { added, remove_payment_method } from "./methods.ts"
import { act, as, may, ownOf, type Portal } from "./portal.ts"
import { PORTAL } from "./portal-tokens.ts"

/** More than anybody has. */
const MOST = 100

/** The customer's payment methods, without those that were never saved; none where the company does not show them. */
export const methodsOf = (portal: Portal) =>
  as(portal)(portal.allowed.payment_methods
    ? Effect.map(
      Effect.orDie(PaymentMethods.use((methods) => methods.page({ contact_id: portal.contact.id, limit: MOST, offset: 0, sort: "-id" }))),
      ({ items }) => items.filter(({ state }) => state !== "failed"))
    : Effect.succeed<ReadonlyArray<PaymentMethod>>([]))

/** A method, and the names of the plans of the subscriptions that are charged to it. */
export const methodOf = (portal: Portal, id: PaymentMethodId) =>
  as(portal)(Effect.gen(function*() {
    yield* may(portal, "payment_methods")
    const method = yield* ownOf(portal, "payment method")(PaymentMethods.use((methods) => methods.get(id)))
    const { items } = yield* Effect.orDie(Subscriptions.use((all) => all.page({ contact_id: portal.contact.id, limit: MOST, offset: 0, sort: "-id" })))
    const charged = items.filter(({ payment_method_id, state }) => payment_method_id === id && state !== "canceled")
    const plans = yield* Effect.forEach(charged, ({ plan_id }) => Effect.orDie(Plans.use((all) => all.get(plan_id))))
    return { method, plans: plans.map(({ name }) => name) }
  }))

/** Who keeps methods for the company; nothing where nobody does. */
export const keeper = (portal: Portal) => as(portal)(Effect.map(Effect.option(provider), Option.getOrUndefined))

/** Saves a method once for each showing of the page, and waits a few seconds for the provider. */
export const methodAdded = (portal: Portal, payment_method: string, showing: string) =>
  Effect.gen(function*() {
    yield* may(portal, "payment_methods")
    const made = yield* act(portal, "add_payment_method", { contact_id: portal.contact.id, showing })(
      added({ contact_id: portal.contact.id, payment_method }, showing))
    if (made.state !== "processing") return made
    return yield* as(portal)(PaymentMethods.use((methods) =>
      readUntil(Effect.map(methods.find(made.id, { deleted: true }), Option.getOrElse(() => made)), ({ state }) => state !== "processing")))
  })

const referenceOf = ({ contact, caller: { company_id } }: Portal) => `company ${company_id} contact ${contact.id}`

/** Opens the provider's own page, on which the customer writes down what shall be saved; `token` is that of the link, to which they come back. */
export const pageOpened = (portal: Portal, showing: string, token: string) =>
  as(portal)(Effect.gen(function*() {
    yield* may(portal, "payment_methods")
    const page = `${yield* baseOf(PORTAL)}/${token}/methods/new`
    const { url } = yield* (yield* provider).setup(
      { reference: referenceOf(portal), currency: portal.company.currency, doneAt: page, leftAt: page }, `setup ${showing}`
    )
    return url ?? undefined
  }))

/** Saves what was written down on such a page, once; nothing where nothing was, or the page was another customer's. */
export const pageReturned = (portal: Portal, id: string) =>
  Effect.gen(function*() {
    yield* may(portal, "payment_methods")
    const { reference, token } = yield* as(portal)(Effect.flatMap(provider, (by) => by.findSetup(id)))
    return token === null || reference !== referenceOf(portal) ? undefined : yield* methodAdded(portal, token, id)
  })

/** Removes a method; what is removed already stays so. */
export const methodRemoved = (portal: Portal, id: PaymentMethodId) =>
  Effect.gen(function*() {
    yield* may(portal, "payment_methods")
    const found = yield* as(portal)(ownOf(portal, "payment method")(PaymentMethods.use((methods) => methods.get(id, { deleted: true }))))
    yield* act(portal, "remove_payment_method", { id: found.id })(remove_payment_method({ id: found.id })).pipe(
      Effect.catchTag("NotFound", () => Effect.void))
  })

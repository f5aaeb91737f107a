import { Data, Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller, NO_CREDENTIAL } from "#layers/auth/audit"
import { Throttle } from "#layers/auth/throttle"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { Merges } from "#layers/crm/merges"
import { companyNow } from "#layers/kernel/company-clock"
import { PortalSettingsOfCompany } from "#layers/payments/portal-settings"
import { payloadHash } from "#layers/workflows/runs"
import type { companySettings } from "#schemas/company/settings"
import type { Contact, ContactId } from "#schemas/crm/contact"
import { NotFound } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { PORTAL_DAYS, type PortalSettings } from "#schemas/payments/portal"
import { emailCustomer } from "../messages/send.ts"
import notice from "../messages/templates/notice.ts"
import { pageOfReader } from "./portal-links.ts"
import { portalTokenIn } from "./portal-tokens.ts"

/** The company does not let its customers do it. */
export class NotAllowed extends Data.TaggedError("NotAllowed")<{}> {}

interface Whose {
  readonly company: typeof companySettings.read.Type
  readonly livemode: boolean
}

/** The pages of a customer, by a link that is good. */
export interface Portal extends Whose {
  readonly closed?: never
  readonly allowed: PortalSettings
  readonly contact: Contact
  /** The customer, as programs and receipts see them. */
  readonly caller: Caller["Service"]
}

/** Why a link of ours opens nothing. */
export interface ClosedPortal extends Whose {
  readonly closed: "off" | "expired"
}

/** The contact, or who is kept where they were merged. */
const kept = Effect.fnUntraced(function*(id: ContactId) {
  const contacts = yield* Contacts
  const found = yield* contacts.find(id)
  if (Option.isSome(found)) return found
  const survivor = yield* Merges.use((merges) => merges.survivorOf(id))
  return Option.isNone(survivor) ? Option.none() : yield* contacts.find(survivor.value.survivor_id)
})

/** Whose link has this in its address; nothing where it is none of ours, the contact is gone, or `only` is another company. */
export const portalOf = Effect.fnUntraced(function*(token: string, only?: number) {
  const said = yield* portalTokenIn(token)
  if (said === undefined || (only !== undefined && said.company_id !== only)) return undefined
  const nobody = anonymousCaller(said.company_id, NO_CREDENTIAL, said.mode)
  return yield* Effect.gen(function*(): Effect.fn.Return<
    Portal | ClosedPortal | undefined, never, Caller | CompanySettings | Contacts | Merges | PortalSettingsOfCompany
  > {
    const allowed = yield* PortalSettingsOfCompany.use(({ get }) => get)
    const whose = { company: yield* (yield* CompanySettings).own, livemode: said.mode === "live" }
    if (!allowed.enabled) return { ...whose, closed: "off" }
    if (said.expires <= (yield* companyNow)) return { ...whose, closed: "expired" }
    const contact = Option.getOrUndefined(yield* kept(said.contact_id))
    if (contact === undefined) return undefined
    const id = `customer_${contact.id}`
    const visitor = { way: "token", id, idempotencyScope: id, newToken: undefined } as const
    return { ...whose, allowed, contact, caller: { ...nobody, credential: "visitor", visitor } }
  }).pipe(Effect.provideService(Caller, nobody))
})

/** Reads as the customer. */
export const as = ({ caller }: Portal) => Effect.provideService(Caller, caller)

/** Does what an operation does, as the customer, with its receipt. */
export const act = (portal: Portal, verb: string, payload: Parameters<typeof payloadHash>[0]) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  as(portal)(Receipted.use((receipted) => receipted.write({ verb, payloadHash: payloadHash(payload) }, work)))

/** A record of the customer's own; those of others are not there for them. */
export const ownOf = ({ contact }: Portal, noun: string) => <A extends { readonly contact_id: number | null }, E, R>(found: Effect.Effect<A, E, R>) =>
  Effect.filterOrFail(found, ({ contact_id }) => contact_id === contact.id, () => new NotFound({ message: `There is no such ${noun}.` }))

/** Goes on only where the company allows it. */
export const may = ({ allowed }: Portal, what: "payment_methods" | "cancel" | "pause") => allowed[what] ? Effect.void : Effect.fail(new NotAllowed())

const HOUR = 3_600

/** Sends a new link in place of one that is too old, to the address that is known, if any: whoever asks learns nothing of that. */
export const linkRenewed = Effect.fnUntraced(function*(token: string, only?: number) {
  const found = yield* portalOf(token, only)
  if (found?.closed !== "expired") return found
  const { company_id, contact_id, mode } = (yield* portalTokenIn(token))!
  const counted = yield* Effect.option(Throttle.use((throttle) =>
    throttle.attempt("portal link", [{ about: `${company_id} ${mode} ${contact_id}`, most: 3, seconds: HOUR }])))
  if (Option.isNone(counted)) return found
  const sent = Effect.gen(function*() {
    const contact = Option.getOrUndefined(yield* kept(contact_id))
    const page = yield* pageOfReader
    if (contact === undefined || contact.email === null || page === undefined) return
    yield* Effect.orDie(emailCustomer(notice, {
      subject: `Your pages at ${found.company.name}`,
      paragraphs: [
        `Here you find your invoices, payment methods and subscriptions. The link is good for ${PORTAL_DAYS} days.`,
        "It is for you alone: whoever has it can do there what you can. If you did not ask for it, you need not do anything."
      ],
      button: { label: "Open your pages", to: page }
    }, { to: { contact_id: contact.id } }))
  })
  yield* Receipted.use((receipted) => receipted.write({ verb: "send_email", payloadHash: payloadHash({ portal_link: contact_id }) }, sent)).pipe(
    Effect.provideService(Caller, anonymousCaller(company_id, NO_CREDENTIAL, mode)))
  return found
})

import { Effect, Option, Schema } from "effect"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { Way } from "../../providers/http.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading, said } from "./asking.ts"

/** Accounts of every organisation, and of persons. */
const TENANT = "common"
const SIGN_IN = `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0`

const PAGE = 200
const FIRST = "/v1.0/me/contacts/delta?$select=givenName,surname,displayName,emailAddresses,mobilePhone,businessPhones,companyName,personalNotes"

/** What was there at the last run is not known there any more: everything is read anew. */
const EXPIRED = "resync"

const verdictOf = ({ status }: Refusal): Verdict | undefined => status === 410 ? { kind: "invalid", reason: EXPIRED, message: "The place of the last run is too old." } : undefined

const Contact = Schema.Struct({
  id: Schema.String,
  "@removed": maybe(Schema.Unknown),
  givenName: maybe(Schema.String), surname: maybe(Schema.String), displayName: maybe(Schema.String), companyName: maybe(Schema.String), personalNotes: maybe(Schema.String),
  mobilePhone: maybe(Schema.String), businessPhones: maybe(Schema.Array(Schema.String)),
  emailAddresses: maybe(Schema.Array(Schema.Struct({ address: maybe(Schema.String) })))
})
const contacts = eachOf(Contact, "contact", "id")
const Page = Schema.Struct({ value: Schema.Array(Schema.Unknown), "@odata.nextLink": maybe(Schema.String), "@odata.deltaLink": maybe(Schema.String) })
const Me = Schema.Struct({ mail: maybe(Schema.String), userPrincipalName: maybe(Schema.String) })

const personOf = (one: typeof Contact.Type): RemotePerson => ({
  remote_id: one.id,
  ...one["@removed"] !== undefined && one["@removed"] !== null && { gone: true },
  fields: {
    first_name: said(one.givenName ?? one.displayName), last_name: said(one.surname), email: said(one.emailAddresses?.[0]?.address),
    phone: said(one.mobilePhone ?? one.businessPhones?.[0]), company_name: said(one.companyName), notes: said(one.personalNotes)
  }
})

/** Links of the other side lead nowhere but to the other side. */
const at = (way: Way, link: string) => {
  const { pathname, search } = new URL(link, way.base)
  return new URL(way.base).origin + pathname + search
}

/** Microsoft Graph (learn.microsoft.com/graph/api/contact-delta). */
export const microsoft: IntegrationModule = {
  party: { name: "microsoft", usually: "https://graph.microsoft.com", verdictOf },
  oauth: {
    authorize: `${SIGN_IN}/authorize`, token: `${SIGN_IN}/token`, client: "post",
    scope: "offline_access User.Read Contacts.Read"
  },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${way.base}/v1.0/me`), Me), ({ mail, userPrincipalName }) => ({ account: said(mail) ?? said(userPrincipalName) ?? null })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const link = typeof place === "string" ? place : FIRST
    const ask = (to: string) => way.json(reading(access, "read_contacts", at(way, to), { prefer: `odata.maxpagesize=${PAGE}` }), Page)
    const answer = yield* ask(link).pipe(Effect.catchIf(({ reason }) => reason === EXPIRED && link !== FIRST, () => ask(FIRST)))
    const { good, unreadable } = contacts(answer.value)
    const next = said(answer["@odata.nextLink"])
    return { people: good.map(personOf), unreadable, done: next === undefined, place: next ?? Option.getOrNull(Option.fromNullishOr(answer["@odata.deltaLink"])) }
  })
}

import { Effect, Option, Schema } from "effect"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading, said } from "./asking.ts"

const PAGE = 200
const FIELDS = "names,emailAddresses,phoneNumbers,organizations,biographies,metadata"

const Problem = Schema.Struct({ error: Schema.Struct({ status: maybe(Schema.String), message: maybe(Schema.String) }) })
const problemOf = Schema.decodeUnknownOption(Problem)

/** The place of an earlier run is too old: everything is read anew. */
const EXPIRED = "EXPIRED_SYNC_TOKEN"

const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const error = Option.getOrUndefined(problemOf(json))?.error
  if (JSON.stringify(json ?? null).includes(EXPIRED)) return { kind: "invalid", reason: EXPIRED, message: "The place of the last run is too old." }
  if (error?.status === "RESOURCE_EXHAUSTED") return { kind: "limited", reason: "rate_limit", message: error.message ?? `It answered ${status}.` }
  return undefined
}

const One = <F extends Schema.Struct.Fields>(fields: F) => maybe(Schema.Array(Schema.Struct(fields)))
const Person = Schema.Struct({
  resourceName: Schema.String,
  metadata: maybe(Schema.Struct({ deleted: maybe(Schema.Boolean) })),
  names: One({ givenName: maybe(Schema.String), familyName: maybe(Schema.String), displayName: maybe(Schema.String) }),
  emailAddresses: One({ value: maybe(Schema.String) }),
  phoneNumbers: One({ value: maybe(Schema.String), canonicalForm: maybe(Schema.String) }),
  organizations: One({ name: maybe(Schema.String) }),
  biographies: One({ value: maybe(Schema.String) })
})
const people = eachOf(Person, "contact", "resourceName")

const Connections = Schema.Struct({
  connections: maybe(Schema.Array(Schema.Unknown)), nextPageToken: maybe(Schema.String), nextSyncToken: maybe(Schema.String)
})

const personOf = ({ biographies, emailAddresses, metadata, names, organizations, phoneNumbers, resourceName }: typeof Person.Type): RemotePerson => ({
  remote_id: resourceName,
  ...metadata?.deleted === true && { gone: true },
  fields: {
    first_name: said(names?.[0]?.givenName ?? names?.[0]?.displayName), last_name: said(names?.[0]?.familyName), email: said(emailAddresses?.[0]?.value),
    phone: said(phoneNumbers?.[0]?.canonicalForm ?? phoneNumbers?.[0]?.value), company_name: said(organizations?.[0]?.name), notes: said(biographies?.[0]?.value)
  }
})

const Place = Schema.Struct({ page: Schema.optionalKey(Schema.String), sync: Schema.optionalKey(Schema.String) })
const placeOf = Schema.decodeUnknownOption(Place)

/** Google's People API (developers.google.com/people/api/rest). */
export const google: IntegrationModule = {
  party: { name: "google", usually: "https://people.googleapis.com", verdictOf },
  oauth: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth", token: "https://oauth2.googleapis.com/token", client: "post",
    scope: "https://www.googleapis.com/auth/contacts.readonly", asked: { access_type: "offline", prompt: "consent" }
  },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${way.base}/v1/people/me?personFields=names,emailAddresses`), Person), ({ emailAddresses, names }) =>
      ({ account: said(emailAddresses?.[0]?.value) ?? said(names?.[0]?.displayName) ?? null })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { page, sync } = Option.getOrElse(placeOf(place), (): typeof Place.Type => ({}))
    const ask = (sync: string | undefined, page: string | undefined) => {
      const query = new URLSearchParams({
        personFields: FIELDS, pageSize: String(PAGE), requestSyncToken: "true", ...sync !== undefined && { syncToken: sync }, ...page !== undefined && { pageToken: page }
      })
      return way.json(reading(access, "read_contacts", `${way.base}/v1/people/me/connections?${query}`), Connections)
    }
    let since = sync
    const answer = yield* ask(sync, page).pipe(Effect.catchIf((error) => error.reason === EXPIRED && sync !== undefined, () => {
      since = undefined
      return ask(undefined, undefined)
    }))
    const { good, unreadable } = people(answer.connections ?? [])
    const next = said(answer.nextPageToken)
    return {
      people: good.map(personOf), unreadable, done: next === undefined,
      place: next === undefined
        ? { ...said(answer.nextSyncToken) !== undefined && { sync: answer.nextSyncToken! } }
        : { page: next, ...since !== undefined && { sync: since } }
    }
  })
}

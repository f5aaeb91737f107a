import { Effect, Option, Schema } from "effect"
import { foundIn } from "#schemas/integrations/person-fields"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading } from "./asking.ts"

const VERSION = "v23.0"
const PAGE = 100

const Problem = Schema.Struct({ error: Schema.Struct({ message: maybe(Schema.String), code: maybe(Schema.Int), type: maybe(Schema.String) }) })
/** Of the app, the page and the account: too many requests. */
const limits = new Set([4, 17, 32, 613, 80_005])

const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const error = Option.getOrUndefined(Schema.decodeUnknownOption(Problem)(json))?.error
  if (error === undefined) return undefined
  const code = error.code ?? 0
  const kind = code === 190 || code === 10 || (code >= 200 && code < 300) ? "unauthorized" : limits.has(code) ? "limited" : status >= 500 || code === 1 || code === 2 ? "lost" : "invalid"
  return { kind, reason: `code_${code}`, message: error.message ?? `It answered ${status}.` }
}

const Lead = Schema.Struct({
  id: Schema.String, created_time: Schema.String,
  field_data: Schema.Array(Schema.Struct({ name: Schema.String, values: Schema.Array(Schema.Union([Schema.String, Schema.Finite])) }))
})
const leads = eachOf(Lead, "contact", "id")
const Leads = Schema.Struct({ data: Schema.Array(Schema.Unknown), paging: maybe(Schema.Struct({ next: maybe(Schema.String), cursors: maybe(Schema.Struct({ after: maybe(Schema.String) })) })) })
const Form = Schema.Struct({ name: maybe(Schema.String) })

const personOf = (mapping: Parameters<typeof foundIn>[1]) => ({ field_data, id }: typeof Lead.Type): RemotePerson =>
  ({ remote_id: id, fields: foundIn(Object.fromEntries(field_data.map(({ name, values }) => [name, values[0]])), mapping), tags: ["meta lead"] })

/** After which lead, of those since when, and the newest that was seen; times in seconds since 1970. */
const Place = Schema.Struct({ after: Schema.NullOr(Schema.String), since: Schema.Int, newest: Schema.Int })
const placeOf = Schema.decodeUnknownOption(Place)

/** Lead forms of Facebook and Instagram (developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving). */
export const metaLeads: IntegrationModule = {
  party: { name: "meta", usually: "https://graph.facebook.com", verdictOf },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${way.base}/${VERSION}/${encodeURIComponent(access.settings.account ?? "")}?fields=name`), Form), ({ name = null }) => ({ account: name })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { after, newest, since } = Option.getOrElse(placeOf(place), () => ({ after: null, since: 0, newest: 0 }))
    const query = new URLSearchParams({
      fields: "id,created_time,field_data", limit: String(PAGE), ...after !== null && { after },
      ...since > 0 && { filtering: JSON.stringify([{ field: "time_created", operator: "GREATER_THAN", value: since - 1 }]) }
    })
    const { data, paging } = yield* way.json(reading(access, "read_leads", `${way.base}/${VERSION}/${encodeURIComponent(access.settings.account ?? "")}/leads?${query}`), Leads)
    const { good, unreadable } = leads(data)
    const seen = Math.max(newest, ...good.map(({ created_time }) => Math.floor(Date.parse(created_time) / 1_000) || 0))
    const next = paging?.next === undefined || paging.next === null ? undefined : paging.cursors?.after ?? undefined
    return {
      people: good.map(personOf(access.settings.mapping)), unreadable, done: next === undefined,
      place: next === undefined ? { after: null, since: seen, newest: seen } : { after: next, since, newest: seen }
    }
  })
}

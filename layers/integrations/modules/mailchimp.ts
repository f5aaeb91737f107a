import { hash } from "node:crypto"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { Way } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule, RemotePerson } from "../module.ts"
import { eachOf, maybe, reading, said, writing } from "./asking.ts"

const PAGE = 200
const USUALLY = "https://api.mailchimp.com"
const center = /-([a-z]{2}\d{1,3})$/u

const tokenOf = ({ credentials: { token } }: Access) => token === undefined ? "" : Redacted.value(token)

/** Accounts are in data centers, which the end of a key names. */
const baseOf = (way: Way, access: Access) => way.base === USUALLY ? `https://${center.exec(tokenOf(access))?.[1] ?? "us1"}.api.mailchimp.com` : way.base

const Problem = Schema.Struct({ title: maybe(Schema.String), detail: maybe(Schema.String) })
const verdictOf = ({ json, status }: Refusal): Verdict | undefined => {
  const problem = Option.getOrUndefined(Schema.decodeUnknownOption(Problem)(json))
  return status === 400 && problem !== undefined
    ? { kind: "declined", reason: problem.title ?? "refused", message: problem.detail ?? "It was refused." }
    : undefined
}

const Member = Schema.Struct({
  id: Schema.String, email_address: Schema.String, status: maybe(Schema.String),
  merge_fields: maybe(Schema.Struct({ FNAME: maybe(Schema.String), LNAME: maybe(Schema.String), PHONE: maybe(Schema.String) }))
})
const members = eachOf(Member, "contact", "id")
const Members = Schema.Struct({ members: Schema.Array(Schema.Unknown), total_items: Schema.Int })
const List = Schema.Struct({ name: Schema.String })

/** What is read of the whole, since when, and when that began. */
const Place = Schema.Struct({ offset: Schema.Int, since: Schema.NullOr(Schema.String), began: Schema.NullOr(Schema.String) })
const placeOf = Schema.decodeUnknownOption(Place)

const personOf = ({ email_address, id, merge_fields }: typeof Member.Type): RemotePerson => ({
  remote_id: id, fields: { first_name: said(merge_fields?.FNAME), last_name: said(merge_fields?.LNAME), email: said(email_address), phone: said(merge_fields?.PHONE) }
})

const listOf = ({ settings: { account = "" } }: Access) => encodeURIComponent(account)

/** Mailchimp's audiences (mailchimp.com/developer/marketing/api). */
export const mailchimp: IntegrationModule = {
  party: { name: "mailchimp", usually: USUALLY, verdictOf },
  objection: (access) => center.test(tokenOf(access)) ? undefined : { field: "token", error: "a key of Mailchimp ends with its data center, like -us21" },
  check: (way, access) =>
    Effect.map(way.json(reading(access, "check", `${baseOf(way, access)}/3.0/lists/${listOf(access)}?fields=name`), List), ({ name }) => ({ account: name })),
  read: Effect.fnUntraced(function*(way, access, place) {
    const { began, offset, since } = Option.getOrElse(placeOf(place), () => ({ offset: 0, since: null, began: null }))
    const start = began ?? new Date().toISOString()
    const query = new URLSearchParams({
      count: String(PAGE), offset: String(offset), sort_field: "last_changed", sort_dir: "ASC",
      fields: "members.id,members.email_address,members.status,members.merge_fields,total_items", ...since !== null && { since_last_changed: since }
    })
    const { members: found, total_items } = yield* way.json(reading(access, "read_members", `${baseOf(way, access)}/3.0/lists/${listOf(access)}/members?${query}`), Members)
    const { good, unreadable } = members(found)
    const next = offset + found.length
    const done = found.length === 0 || next >= total_items
    return { people: good.map(personOf), unreadable, done, place: done ? { offset: 0, since: start, began: null } : { offset: next, since, began: start } }
  }),
  tells: ["contact"],
  /* Known by the digest of the address, so that telling it twice is telling it once. Nobody is subscribed by this: that takes their own consent. */
  tell: (way, access, { facts: { email, first_name, last_name, phone } }) => {
    const id = hash("md5", String(email).toLowerCase(), "hex")
    const body = {
      email_address: email, status_if_new: "transactional",
      merge_fields: { FNAME: first_name ?? "", LNAME: last_name ?? "", ...phone !== null && phone !== undefined && { PHONE: phone } }
    }
    return Effect.as(
      way.nothing({ ...writing(access, "write_member", "PUT", `${baseOf(way, access)}/3.0/lists/${listOf(access)}/members/${id}?skip_merge_validation=true`, body), repeat: "always" }),
      { remote_id: id }
    )
  }
}

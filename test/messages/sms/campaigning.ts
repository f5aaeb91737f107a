import { Effect } from "effect"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { companyIds, type Key, keys, send } from "../../support/test-server.ts"
import { post, read } from "./texting.ts"

interface Numbered {
  readonly company?: number
  readonly live?: boolean
  readonly perSecond?: number
}

/** A number of a company that sends so fast. */
export const fastNumber = Effect.fnUntraced(function*(phone: string, { company = 1, live = true, perSecond = 100 }: Numbered = {}) {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`insert into phone_numbers ${sql.insert({
    company_id: company, livemode: live, phone, state: "active", provider: live ? "twilio" : "simulated", country: "US", messages_per_second: perSecond,
    unknown_senders: "create_contact", capabilities: ["sms"], routing: JSON.stringify(usualRouting), voicemail: JSON.stringify(usualVoicemail),
    recording: JSON.stringify(usualRecording), registration: JSON.stringify({ kind: "none", state: "not_needed", reason: null })
  })}`)
  return phone
})

/** So many contacts with a tag and numbers from `first` on, who agreed to marketing. */
export const audience = Effect.fnUntraced(function*(tag: string, first: number, count: number, company = 1, live = true) {
  const sql = yield* OwnerSql
  yield* Effect.orDie(sql`with made as (
      insert into contacts (company_id, first_name, phone, tags)
      select ${company}, 'Guest ' || n, '+1' || (${first}::bigint + n)::text, array[${tag}] from generate_series(0, ${count - 1}::int) n returning company_id, id, phone)
    insert into sms_consents (company_id, contact_id, phone, purposes, source, text, given_at, livemode)
    select company_id, id, phone, '{marketing}', 'web_form', 'Yes, text me offers.', now(), ${live} from made`)
})

let turn = 0

/** The segment of a tag. */
export const segmentOf = (tag: string, key: Key = "acme") =>
  Effect.map(
    post("/crm/segments", { name: `Segment ${turn++}`, filter: { match: "all", of: [{ type: "tag", value: tag }] } }, key),
    ({ json, status, text }): number => {
      if (status !== 201) throw new Error(text)
      return json.id
    }
  )

export const start = (segment_id: number, from_phone: string, more: object = {}, key: Key = "acme") =>
  post("/sms/campaigns", {
    name: "Winter sale", segment_id, purpose: "marketing", from_phone, shorten_links: false,
    variants: [{ name: "A", message: "Hello {{contact.first_name|there}}, our winter sale begins.", share: 1 }], ...more
  }, key)

export const campaign = (id: number, key: Key = "acme") => read(`/sms/campaigns/${id}`, key)

/** A campaign that has ended, with its results. */
export const ended = (id: number, key: Key = "acme") =>
  eventually(campaign(id, key), ({ finished_at, results }: any) => finished_at !== null && results.under_way === 0, 60_000)

/** At every hour, so that the time of the test does not matter. */
export const withoutQuietHours = (key: Key = "acme") =>
  send("/sms/settings", { key, method: "PATCH", headers: { "content-type": "application/json" }, body: JSON.stringify({ quiet_hours: { from: "00:00", to: "00:00" } }) })

export const companyOf = (key: Key): number => companyIds[keys[key].company]

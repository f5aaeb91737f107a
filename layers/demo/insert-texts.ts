import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { segmentsOf } from "#schemas/messages/sms/segments"
import { usualRecording, usualRouting, usualVoicemail } from "#schemas/messages/voice/routing"
import { rowsFor } from "./insert-shop.ts"
import { conversations, optedOut, OWN_PHONE, templates } from "./texts.ts"
import { members } from "./words.ts"

const SHOWN = 160
const DAY_MINUTES = 1_440

/** Puts a number and what was written with it into the tables of one company and mode. As the database's owner, in a transaction. */
const insertMode = Effect.fnUntraced(function*(company_id: number, livemode: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  yield* sql`insert into phone_numbers ${sql.insert({
    company_id, livemode, phone: OWN_PHONE, label: "Front office", state: "active", provider: "simulated", country: "US", capabilities: ["sms", "mms", "voice"],
    messages_per_second: 1, unknown_senders: "create_contact", routing: JSON.stringify(usualRouting), voicemail: JSON.stringify(usualVoicemail),
    recording: JSON.stringify(usualRecording), registration: JSON.stringify({ kind: "a2p_10dlc", state: "approved", reason: null })
  })}`
  const people = yield* sql<{ id: number; phone: string }>`select id, phone from contacts
    where company_id = ${company_id} and phone is not null and deleted_at is null order by id limit 60`
  const users = yield* sql<{ id: number }>`select id from users where company_id = ${company_id} order by id limit ${members.length}`

  const talked = conversations.filter((_, n) => people[n] !== undefined).map(({ assignee, days, lines }, n) => {
    const minutes = lines.map((_, place) => days * DAY_MINUTES - lines.slice(0, place + 1).reduce((sum, [, , after]) => sum + after, 0))
    const [who, last] = lines.at(-1)!
    const answered = lines.findLastIndex(([by]) => by === "us")
    return {
      contact_id: people[n]!.id, phone: people[n]!.phone, assignee_id: assignee === null ? null : users[assignee % users.length]!.id,
      /* What came in since the company wrote last waits for somebody in the newest conversations only. */
      unread: who === "them" && days < 14 ? lines.length - 1 - answered : 0,
      last_message: last.slice(0, SHOWN), last_direction: who === "us" ? "outbound" : "inbound", began: minutes[0]!, ended: minutes.at(-1)!,
      lines: lines.map(([by, message], place) => ({ by, message, minutes: minutes[place]!, ...segmentsOf(message) }))
    }
  })
  const threads = yield* numbered("sms_threads", talked)
  yield* sql`
    insert into sms_threads (company_id, id, own_phone, phone, contact_id, assignee_id, unread, last_message, last_direction, last_message_at, livemode,
      created_at, updated_at) overriding system value
    select ${company_id}, r.id, ${OWN_PHONE}, r.phone, r.contact_id, r.assignee_id, r.unread, r.last_message, r.last_direction,
      now() - make_interval(mins => r.ended), ${livemode}, now() - make_interval(mins => r.began), now() - make_interval(mins => r.ended)
    from jsonb_to_recordset(${text(threads)}) r (id bigint, phone text, contact_id bigint, assignee_id bigint, unread int, last_message text,
      last_direction text, began int, ended int)`
  const messages = threads.flatMap(({ contact_id, id, lines, phone }) => lines.map(({ by, encoding, message, minutes, segments }) => ({
    thread_id: id, contact_id, message, minutes, encoding, segments,
    ...by === "us"
      ? { direction: "outbound", state: "delivered", from_phone: OWN_PHONE, to_phone: phone }
      : { direction: "inbound", state: "received", from_phone: phone, to_phone: OWN_PHONE }
  })))
  yield* sql`
    insert into sms_messages (company_id, thread_id, direction, state, from_phone, to_phone, message, encoding, segments, contact_id, provider, livemode,
      sent_at, delivered_at, created_at, updated_at)
    select ${company_id}, r.thread_id, r.direction, r.state, r.from_phone, r.to_phone, r.message, r.encoding, r.segments, r.contact_id, 'simulated',
      ${livemode}, case when r.direction = 'outbound' then r.at end, case when r.direction = 'outbound' then r.at end, r.at, r.at
    from (select o.*, now() - make_interval(mins => o.minutes) as at from jsonb_to_recordset(${text(messages)}) o (thread_id bigint, direction text,
      state text, from_phone text, to_phone text, message text, encoding text, segments int, contact_id bigint, minutes int)) r
    order by r.at`

  for (const { contact, days, guessed, text } of optedOut) {
    const phone = people[contact]?.phone
    if (phone === undefined) continue
    yield* sql`insert into opt_outs (company_id, address, phone, source, guessed, text, livemode, created_at)
      values (${company_id}, address_digest(${company_id}, ${phone}), ${phone}, ${guessed ? "free_text" : "keyword"}, ${guessed}, ${text}, ${livemode},
        now() - make_interval(days => ${days}::int)) on conflict do nothing`
  }
})

/** Puts texts of both modes into the tables of one company, with its templates. */
export const insertTexts = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  for (const { name, text, variables } of templates) {
    yield* sql`insert into sms_templates ${sql.insert({ company_id, name, text, variables: JSON.stringify(variables) })}`
  }
  for (const livemode of [true, false]) yield* insertMode(company_id, livemode)
})

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spokenCalls } from "./calls.ts"
import { rowsFor } from "./insert-shop.ts"
import { OWN_PHONE } from "./texts.ts"

const happened = { answered: "connected", voicemail: "voicemail", missed: "not_answered", not_reached: "not_answered", told: "said" } as const

/** Puts calls by the company's number into the tables of one company, of both modes. As the database's owner, in a transaction, after its number. */
export const insertCalls = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* rowsFor
  const people = yield* sql<{ id: number; phone: string }>`select id, phone from contacts
    where company_id = ${company_id} and phone is not null and deleted_at is null order by id limit ${spokenCalls.length}`
  const calls = spokenCalls.slice(0, people.length).map(({ days, direction, result, seconds, state }, n) => {
    const { id, phone } = people[n]!
    const isIn = direction === "inbound"
    return {
      contact_id: id, direction, state, result, days, seconds, rule: isIn ? "open" : null, from_phone: isIn ? phone : OWN_PHONE, to_phone: isIn ? OWN_PHONE : phone,
      events: [isIn ? ["received", "open"] : ["placed", phone], [happened[result], null], ["ended", state]]
    }
  })
  for (const livemode of [true, false]) {
    yield* sql`
      insert into calls (company_id, livemode, direction, state, result, rule, from_phone, to_phone, number_id, contact_id, provider, duration_seconds, closed, events,
        answered_at, ended_at, created_at, updated_at)
      select ${company_id}, ${livemode}, r.direction, r.state, r.result, r.rule, r.from_phone, r.to_phone,
        (select n.id from phone_numbers n where n.company_id = ${company_id} and n.livemode = ${livemode} and n.phone = ${OWN_PHONE} limit 1),
        r.contact_id, 'simulated', r.seconds, true,
        (select jsonb_agg(jsonb_build_object('at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'kind', e->>0, 'about', e->>1)) from jsonb_array_elements(r.events) e),
        case when r.seconds > 0 then r.at end, r.at + make_interval(secs => r.seconds), r.at, r.at
      from (select o.*, now() - make_interval(days => o.days) as at from jsonb_to_recordset(${text(calls)}) o (contact_id bigint, direction text, state text,
        result text, days int, seconds int, rule text, from_phone text, to_phone text, events jsonb)) r
      order by r.at`
  }
})

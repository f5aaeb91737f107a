import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Appointment } from "#schemas/calendar/appointment"
import { type WaitingListEntry, waitingListEntry, type WaitingListEntryId } from "#schemas/calendar/waiting-list"
import { repository } from "../kernel/repository.ts"
import { exists, first } from "../kernel/sql.ts"

/** A time that somebody or something has become free for. */
export type Freed = Pick<Appointment, "ends_at" | "livemode" | "resource_ids" | "service_id" | "staff_id" | "starts_at">

/** Who waits for a time of a service of the caller's company, in the caller's mode. */
export class WaitingList extends Context.Service<WaitingList>()("layers/calendar/WaitingList", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const entries = yield* repository(waitingListEntry, {
      table: "waiting_list",
      noun: "place of the waiting list",
      computed: { from: "from_date::text", to: "to_date::text" }
    })
    const { columns, inTenant } = entries.sql

    /** Whose service is done by whom, or in what, is free now, and whom the day suits. */
    const suited = ({ ends_at, livemode, resource_ids, service_id, staff_id, starts_at }: Freed) => {
      const day = (at: string) => sql`(${at}::timestamptz at time zone (select time_zone from companies where id = (select current_company())))::date`
      return sql`${inTenant} and state = 'waiting' and livemode = ${livemode} and from_date <= ${day(ends_at)} and to_date >= ${day(starts_at)}
        and service_id in (select s.id from services s where s.company_id = (select current_company()) and s.active
          and (s.id = ${service_id} or ${staff_id}::bigint = any(s.staff_ids) or exists (
            select from jsonb_array_elements(s.resources) g, jsonb_array_elements(g -> 'any_of') r
            where r::bigint = any(${[...resource_ids]}::bigint[]))))`
    }

    return {
      ...entries,
      join: ({ from, to, ...rest }: Omit<WaitingListEntry, "appointment_id" | "created_at" | "id" | "livemode" | "state" | "updated_at" | "version">) =>
        entries.create({ ...rest, from_date: sql`${from}::text::date`, to_date: sql`${to}::text::date` }),
      /** Whether anybody waits whom it may suit. */
      isWanted: (freed: Freed) => exists(sql`select from waiting_list where ${suited(freed)} limit 1`),
      /** The next of them after another, in the order in which they joined; locked. */
      nextSuited: (freed: Freed, after: number) =>
        first(sql<WaitingListEntry>`select ${columns} from waiting_list where ${suited(freed)} and id > ${after} order by id limit 1 for update`),
      /** What became of an offer. A version that the request names is the appointment's. */
      settle: (id: WaitingListEntryId, state: "booked" | "missed") =>
        Effect.orDie(Effect.flatMap(entries.get(id, { lock: true }), (before) => entries.update(before, { state }))),
      /** To whom an appointment was offered. */
      ofAppointment: (id: Appointment["id"]) =>
        first(sql<{ id: WaitingListEntryId }>`select id from waiting_list where ${inTenant} and appointment_id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(WaitingList, WaitingList.make)
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, inTenant as ofTenant, one } from "../../kernel/sql.ts"

/** A number by which texts leave, and how many of them at most. */
export interface Paced {
  readonly phone: string
  /** Less than one: so many of a second are between two texts. */
  readonly perSecond: number
}

/** Texts that may be under way, or answered within the time that `windowMs` tells. */
export const mostOf = ({ perSecond }: Paced) => Math.max(1, Math.floor(perSecond))
export const windowMs = ({ perSecond }: Paced) => perSecond >= 1 ? 1_000 : 1_000 / perSecond

/** Milliseconds for which a place is taken; whoever needs it for longer says so before they are over. */
export const LEASE_MS = 10_000

interface Asked {
  /** Whoever asks, by a UUID of its own. */
  readonly holder: string
  /** Those whose texts were answered. */
  readonly left: ReadonlyArray<number>
  /** Those that are needed for longer. */
  readonly kept: ReadonlyArray<number>
  readonly wanted: number
}

/** The places of the numbers of the caller's company, in the caller's mode: whoever holds one may have a text under way. */
export class SmsPlaces extends Context.Service<SmsPlaces>()("layers/messages/SmsPlaces", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const list = (places: ReadonlyArray<number>) => sql`any(${[...places]}::bigint[])`
    return {
      /** Makes the places of a number, where they are not there. */
      make: Effect.fnUntraced(function*(number: Paced) {
        const { company_id, mode } = yield* Caller
        yield* execute(sql`insert into sms_places (company_id, livemode, phone, place)
          select ${company_id}, ${mode === "live"}, ${number.phone}, n from generate_series(0, ${mostOf(number) - 1}::int) n on conflict do nothing`)
      }),
      /** Leaves places, keeps some and takes others, as far as there are any; tells which, and in how many milliseconds the next is free. */
      exchange: Effect.fnUntraced(function*(number: Paced, { holder, kept, left, wanted }: Asked) {
        const { mode } = yield* Caller
        const ofNumber = sql`${inTenant} and livemode = ${mode === "live"} and phone = ${number.phone}`
        const after = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`
        return yield* one(sql<{ taken: ReadonlyArray<number>; wait: number | null }>`
          with away as (update sms_places set free_at = ${after(windowMs(number))}, holder = null
              where ${ofNumber} and holder = ${holder}::uuid and place = ${list(left)}),
            longer as (update sms_places set free_at = ${after(LEASE_MS)} where ${ofNumber} and holder = ${holder}::uuid and place = ${list(kept)}),
            free as (select place from sms_places where ${ofNumber} and place < ${mostOf(number)} and free_at <= clock_timestamp()
              and not (holder is not distinct from ${holder}::uuid and place = ${list([...left, ...kept])})
              order by place limit ${wanted} for update skip locked),
            taken as (update sms_places set free_at = ${after(LEASE_MS)}, holder = ${holder}::uuid
              where ${ofNumber} and place in (select place from free) returning place)
          select coalesce((select array_agg(place) from taken), '{}') as taken,
            (select ceil(extract(epoch from min(free_at) - clock_timestamp()) * 1000)::int from sms_places
              where ${ofNumber} and place < ${mostOf(number)} and free_at > clock_timestamp()) as wait`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SmsPlaces, SmsPlaces.make)
}

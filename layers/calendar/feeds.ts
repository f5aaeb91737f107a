import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { CalendarFeed } from "#schemas/calendar/connection"
import type { StaffId } from "#schemas/calendar/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { SecretStore } from "../auth/secret-store.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { addressTokens } from "../payments/address-tokens.ts"
import { feedTokens } from "./sealed.ts"

type Feed = Omit<typeof CalendarFeed.Type, "url">

/** An appointment as a feed tells it. */
export interface FeedEvent {
  readonly id: number
  readonly sequence: number
  readonly starts_at: string
  readonly ends_at: string
  readonly updated_at: string
  readonly status: string
  readonly service: string
  /** With customers only. */
  readonly customer: string | null
  readonly notes: string | null
  readonly answers: ReadonlyArray<{ readonly label: string; readonly answer: string }>
}

const MOST_ENTRIES = 5_000
const COLUMNS = "id, staff_id, with_customers, created_at"

/** The addresses by which calendar programs read appointments, of the caller's mode. */
export class CalendarFeeds extends Context.Service<CalendarFeeds>()("layers/calendar/CalendarFeeds", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(COLUMNS)
    const addresses = yield* addressTokens<number>(feedTokens)
    const inTenant = sql`company_id = (select current_company())`
    const chosen = Effect.fnUntraced(function*(staff_id: StaffId | null, with_customers: boolean) {
      const { mode } = yield* Caller
      return sql`${inTenant} and livemode = ${mode === "live"} and coalesce(staff_id, 0) = ${staff_id ?? 0} and with_customers = ${with_customers}`
    })

    return {
      ...addresses,
      /** The feed of a choice, made where there is none. */
      of: Effect.fnUntraced(function*(staff_id: StaffId | null, with_customers: boolean) {
        const { company_id, mode } = yield* Caller
        const { token, token_hash } = yield* addresses.newToken
        yield* execute(sql`insert into calendar_feeds (company_id, livemode, staff_id, with_customers, token_hash, token)
          values (${company_id}, ${mode === "live"}, ${staff_id}, ${with_customers}, ${token_hash}, ${token}) on conflict do nothing`)
        return yield* one(sql<Feed>`select ${columns} from calendar_feeds where ${yield* chosen(staff_id, with_customers)}`)
      }),

      /** Forgets the feed of a choice, whose address is then good no more. */
      forget: (staff_id: StaffId | null, with_customers: boolean) =>
        Effect.flatMap(chosen(staff_id, with_customers), (choice) => execute(sql`delete from calendar_feeds where ${choice}`)),

      byId: (id: number) => Effect.map(first(sql<Feed>`select ${columns} from calendar_feeds where ${inTenant} and id = ${id}`), Option.getOrUndefined),

      /** What a feed tells: the newest appointments, from 30 days ago on. Those that were canceled stay for a while, so that programs take them out. */
      entries: Effect.fnUntraced(function*({ staff_id, with_customers }: Feed) {
        const { mode } = yield* Caller
        return yield* Effect.orDie(sql<FeedEvent>`
          select a.id, a.sequence, a.starts_at, a.ends_at, a.updated_at, a.status, s.name as service,
            case when ${with_customers}::boolean then nullif(concat_ws(' ', c.first_name, c.last_name), '') end as customer,
            case when ${with_customers}::boolean then a.notes end as notes,
            case when ${with_customers}::boolean then a.answers else '[]' end as answers
          from appointments a join services s on s.company_id = a.company_id and s.id = a.service_id
          left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
          where a.company_id = (select current_company()) and a.livemode = ${mode === "live"} and a.status in ('requested', 'booked', 'completed', 'canceled')
            and a.starts_at > company_now(${mode === "live"}) - interval '30 days'
            and ${staff_id === null ? sql`true` : sql`a.staff_id = ${staff_id}`}
          order by a.starts_at, a.id limit ${MOST_ENTRIES}`)
      }),

      companyName: Effect.map(one(sql<{ name: string }>`select name from companies where id = (select current_company())`), ({ name }) => name)
    }
  })
}) {
  static readonly layer = Layer.effect(CalendarFeeds, CalendarFeeds.make).pipe(Layer.provide(SecretStore.layer))
}

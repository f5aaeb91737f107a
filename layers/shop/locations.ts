import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { type Location, location, type NewLocation } from "#schemas/shop/location"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Where the goods of the caller's company lie; both modes share the places. */
export class LocationsOfCompany extends Context.Service<LocationsOfCompany>()("layers/shop/LocationsOfCompany", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const locations = yield* repository(location)
    const { columns, inTenant } = locations.sql

    /** In the order in which goods are taken from them. */
    const inUse = Effect.orDie(sql<Location>`select ${columns} from locations where ${inTenant} and active order by position, id`)

    return {
      ...locations,
      inUse,
      /** Keeps others from setting them until the transaction ends. */
      hold: execute(sql`select pg_advisory_xact_lock(hashtextextended('locations ' || (select current_company()), 0))`),
      /** Those of these where anything lies or is set aside, in either mode. */
      occupied: (ids: ReadonlyArray<number>) =>
        Effect.orDie(sql<{ location_id: number }>`select distinct location_id from stock_levels
          where ${inTenant} and location_id = any(${[...ids]}::bigint[]) and (on_hand <> 0 or reserved <> 0)`),
      write: Effect.fnUntraced(function*(sent: ReadonlyArray<NewLocation>) {
        const { company_id } = yield* Caller
        const kept = sent.flatMap(({ id }) => id ?? [])
        yield* execute(sql`update locations set active = false, name = name || ' (' || id || ')', version = version + 1, updated_at = now()
          where ${inTenant} and active and not id = any(${kept}::bigint[])`)
        /* Names may be exchanged, so that none of them is kept meanwhile. */
        yield* execute(sql`update locations set name = 'location ' || id where ${inTenant} and id = any(${kept}::bigint[])`)
        for (const [position, { address, id, name, pickup }] of sent.entries()) {
          const json = address === null ? null : JSON.stringify(address)
          yield* execute(id === null
            ? sql`insert into locations (company_id, name, address, pickup, active, position)
              values (${company_id}, ${name}, ${json}::jsonb, ${pickup}, true, ${position})`
            : sql`update locations set name = ${name}, address = ${json}::jsonb, pickup = ${pickup}, active = true, position = ${position},
              version = version + 1, updated_at = now() where ${inTenant} and id = ${id}`)
        }
        return yield* inUse
      })
    }
  })
}) {
  static readonly layer = Layer.effect(LocationsOfCompany, LocationsOfCompany.make)
}

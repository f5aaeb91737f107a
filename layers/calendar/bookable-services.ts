import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { service } from "#schemas/calendar/service"
import type { StaffId } from "#schemas/calendar/ids"
import { repository } from "../kernel/repository.ts"

/** What can be booked with the caller's company; both modes share it. */
export class BookableServices extends Context.Service<BookableServices>()("layers/calendar/BookableServices", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const services = yield* repository(service, {
      sort: { name: { column: "name", type: "text" } },
      filter: { staff_id: (id: StaffId) => sql`${id} = any(staff_ids)` }
    })
    return {
      ...services,
      /** The company's currency, for services that name none. */
      currency: sql`(select currency from companies where id = (select current_company()))`
    }
  })
}) {
  static readonly layer = Layer.effect(BookableServices, BookableServices.make)
}

import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"

const MOST_DEALS = 5

/** What tells a contact from others of its name. */
export interface ContactFact {
  readonly id: ContactId
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  readonly owner: string | null
  readonly last_activity_at: string | null
  /** The newest, in a line each. */
  readonly deals: ReadonlyArray<string>
  readonly more_deals: number
}

/** What people go by before they delete or merge contacts. */
export class ContactFacts extends Context.Service<ContactFacts>()("layers/crm/ContactFacts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** By id; also of those in the bin. */
      of: (ids: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, ContactFact>> =>
        Effect.map(Effect.orDie(sql<ContactFact>`
          select c.id, c.email, c.phone, c.company_name as company,
            (select u.name from users u where u.company_id = c.company_id and u.id = c.owner_id) as owner,
            (select a.occurred_at from activities a where a.company_id = c.company_id and a.contact_id = c.id and a.deleted_at is null
              order by a.occurred_at desc limit 1) as last_activity_at,
            array(select d.title || ' (' || d.status || ')' from deals d where d.company_id = c.company_id and d.contact_id = c.id and d.deleted_at is null
              order by d.id desc limit ${MOST_DEALS}) as deals,
            greatest(0, (select count(*) from deals d where d.company_id = c.company_id and d.contact_id = c.id and d.deleted_at is null)
              - ${MOST_DEALS}::int)::int as more_deals
          from contacts c where c.company_id = (select current_company()) and c.id = any(${[...ids]}::bigint[])`), (rows) =>
          new Map(rows.map((row) => [row.id, row])))
    }
  })
}) {
  static readonly layer = Layer.effect(ContactFacts, ContactFacts.make)
}

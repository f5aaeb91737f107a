import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Contact } from "#schemas/crm/contact"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant as ofTenant } from "../kernel/sql.ts"

/** What a row can say of a contact. */
export type Draft = Pick<
  Contact,
  | "first_name" | "last_name" | "email" | "phone" | "organization_id" | "company_name" | "owner_id" | "tags" | "notes"
  | "source" | "custom_fields"
>

/** Contacts of the caller's company by the hundred: what a batch of rows reads and writes, in one statement each. */
export class ImportContacts extends Context.Service<ImportContacts>()("layers/crm/ImportContacts", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const names = Object.keys(Contact.fields)
    const columns = sql.literal(names.join(", "))
    const changed = sql.literal(names.map((name) => `c.${name}`).join(", "))
    const fields = sql.literal(
      "id bigint, first_name text, last_name text, email text, phone text, organization_id bigint, company_name text, " +
        "owner_id bigint, tags text[], notes text, source text, custom_fields jsonb"
    )
    const rows = (drafts: ReadonlyArray<Draft>) => sql`json_to_recordset(${JSON.stringify(drafts)}::json) as r (${fields})`

    return {
      /** Names of organizations that exist, which stay until the transaction ends. */
      organizations: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        if (ids.length === 0) return new Map<number, string>()
        const found = yield* sql<{ id: number; name: string }>`
          select id, name from organizations
          where ${inTenant} and id = any(${ids}::bigint[]) and deleted_at is null order by id for key share`
        return new Map(found.map(({ id, name }) => [id, name]))
      }, Effect.orDie),

      /** Those of `ids` that are members. */
      members: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        if (ids.length === 0) return new Set<number>()
        const found = yield* sql<{ id: number }>`
          select id from users where ${inTenant} and id = any(${ids}::bigint[]) and removed_at is null`
        return new Set(found.map(({ id }) => id))
      }, Effect.orDie),

      /**
       * Those that have one of the addresses, kept from changing until the transaction ends.
       *
       * While there are no statistics, every index seems to hold one row of a company. What makes the planner take that of
       * the addresses is that only there they are in order.
       */
      holding: (emails: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Contact>> =>
        emails.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<Contact>`
          with found as materialized (
            select c.id from unnest(${emails}::text[]) e (email) cross join lateral (
              select id from contacts where ${inTenant} and email between e.email and e.email and deleted_at is null
              order by company_id, email limit 1) c
            order by c.id)
          select c.* from found f cross join lateral (
            select ${columns} from contacts where ${inTenant} and id = f.id for update) c
          where c.deleted_at is null`),

      /** What was made: a draft whose address somebody took in the meantime is not among it. */
      make: Effect.fnUntraced(function*(drafts: ReadonlyArray<Draft>) {
        if (drafts.length === 0) return []
        const { company_id } = yield* Caller
        return yield* sql<Contact>`
          insert into contacts (company_id, first_name, last_name, email, phone, organization_id, company_name, owner_id,
            tags, notes, source, custom_fields)
          select ${company_id}::bigint, r.first_name, r.last_name, r.email, r.phone, r.organization_id, r.company_name,
            r.owner_id, r.tags, r.notes, r.source, r.custom_fields
          from ${rows(drafts)}
          on conflict (company_id, email) where deleted_at is null do nothing
          returning ${columns}`
      }, Effect.orDie),

      change: (contacts: ReadonlyArray<Draft & { readonly id: number }>): Effect.Effect<ReadonlyArray<Contact>> =>
        contacts.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<Contact>`
          update contacts c set first_name = r.first_name, last_name = r.last_name, phone = r.phone,
            organization_id = r.organization_id, company_name = r.company_name, owner_id = r.owner_id, tags = r.tags,
            notes = r.notes, source = r.source, custom_fields = r.custom_fields, version = c.version + 1, updated_at = now()
          from ${rows(contacts)} where c.company_id = (select current_company()) and c.id = r.id
          returning ${changed}`)
    }
  })
}) {
  static readonly layer = Layer.effect(ImportContacts, ImportContacts.make)
}

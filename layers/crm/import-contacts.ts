import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Contact } from "#schemas/crm/contact"
import type { ImportId } from "#schemas/crm/import"
import { Caller } from "#schemas/kernel/tenancy"

/** What a row can say of a contact. */
export type Draft = Pick<
  Contact,
  | "first_name" | "last_name" | "email" | "phone" | "organization_id" | "company_name" | "owner_id" | "tags" | "notes"
  | "source" | "custom_fields"
>

/** Contacts of the caller's company by the hundred: what a batch of rows reads and writes, in one statement each. */
export class ImportContacts extends Context.Service<ImportContacts, {
  /** Names of organizations that exist, which stay until the transaction ends. */
  readonly organizations: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, string>>
  /** Those of `ids` that are members. */
  readonly members: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<number>>
  /** Those that have one of the addresses, kept from changing until the transaction ends. */
  readonly holding: (emails: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Contact>>
  /** What was made: a draft whose address somebody took in the meantime is not among it. */
  readonly make: (drafts: ReadonlyArray<Draft>) => Effect.Effect<ReadonlyArray<Contact>, never, Caller>
  readonly change: (contacts: ReadonlyArray<Draft & { readonly id: number }>) => Effect.Effect<ReadonlyArray<Contact>>
  /** Contacts as a dry run would have left them, by address. */
  readonly previews: (id: ImportId, emails: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, Contact>>
  readonly preview: (id: ImportId, contacts: ReadonlyArray<Draft>) => Effect.Effect<void, never, Caller>
}>()("layers/crm/ImportContacts") {
  static readonly layer = Layer.effect(ImportContacts, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")
    const columns = sql.literal(
      "id, first_name, last_name, email, phone, organization_id, company_name, owner_id, tags, notes, source, custom_fields, " +
        "score, version, created_at, updated_at, deleted_at"
    )
    const changed = sql.literal(
      "id, c.first_name, c.last_name, c.email, c.phone, c.organization_id, c.company_name, c.owner_id, c.tags, c.notes, " +
        "c.source, c.custom_fields, c.score, c.version, c.created_at, c.updated_at, c.deleted_at"
    )
    const fields = sql.literal(
      "id bigint, first_name text, last_name text, email text, phone text, organization_id bigint, company_name text, " +
        "owner_id bigint, tags text[], notes text, source text, custom_fields jsonb"
    )
    const rows = (drafts: ReadonlyArray<Draft>) => sql`json_to_recordset(${JSON.stringify(drafts)}::json) as r (${fields})`

    return ImportContacts.of({
      organizations: Effect.fnUntraced(function*(ids) {
        if (ids.length === 0) return new Map<number, string>()
        const found = yield* sql<{ id: number; name: string }>`
          select id, name from organizations
          where ${mine} and id = any(${ids}::bigint[]) and deleted_at is null order by id for key share`
        return new Map(found.map(({ id, name }) => [id, name]))
      }, Effect.orDie),

      members: Effect.fnUntraced(function*(ids) {
        if (ids.length === 0) return new Set<number>()
        const found = yield* sql<{ id: number }>`
          select id from users where ${mine} and id = any(${ids}::bigint[]) and removed_at is null`
        return new Set(found.map(({ id }) => id))
      }, Effect.orDie),

      /*
       * While there are no statistics, every index seems to hold one row of a company. What makes the planner take that of
       * the addresses is that only there they are in order.
       */
      holding: (emails) =>
        emails.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<Contact>`
          with found as materialized (
            select c.id from unnest(${emails}::text[]) e (email) cross join lateral (
              select id from contacts where ${mine} and email between e.email and e.email and deleted_at is null
              order by company_id, email limit 1) c
            order by c.id)
          select c.* from found f cross join lateral (
            select ${columns} from contacts where ${mine} and id = f.id for update) c
          where c.deleted_at is null`),

      make: Effect.fnUntraced(function*(drafts) {
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

      change: (contacts) =>
        contacts.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<Contact>`
          update contacts c set first_name = r.first_name, last_name = r.last_name, phone = r.phone,
            organization_id = r.organization_id, company_name = r.company_name, owner_id = r.owner_id, tags = r.tags,
            notes = r.notes, source = r.source, custom_fields = r.custom_fields, version = c.version + 1, updated_at = now()
          from ${rows(contacts)} where c.company_id = (select current_company()) and c.id = r.id
          returning c.${changed}`),

      previews: Effect.fnUntraced(function*(id, emails) {
        if (emails.length === 0) return new Map<string, Contact>()
        const found = yield* sql<{ email: string; contact: Contact }>`
          select p.email, p.contact from unnest(${emails}::text[]) e (email) cross join lateral (
            select email, contact from import_previews where ${mine} and import_id = ${id} and email = e.email offset 0) p`
        return new Map(found.map(({ contact, email }) => [email, contact]))
      }, Effect.orDie),

      preview: Effect.fnUntraced(function*(id, contacts) {
        if (contacts.length === 0) return
        const { company_id } = yield* Caller
        yield* sql`
          insert into import_previews (company_id, import_id, email, contact)
          select ${company_id}::bigint, ${id}::bigint, e->>'email', e
          from jsonb_array_elements(${JSON.stringify(contacts)}::jsonb) e
          on conflict (company_id, import_id, email) do update set contact = excluded.contact`
      }, Effect.orDie)
    })
  }))
}

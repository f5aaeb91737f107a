import { Context, Effect, Layer, Record } from "effect"
import { SqlClient } from "effect/sql"
import { type ContactTable, contactTables } from "#schemas/categories"
import type { ContactId } from "#schemas/crm/contact"
import { type MergeId, MOST_MOVED, UNDO_DAYS } from "#schemas/crm/merge"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { companyLock } from "../kernel/company-lock.ts"
import { getOrFail } from "../kernel/get-or-fail.ts"
import { byId, page } from "../kernel/page.ts"
import { first, inTenant as ofTenant, one, where } from "../kernel/sql.ts"

const tables = Object.keys(contactTables) as ReadonlyArray<ContactTable>

/** Ids of rows that went over, by table. */
export type Moves = { readonly [T in ContactTable]: ReadonlyArray<number> }

/** What a contact without records moves. */
export const noMoves: Moves = Record.map(contactTables, () => [])

/** Values of the kept contact by field: what the merge changed. */
export type Values = { readonly [field: string]: unknown }

export interface MergeRow {
  readonly id: MergeId
  readonly survivor_id: ContactId
  readonly merged_ids: ReadonlyArray<ContactId>
  /** The kept contact's values before the merge, and after; only those that the merge changed. */
  readonly former: Values
  readonly taken: Values
  readonly moved: { readonly [T in ContactTable]: number }
  readonly merged_at: string
  readonly undo_until: string
  readonly undone_at: string | null
  readonly expired: boolean
}

export interface MergedInto {
  readonly merge_id: MergeId
  readonly survivor_id: ContactId
}

interface NewMergeRow {
  readonly survivor: ContactId
  readonly merged: ReadonlyArray<ContactId>
  readonly former: Values
  readonly taken: Values
}

/** Contacts that became one, within transactions that hold them. */
export class Merges extends Context.Service<Merges>()("layers/crm/Merges", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)

    const byContact = Effect.fnUntraced(function*(
      change: (table: ContactTable) => Effect.Effect<ReadonlyArray<{ merged_id: number; ids: ReadonlyArray<number> }>, unknown>
    ) {
      const found = new Map<number, Moves>()
      for (const table of tables) {
        for (const { ids, merged_id } of yield* change(table)) {
          found.set(merged_id, { ...found.get(merged_id) ?? noMoves, [table]: ids })
        }
      }
      return found
    }, Effect.orDie)

    /** Merges as they are told, without the contact that was kept. */
    const shown = sql`
      select id, survivor_id, former, taken, created_at as merged_at, undone_at,
        created_at + make_interval(days => ${UNDO_DAYS}::int) as undo_until,
        created_at + make_interval(days => ${UNDO_DAYS}::int) < now() as expired,
        array(select merged_id from contact_merge_members m where m.company_id = g.company_id and m.merge_id = g.id
          order by place) as merged_ids,
        (select jsonb_object_agg(t.name, (select count(*) from contact_merge_moves m
          where m.company_id = g.company_id and m.merge_id = g.id and m.relation = t.name))
          from unnest(${[...tables]}::text[]) t (name)) as moved
      from contact_merges g where ${inTenant}`

    const touched = (table: ContactTable) =>
      contactTables[table].versioned ? sql.literal(", version = r.version + 1, updated_at = now()") : sql.literal("")

    return {
      /**
       * Keeps everybody else from merging contacts of the company, and from changing these and what is to go over, until the
       * transaction ends: what belongs to the contacts `of`, or what went over by a merge. What belongs to a contact is locked before
       * it, as where it is given to another, so that the two never wait for each other. Answers how many rows these are, and stops at
       * one more than a merge moves.
       */
      hold: Effect.fnUntraced(function*(given: ReadonlyArray<number>, goes: { readonly of: ReadonlyArray<number> } | { readonly back: MergeId }) {
        const ids = [...new Set(given)]
        let rows = 0
        yield* companyLock(sql, "merges")
        yield* sql`select id from organizations where ${inTenant} and id in (
          select organization_id from contacts where ${inTenant} and id = any(${ids}::bigint[])) order by id for key share`
        for (const table of tables) {
          const which = "of" in goes
            ? sql`contact_id = any(${[...goes.of]}::bigint[])`
            : sql`id in (select row_id from contact_merge_moves where ${inTenant} and merge_id = ${goes.back} and relation = ${table})`
          const most = sql.literal("of" in goes ? `limit ${MOST_MOVED + 1}` : "")
          const { n } = yield* one(sql<{ n: number }>`
            select count(*) as n from (select id from ${sql(table)} where ${inTenant} and ${which} order by id ${most} for no key update) r`)
          rows += n
        }
        yield* sql`select id from contacts where ${inTenant} and id = any(${ids}::bigint[]) order by id for update`
        return rows
      }, Effect.orDie),

      /** How many records each contact has, soft-deleted ones too. */
      counts: Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
        const found = new Map<number, number>()
        for (const table of tables) {
          const rows = yield* sql<{ contact_id: number; n: number }>`
            select contact_id, count(*) as n from ${sql(table)} where ${inTenant} and contact_id = any(${[...ids]}::bigint[]) group by 1`
          for (const { contact_id, n } of rows) found.set(contact_id, (found.get(contact_id) ?? 0) + n)
        }
        return found
      }, Effect.orDie),

      /** Who is kept after all, of a contact that was merged. */
      survivorOf: (id: ContactId) =>
        first(sql<MergedInto>`
          with recursive way as (
            select id, merged_into, 0 as step from contacts where ${inTenant} and id = ${id} and merged_into is not null
            union all
            select c.id, c.merged_into, w.step + 1 from way w
              join contacts c on c.company_id = (select current_company()) and c.id = w.merged_into and c.merged_into is not null
          )
          select (select max(m.merge_id) from contact_merge_members m
              join contact_merges g on g.company_id = m.company_id and g.id = m.merge_id and g.undone_at is null
              where m.company_id = (select current_company()) and m.merged_id = ${id}) as merge_id,
            merged_into as survivor_id from way order by step desc limit 1`),

      create: Effect.fnUntraced(function*({ former, merged, survivor, taken }: NewMergeRow) {
        const { company_id } = yield* Caller
        const { id } = yield* one(sql<{ id: MergeId }>`
          insert into contact_merges ${sql.insert({
            company_id, survivor_id: survivor, former: JSON.stringify(former), taken: JSON.stringify(taken)
          })} returning id`)
        yield* sql`
          insert into contact_merge_members (company_id, merge_id, merged_id, place)
          select ${company_id}, ${id}, m.id, m.place from unnest(${[...merged]}::bigint[]) with ordinality m (id, place)`
        return id
      }, Effect.orDie),

      /** Fails with `NotFound` where there is no such merge. */
      get: (id: MergeId, { lock = false }: { readonly lock?: boolean } = {}) =>
        getOrFail("merge")(first(sql<MergeRow>`${shown} and id = ${id} ${sql.literal(lock ? "for update" : "")}`)),

      /** Newest first. */
      page: (contact: ContactId | undefined, paging: Paging) =>
        page<MergeRow>(sql, {
          from: sql`(${shown}) g`, columns: sql.literal("g.*"), where: where(sql, { survivor_id: contact }), order: { ...byId, descending: true }, paging
        }),

      /** Gives what belongs to the merged to the kept one, and notes it; by contact, what went over. */
      move: (id: MergeId) =>
        byContact((table) => sql`
          with was as (
            select r.id, r.contact_id, g.survivor_id from contact_merges g
              join contact_merge_members m on m.company_id = g.company_id and m.merge_id = g.id
              join ${sql(table)} r on r.company_id = g.company_id and r.contact_id = m.merged_id
            where g.company_id = (select current_company()) and g.id = ${id}
          ),
          moved as (
            update ${sql(table)} r set contact_id = was.survivor_id ${touched(table)} from was
            where r.company_id = (select current_company()) and r.id = was.id returning r.company_id, r.id, was.contact_id
          ),
          noted as (
            insert into contact_merge_moves (company_id, merge_id, relation, row_id, merged_id)
            select company_id, ${id}, ${table}, id, contact_id from moved
          )
          select contact_id as merged_id, array_agg(id order by id) as ids from moved group by contact_id`),

      /** Gives back what went over and is still with the kept one. */
      giveBack: (id: MergeId) =>
        byContact((table) => sql`
          with moved as (
            update ${sql(table)} r set contact_id = m.merged_id ${touched(table)}
            from contact_merge_moves m join contact_merges g on g.company_id = m.company_id and g.id = m.merge_id
            where m.company_id = (select current_company()) and m.merge_id = ${id} and m.relation = ${table}
              and r.company_id = m.company_id and r.id = m.row_id and r.contact_id = g.survivor_id
            returning r.id, r.contact_id
          )
          select contact_id as merged_id, array_agg(id order by id) as ids from moved group by contact_id`),

      /** Soft-deletes the merged. */
      absorb: (survivor: ContactId, merged: ReadonlyArray<ContactId>) =>
        Effect.orDie(Effect.asVoid(sql`
          update contacts set deleted_at = now(), merged_into = ${survivor}, version = version + 1, updated_at = now()
          where ${inTenant} and id = any(${[...merged]}::bigint[])`)),

      undone: (id: MergeId) => Effect.orDie(Effect.asVoid(sql`update contact_merges set undone_at = now() where ${inTenant} and id = ${id}`))
    }
  })
}) {
  static readonly layer = Layer.effect(Merges, Merges.make)
}

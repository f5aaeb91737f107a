import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { type MergeId, MOST_MOVED, UNDO_DAYS } from "#schemas/crm/merge"
import { Caller } from "#schemas/kernel/tenancy"
import { companyLock } from "../kernel/company-lock.ts"

/** Tables whose rows belong to a contact by their `contact_id`, and whether their rows count their changes. */
export const owned = {
  deals: { object: "deal", versioned: true },
  tasks: { object: "task", versioned: true },
  activities: { object: "activity", versioned: false }
} as const

export type Owned = keyof typeof owned
export const ownedTables = Object.keys(owned) as ReadonlyArray<Owned>

/** Ids of rows that went over, by table. */
export type Moves = { readonly [T in Owned]: ReadonlyArray<number> }

/** Values of the kept contact by field: what the merge changed. */
export type Values = { readonly [field: string]: unknown }

export interface MergeRow {
  readonly id: MergeId
  readonly survivor_id: ContactId
  readonly merged_ids: ReadonlyArray<ContactId>
  /** The kept contact's values before the merge, and after; only those that the merge changed. */
  readonly former: Values
  readonly taken: Values
  readonly moved: { readonly [T in Owned]: number }
  readonly merged_at: string
  readonly undo_until: string
  readonly undone_at: string | null
  readonly expired: boolean
}

export interface MergedInto {
  readonly merge_id: MergeId
  readonly survivor_id: ContactId
}

/** Contacts that became one, within transactions that hold them. */
export class Merges extends Context.Service<Merges, {
  /**
   * Keeps everybody else from merging contacts of the company, and from changing these and what is to go over, until the
   * transaction ends: what belongs to the contacts `of`, or what went over by a merge. What belongs to a contact is locked before
   * it, as where it is given to another, so that the two never wait for each other. Answers how many rows these are, and stops at
   * one more than a merge moves.
   */
  readonly hold: (ids: ReadonlyArray<number>, goes: { readonly of: ReadonlyArray<number> } | { readonly back: MergeId }) => Effect.Effect<number>
  /** How many deals, tasks and activities each contact has, those in the bin too. */
  readonly counts: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, number>>
  /** Who is kept after all, of a contact that was merged. */
  readonly survivorOf: (id: ContactId) => Effect.Effect<Option.Option<MergedInto>>
  readonly add: (merge: {
    readonly survivor: ContactId
    readonly merged: ReadonlyArray<ContactId>
    readonly former: Values
    readonly taken: Values
  }) => Effect.Effect<MergeId, never, Caller>
  readonly find: (id: MergeId, how?: { readonly lock?: boolean }) => Effect.Effect<Option.Option<MergeRow>>
  /** Gives what belongs to the merged to the kept one, and notes it; by contact, what went over. */
  readonly move: (id: MergeId) => Effect.Effect<ReadonlyMap<number, Moves>>
  /** Gives back what went over and is still with the kept one. */
  readonly giveBack: (id: MergeId) => Effect.Effect<ReadonlyMap<number, Moves>>
  /** Puts the merged into the bin. */
  readonly absorb: (survivor: ContactId, merged: ReadonlyArray<ContactId>) => Effect.Effect<void>
  readonly undone: (id: MergeId) => Effect.Effect<void>
}>()("layers/crm/Merges") {
  static readonly layer = Layer.effect(Merges, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const mine = sql.literal("company_id = (select current_company())")

    const byContact = Effect.fnUntraced(function*(
      change: (table: Owned) => Effect.Effect<ReadonlyArray<{ merged_id: number; ids: ReadonlyArray<number> }>, unknown>
    ) {
      const found = new Map<number, { [T in Owned]: ReadonlyArray<number> }>()
      for (const table of ownedTables) {
        for (const { ids, merged_id } of yield* change(table)) {
          const moves = found.get(merged_id) ?? { deals: [], tasks: [], activities: [] }
          moves[table] = ids
          found.set(merged_id, moves)
        }
      }
      return found as ReadonlyMap<number, Moves>
    }, Effect.orDie)

    const counted = (table: Owned) =>
      owned[table].versioned ? sql.literal(", version = r.version + 1, updated_at = now()") : sql.literal("")

    return Merges.of({
      hold: Effect.fnUntraced(function*(given, goes) {
        const ids = [...new Set(given)]
        let rows = 0
        yield* companyLock(sql, "merges")
        yield* sql`select id from organizations where ${mine} and id in (
          select organization_id from contacts where ${mine} and id = any(${ids}::bigint[])) order by id for key share`
        for (const table of ownedTables) {
          const which = "of" in goes
            ? sql`contact_id = any(${[...goes.of]}::bigint[])`
            : sql`id in (select row_id from contact_merge_moves where ${mine} and merge_id = ${goes.back} and relation = ${table})`
          const most = sql.literal("of" in goes ? `limit ${MOST_MOVED + 1}` : "")
          const [held] = yield* sql<{ n: number }>`
            select count(*) as n from (select id from ${sql(table)} where ${mine} and ${which} order by id ${most} for no key update) r`
          rows += held!.n
        }
        yield* sql`select id from contacts where ${mine} and id = any(${ids}::bigint[]) order by id for update`
        return rows
      }, Effect.orDie),

      counts: Effect.fnUntraced(function*(ids) {
        const found = new Map<number, number>()
        for (const table of ownedTables) {
          const rows = yield* sql<{ contact_id: number; n: number }>`
            select contact_id, count(*) as n from ${sql(table)} where ${mine} and contact_id = any(${[...ids]}::bigint[]) group by 1`
          for (const { contact_id, n } of rows) found.set(contact_id, (found.get(contact_id) ?? 0) + n)
        }
        return found
      }, Effect.orDie),

      survivorOf: Effect.fnUntraced(function*(id) {
        const rows = yield* sql<MergedInto>`
          with recursive way as (
            select id, merged_into, 0 as step from contacts where ${mine} and id = ${id} and merged_into is not null
            union all
            select c.id, c.merged_into, w.step + 1 from way w
              join contacts c on c.company_id = (select current_company()) and c.id = w.merged_into and c.merged_into is not null
          )
          select (select max(m.merge_id) from contact_merge_members m
              join contact_merges g on g.company_id = m.company_id and g.id = m.merge_id and g.undone_at is null
              where m.company_id = (select current_company()) and m.merged_id = ${id}) as merge_id,
            merged_into as survivor_id from way order by step desc limit 1`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      add: Effect.fnUntraced(function*({ former, merged, survivor, taken }) {
        const { company_id } = yield* Caller
        const [row] = yield* sql<{ id: MergeId }>`
          insert into contact_merges ${sql.insert({
            company_id, survivor_id: survivor, former: JSON.stringify(former), taken: JSON.stringify(taken)
          })} returning id`
        yield* sql`
          insert into contact_merge_members (company_id, merge_id, merged_id, place)
          select ${company_id}, ${row!.id}, m.id, m.place from unnest(${[...merged]}::bigint[]) with ordinality m (id, place)`
        return row!.id
      }, Effect.orDie),

      find: Effect.fnUntraced(function*(id, { lock = false } = {}) {
        const rows = yield* sql<MergeRow>`
          select id, survivor_id, former, taken, created_at as merged_at, undone_at,
            created_at + make_interval(days => ${UNDO_DAYS}::int) as undo_until,
            created_at + make_interval(days => ${UNDO_DAYS}::int) < now() as expired,
            array(select merged_id from contact_merge_members m where m.company_id = g.company_id and m.merge_id = g.id
              order by place) as merged_ids,
            (select jsonb_object_agg(t.name, (select count(*) from contact_merge_moves m
              where m.company_id = g.company_id and m.merge_id = g.id and m.relation = t.name))
              from unnest(${[...ownedTables]}::text[]) t (name)) as moved
          from contact_merges g where ${mine} and id = ${id} ${sql.literal(lock ? "for update" : "")}`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie),

      move: (id) =>
        byContact((table) => sql`
          with was as (
            select r.id, r.contact_id, g.survivor_id from contact_merges g
              join contact_merge_members m on m.company_id = g.company_id and m.merge_id = g.id
              join ${sql(table)} r on r.company_id = g.company_id and r.contact_id = m.merged_id
            where g.company_id = (select current_company()) and g.id = ${id}
          ),
          moved as (
            update ${sql(table)} r set contact_id = was.survivor_id ${counted(table)} from was
            where r.company_id = (select current_company()) and r.id = was.id returning r.company_id, r.id, was.contact_id
          ),
          noted as (
            insert into contact_merge_moves (company_id, merge_id, relation, row_id, merged_id)
            select company_id, ${id}, ${table}, id, contact_id from moved
          )
          select contact_id as merged_id, array_agg(id order by id) as ids from moved group by contact_id`),

      giveBack: (id) =>
        byContact((table) => sql`
          with moved as (
            update ${sql(table)} r set contact_id = m.merged_id ${counted(table)}
            from contact_merge_moves m join contact_merges g on g.company_id = m.company_id and g.id = m.merge_id
            where m.company_id = (select current_company()) and m.merge_id = ${id} and m.relation = ${table}
              and r.company_id = m.company_id and r.id = m.row_id and r.contact_id = g.survivor_id
            returning r.id, r.contact_id
          )
          select contact_id as merged_id, array_agg(id order by id) as ids from moved group by contact_id`),

      absorb: (survivor, merged) =>
        Effect.orDie(Effect.asVoid(sql`
          update contacts set deleted_at = now(), merged_into = ${survivor}, version = version + 1, updated_at = now()
          where ${mine} and id = any(${[...merged]}::bigint[])`)),

      undone: (id) => Effect.orDie(Effect.asVoid(sql`update contact_merges set undone_at = now() where ${mine} and id = ${id}`))
    })
  }))
}

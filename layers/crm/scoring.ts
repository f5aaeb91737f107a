import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import { asksCustom } from "#schemas/crm/filter-faults"
import type { LeadScore, NewRule, ScoringRule } from "#schemas/crm/scoring"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
import { byId, page } from "../kernel/page.ts"
import { inTenant as ofTenant, one } from "../kernel/sql.ts"
import { CustomFields } from "./custom-fields.ts"
import { compile } from "./filter.ts"

/** The rules of a company, as of a version. */
export interface Rulebook {
  /** 0 where none were ever set. */
  readonly version: number
  readonly rules: ReadonlyArray<ScoringRule>
}

/** How far a walk through all contacts has come. */
export interface Batch {
  readonly scored: number
  /** The last contact of the batch; `null` when there are no more. */
  readonly last: number | null
}

/** What the contacts of the caller's company are worth by its rules. */
export class Scoring extends Context.Service<Scoring>()("layers/crm/Scoring", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const fields = yield* CustomFields
    const inTenant = ofTenant(sql)
    const notDeleted = sql.literal("deleted_at is null")
    const columns = sql.literal(`id, label, points, condition as "when"`)

    const rulebook: Effect.Effect<Rulebook> = Effect.gen(function*() {
      const rows = yield* sql<ScoringRule & { readonly rules_version: number }>`
        select s.version as rules_version, r.id, r.label, r.points, r.condition as "when" from scoring s
        left join scoring_rules r on r.company_id = s.company_id
        where s.company_id = (select current_company()) order by r.id`
      return {
        version: rows[0]?.rules_version ?? 0,
        rules: rows.flatMap(({ rules_version, ...rule }) => rule.id === null ? [] : [rule])
      }
    }).pipe(Effect.orDie)

    const conditionsOf = Effect.fnUntraced(function*(rules: ReadonlyArray<ScoringRule>) {
      const known = rules.some(({ when }) => asksCustom(when)) ? yield* fields.of("contact") : []
      const byKey = new Map(known.map((field) => [field.key, field]))
      return rules.map(({ when }) => compile(sql, { filter: when, fields: byKey }))
    })

    const sumOf = Effect.fnUntraced(function*(rules: ReadonlyArray<ScoringRule>) {
      const conditions = yield* conditionsOf(rules)
      return conditions.reduce<Statement.Fragment>(
        (sum, condition, n) => sql`${sum} + case when ${condition} then ${rules[n]!.points}::int else 0 end`,
        sql.literal("0")
      )
    })

    /**
     * Of those that nobody else is changing, the score; the others, by whom it was not waited for. Not waiting is what lets
     * this go through contacts in any order while others are merged or imported.
     */
    const score = Effect.fnUntraced(function*(ids: ReadonlyArray<number>, rules: ReadonlyArray<ScoringRule>) {
      if (ids.length === 0) return []
      const locked = (yield* sql<{ id: number }>`
        select id from contacts where ${inTenant} and ${notDeleted} and id = any(${[...ids]}::bigint[]) order by id
        for no key update skip locked`).map(({ id }) => id)
      yield* sql`delete from score_queue where ${inTenant} and contact_id = any(${locked}::bigint[])`
      const changed = yield* sql<{ id: number; score: number }>`
        select id, score from (
          select id, score as was, ${yield* sumOf(rules)} as score from contacts where ${inTenant} and id = any(${locked}::bigint[])) n
        where was <> score`
      const [among, scores] = [changed.map(({ id }) => id), changed.map(({ score }) => score)]
      /* No join: a plan made while there were few contacts would compare each with each. */
      yield* sql`
        update contacts set score = (${scores}::bigint[])[array_position(${among}::bigint[], id)]
        where ${inTenant} and id = any(${among}::bigint[])`
      return locked
    })

    return {
      page: (paging: Paging) =>
        page<ScoringRule>(sql, { from: sql.literal("scoring_rules"), columns, where: [inTenant], order: byId, paging }).pipe(
          Effect.catchIf(SqlError.isSqlError, Effect.die)
        ),

      rulebook,

      /** Keeps others from changing the rules until the transaction ends; the run that the rules were last followed by. */
      hold: Effect.gen(function*() {
        const { company_id } = yield* Caller
        return yield* one(sql<{ version: number; run_id: RunId | null }>`
          insert into scoring as s (company_id) values (${company_id})
          on conflict (company_id) do update set version = s.version
          returning version, run_id`)
      }).pipe(Effect.orDie),

      /** Replaces the rules, which are held. */
      replace: Effect.fnUntraced(function*(rules: ReadonlyArray<NewRule>) {
        const { company_id } = yield* Caller
        yield* sql`delete from scoring_rules where ${inTenant}`
        if (rules.length > 0) {
          yield* sql`insert into scoring_rules (company_id, label, points, condition)
            select ${company_id}, r.label, r.points, r.condition
            from rows from (jsonb_to_recordset(${JSON.stringify(rules.map(({ when, ...rule }) => ({ ...rule, condition: when })))}::jsonb)
              as (label text, points int, condition jsonb)) with ordinality r (label, points, condition, place)
            order by r.place`
        }
        yield* sql`update scoring set version = version + 1, updated_at = now() where ${inTenant}`
        return yield* rulebook
      }, Effect.orDie),

      /** Notes which run works out the scores. */
      follow: (run: RunId) => Effect.orDie(Effect.asVoid(sql`update scoring set run_id = ${run} where ${inTenant}`)),

      explain: Effect.fnUntraced(function*(id: ContactId): Effect.fn.Return<LeadScore, SqlError.SqlError> {
        const { rules, version } = yield* rulebook
        const conditions = yield* conditionsOf(rules)
        const { at, fits } = yield* one(sql<{ at: string; fits: ReadonlyArray<boolean> }>`
          select now() as at, array[${conditions.length === 0 ? sql.literal("") : sql.csv(conditions.map((one) => sql`(${one})`))}]::boolean[] as fits
          from contacts where ${inTenant} and id = ${id}`)
        const reasons = rules.flatMap(({ id, label, points }, n) => fits[n] ? [{ rule_id: id, label, points }] : [])
        return {
          contact_id: id,
          score: reasons.reduce((sum, { points }) => sum + points, 0),
          reasons,
          rules_version: version,
          scored_at: at
        }
      }, Effect.orDie),

      /** Works out the scores of the next contacts after one. Within a transaction. */
      walk: Effect.fnUntraced(function*(after: number, most: number): Effect.fn.Return<Batch, SqlError.SqlError, Caller> {
        const { company_id } = yield* Caller
        const ids = (yield* sql<{ id: number }>`
          select id from contacts where ${inTenant} and ${notDeleted} and id > ${after} order by id limit ${most}`).map(({ id }) => id)
        const { rules } = yield* rulebook
        const done = new Set(yield* score(ids, rules))
        const left = ids.filter((id) => !done.has(id))
        if (left.length > 0) {
          yield* sql`insert into score_queue (company_id, contact_id) select ${company_id}, id from unnest(${left}::bigint[]) id`
        }
        return { scored: done.size, last: ids.length < most ? null : ids.at(-1)! }
      }, Effect.orDie),

      /** Works out the scores of contacts that something happened to; how many were looked at. Within a transaction. */
      catchUp: Effect.fnUntraced(function*(most: number) {
        const ids = (yield* sql<{ id: number }>`
          select distinct contact_id as id from (
            select contact_id from score_queue where ${inTenant} order by id limit ${most}) q`).map(({ id }) => id)
        if (ids.length === 0) return 0
        yield* sql`
          delete from score_queue where ${inTenant} and contact_id = any(${ids}::bigint[]) and contact_id not in (
            select id from contacts where ${inTenant} and ${notDeleted} and id = any(${ids}::bigint[]))`
        const { rules } = yield* rulebook
        return (yield* score(ids, rules)).length
      }, Effect.orDie)
    }
  })
}) {
  static readonly layer = Layer.effect(Scoring, Scoring.make)
}

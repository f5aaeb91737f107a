import { hash } from "node:crypto"
import { Worker } from "node:worker_threads"
import { Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import {
  type DuplicateContacts, type DuplicateReason, duplicateReasons, LIKENESS, MOST_ALIKE, MOST_NAMES, SHOWN
} from "#schemas/crm/duplicates"
import type { Paging } from "#schemas/kernel/paging"
import { Caller } from "#schemas/kernel/tenancy"
import { type Order, page } from "../kernel/page.ts"
import { inTenant as ofTenant, one } from "../kernel/sql.ts"
import type { Alike } from "./similar-names.ts"

interface Group {
  readonly id: string
  readonly sort: string
  readonly reasons: ReadonlyArray<DuplicateReason>
  readonly similarity: number | null
  readonly count: number
  /** Those of them that are shown. */
  readonly contact_ids: ReadonlyArray<number>
}

interface Found {
  readonly reason: DuplicateReason
  readonly similarity: number | null
  /** The same for the same contacts. Thousands of contacts may share a phone number: no more than is shown of them travels. */
  readonly key: string
  readonly count: number
  readonly ids: ReadonlyArray<number>
}

const foundAs = (reason: DuplicateReason, similarity: number | null, ids: ReadonlyArray<number>): Found =>
  ({ reason, similarity, key: hash("md5", `{${ids.join()}}`, "hex"), count: ids.length, ids: ids.slice(0, SHOWN) })

interface Scan {
  /** Of all the contacts that were looked at; another one means that something changed. */
  readonly state: string
  /** As JSON, all and by reason. */
  readonly groups: (reason: DuplicateReason | undefined) => string
}

const strongestFirst: Order = { column: "sort", type: "text" }

/** Scans that are remembered, one a company. */
const REMEMBERED = 100

const padded = (number: number) => String(number).padStart(16, "0")

/** In a thread of its own, since it is seconds of work during which requests are answered. */
const compared = (names: ReadonlyArray<string>) =>
  Effect.callback<ReadonlyArray<Alike>>((resume) => {
    const worker = new Worker(new URL("./similar-names.worker.ts", import.meta.url), {
      workerData: { names, least: LIKENESS, most: MOST_ALIKE }, execArgv: []
    })
    worker.once("message", (pairs: ReadonlyArray<Alike>) => resume(Effect.succeed(pairs)))
    worker.once("error", (error) => resume(Effect.die(error)))
    return Effect.promise(() => worker.terminate())
  })

/** The same contacts for several reasons are one group. */
const grouped = (all: ReadonlyArray<Found>): ReadonlyArray<Group> => {
  const bySet = new Map<string, Array<Found>>()
  for (const found of all) {
    const same = bySet.get(found.key)
    if (same === undefined) bySet.set(found.key, [found])
    else same.push(found)
  }
  return [...bySet.values()].map((found) => {
    const { count, ids, reason } = found[0]!
    const similarity = found.find(({ similarity }) => similarity !== null)?.similarity ?? null
    return {
      id: `${reason.slice(reason.indexOf("_") + 1)}-${ids[0]}-${ids[1]}`,
      sort: [
        duplicateReasons.indexOf(reason), 9 - found.length, padded(Math.round((1 - (similarity ?? 0)) * 1e9)), padded(ids[0]!), padded(ids[1]!)
      ].join(),
      reasons: found.map(({ reason }) => reason),
      similarity: similarity === null ? null : Math.round(similarity * 1_000) / 1_000,
      count,
      contact_ids: ids
    }
  })
}

/** Made once for each reason: it may take longer than all else of a page. */
const asJson = (groups: ReadonlyArray<Group>): Scan["groups"] => {
  const made = new Map<DuplicateReason | undefined, string>()
  return (reason) => {
    const text = made.get(reason) ??
      JSON.stringify(reason === undefined ? groups : groups.filter(({ reasons }) => reasons.includes(reason)))
    made.set(reason, text)
    return text
  }
}

/** Contacts of the caller's company that may be one person. */
export class Duplicates extends Context.Service<Duplicates>()("layers/crm/Duplicates", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const notDeleted = sql.literal("deleted_at is null")
    const scans = new Map<number, Scan>()
    const turn = yield* Semaphore.make(1)

    const state = Effect.map(
      one(sql<{ state: string }>`
        select concat_ws(' ', count(*), sum(id), sum(version), max(updated_at)) as state from contacts where ${inTenant} and ${notDeleted}`),
      ({ state }) => state
    )

    const sameValue = (reason: DuplicateReason, key: string) =>
      Effect.map(
        sql<Pick<Found, "count" | "ids" | "key">>`
          select md5(ids::text) as key, cardinality(ids) as count, ids[1:${SHOWN}::int] as ids from (
            select array_agg(id order by id) as ids from contacts where ${inTenant} and ${notDeleted} and ${sql.literal(key)} is not null
            group by ${sql.literal(key)} having count(*) > 1) g`,
        (rows) => rows.map((found): Found => ({ reason, similarity: null, ...found }))
      )

    const similarNames = Effect.gen(function*() {
      const rows = yield* sql<{ name: string; ids: ReadonlyArray<number> }>`
        select name, array_agg(id order by id) as ids from (
          select id, lower(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))) as name from contacts
          where ${inTenant} and ${notDeleted} order by updated_at desc, id desc limit ${MOST_NAMES}) n
        where name like '_% _%' group by name`
      const same = rows.filter(({ ids }) => ids.length > 1).map(({ ids }) => foundAs("similar_name", 1, ids))
      const pairs = yield* compared(rows.map(({ name }) => name))
      return [
        ...same,
        ...pairs.map(({ a, b, similarity }) =>
          foundAs("similar_name", similarity, [...rows[a]!.ids, ...rows[b]!.ids].sort((x, y) => x - y)))
      ]
    })

    const remembered = Effect.fnUntraced(function*(company: number) {
      const now = yield* state
      const known = scans.get(company)
      return { now, groups: known?.state === now ? known.groups : undefined }
    })

    const scanned = Effect.fnUntraced(function*(company: number) {
      const { groups: known, now } = yield* remembered(company)
      const groups = known ?? asJson(grouped([
        ...yield* sameValue("same_email", String.raw`regexp_replace(email, '\+[^@]*@', '@')`),
        ...yield* sameValue("same_phone", "phone"),
        ...yield* similarNames
      ]))
      scans.delete(company)
      scans.set(company, { state: now, groups })
      if (scans.size > REMEMBERED) scans.delete(scans.keys().next().value!)
      return groups
    })

    return {
      page: Effect.fnUntraced(function*({ reason, ...paging }: Paging & { readonly reason?: DuplicateReason }) {
        const { company_id } = yield* Caller
        /* One scan at a time: each keeps a processor busy. */
        const groups = (yield* remembered(company_id)).groups ?? (yield* turn.withPermits(1)(scanned(company_id)))
        return yield* page<DuplicateContacts>(sql, {
          from: sql`jsonb_to_recordset(${groups(reason)}::jsonb)
            as g (id text, sort text, reasons jsonb, similarity float8, count int, contact_ids jsonb)`,
          columns: sql`g.id, g.reasons, g.similarity, g.count, (
            select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
              select id, first_name, last_name, email, phone, company_name,
                to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
              from contacts where ${inTenant} and ${notDeleted} and id in (
                select e::bigint from jsonb_array_elements_text(g.contact_ids) e) order by id) c) as contacts`,
          id: "text",
          where: [],
          order: strongestFirst,
          paging
        })
      }, Effect.catchIf(SqlError.isSqlError, Effect.die))
    }
  })
}) {
  static readonly layer = Layer.effect(Duplicates, Duplicates.make)
}

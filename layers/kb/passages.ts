import { hash } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Audience, Origin, Place } from "#schemas/kb/passage"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, inTenant as inTenantOf } from "../kernel/sql.ts"

/** What all passages of one origin share. */
export interface OfOrigin {
  /** What the origin is called. */
  readonly title: string
  /** ISO 639, in small letters. */
  readonly language: string
  readonly audience: Audience
  readonly tags: ReadonlyArray<string>
}

/** A piece of a text that can be found and cited by itself: some hundred words at most. */
export interface PassageText {
  /** The headings that it stands under, the outermost first. */
  readonly heading: ReadonlyArray<string>
  readonly place: Place
  readonly text: string
}

/** What became of an origin's passages. */
export interface Replaced {
  readonly added: number
  readonly removed: number
  readonly kept: number
}

interface Kept {
  readonly id: number
  readonly position: number
  readonly place: Place
  readonly told: string
}

/** A digest of all that a search tells of a passage, in hexadecimal. */
export const toldOf = ({ audience, language, tags, title }: OfOrigin, { heading, text }: PassageText) =>
  hash("sha256", JSON.stringify([title, language, audience, tags, heading, text]))

const samePlace = (a: Place, b: Place) => a.url === b.url && a.anchor === b.anchor && a.page === b.page && a.row === b.row

/** The passages that everything which the caller's company knows is found by. Both modes share them. */
export class Passages extends Context.Service<Passages>()("layers/kb/Passages", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const ofOrigin = ({ id, kind }: Origin) => sql`${inTenant} and origin_kind = ${kind} and origin_id = ${id}`

    return {
      /**
       * Makes these the passages of an origin, in their order. Those that say the same as before keep their ids. It belongs to the
       * transaction in progress; from then on others of the company that write passages wait for its end.
       */
      replace: Effect.fnUntraced(function*(origin: Origin, shared: OfOrigin, passages: ReadonlyArray<PassageText>): Effect.fn.Return<Replaced, never, Caller> {
        const { company_id } = yield* Caller
        const before = yield* Effect.orDie(sql<Kept>`select id, position, place, encode(told, 'hex') as told from kb_passages where ${ofOrigin(origin)} order by position, id`)
        const unclaimed = Map.groupBy(before, ({ told }) => told)
        const wanted = passages.map((passage, position) => {
          const told = toldOf(shared, passage)
          return { ...passage, position, told, before: unclaimed.get(told)?.shift() }
        })
        const gone = [...unclaimed.values()].flat().map(({ id }) => id)
        if (gone.length > 0) yield* execute(sql`delete from kb_passages where ${inTenant} and id = any(${gone}::bigint[])`)
        const moved = wanted.flatMap(({ before, place, position }) =>
          before === undefined || before.position === position && samePlace(before.place, place) ? [] : [{ id: before.id, position, place }])
        if (moved.length > 0) {
          yield* execute(sql`update kb_passages p set position = m.position, place = m.place
            from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, position int, place jsonb)
            where p.company_id = (select current_company()) and p.id = m.id`)
        }
        const added = wanted.flatMap(({ before, heading, place, position, text, told }) => before === undefined ? [{ heading, place, position, text, told }] : [])
        if (added.length > 0) {
          yield* execute(sql`insert into kb_passages (company_id, origin_kind, origin_id, position, title, heading, place, language, audience, tags, text, told)
            select ${company_id}, ${origin.kind}, ${origin.id}, a.position, ${shared.title}, a.heading, a.place, ${shared.language}, ${shared.audience},
              ${[...shared.tags]}::text[], a.text, decode(a.told, 'hex')
            from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (position int, heading jsonb, place jsonb, text text, told text)`)
        }
        return { added: added.length, removed: gone.length, kept: passages.length - added.length }
      }),
      /** Within the transaction in progress: nothing is found of this origin any more. */
      remove: (origin: Origin) => execute(sql`delete from kb_passages where ${ofOrigin(origin)}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Passages, Passages.make)
}

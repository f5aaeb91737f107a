import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PassageId } from "#schemas/kb/ids"
import type { Audience, OriginKind } from "#schemas/kb/passage"
import { execute, inTenant as inTenantOf } from "../kernel/sql.ts"

export type Vector = Float32Array

/** Which passages may be found. */
export interface NearFilter {
  readonly language?: string | undefined
  readonly audiences: ReadonlyArray<Audience>
  readonly tags?: ReadonlyArray<string> | undefined
  readonly kinds?: ReadonlyArray<OriginKind> | undefined
}

export interface Lacking {
  readonly id: PassageId
  readonly title: string
  readonly heading: ReadonlyArray<string>
  readonly text: string
}

/** As many are compared exactly, of those whose sketches are nearest. */
const MOST_COMPARED = 100

/** The same direction, of length 1. */
export const unit = (numbers: ReadonlyArray<number>): Vector => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => length === 0 ? 0 : number / length)
}

const bytesOf = (vector: Vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

const vectorOf = (bytes: Uint8Array): Vector => new Float32Array(bytes.slice().buffer)

/** The sign of each number. */
const sketchOf = (vector: Vector) => Array.from(vector, (number) => number > 0 ? "1" : "0").join("")

const product = (a: Vector, b: Vector) => {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!
  return sum
}

/**
 * Passages of the caller's company as vectors, in plain PostgreSQL. Those near to a question are found in two steps: the signs of all the company's vectors
 * are compared bit by bit, and the nearest hundred by the vectors themselves. The first reads the signs of every vector, so that its time grows with the
 * company's passages, whatever other companies have. Measured with 1,536 numbers each, in processor time: 7 ms for 1,000 passages, 27 ms for 25,000,
 * 150 ms for 100,000, which take 825 MB. Past some 50,000 in one company, keep the vectors in a database that has an index of neighbours, such as
 * pgvector's HNSW, and ask it here: who calls `near` need not know.
 */
export class Vectors extends Context.Service<Vectors>()("layers/kb/Vectors", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)

    return {
      /** The nearest first, of passages that this model made vectors of. */
      near: Effect.fnUntraced(function*(model: string, wanted: Vector, { audiences, kinds, language, tags }: NearFilter) {
        const sketch = sketchOf(wanted)
        const rows = yield* Effect.orDie(sql<{ id: PassageId; origin: string; vector: Uint8Array }>`
          select passage_id as id, origin_kind || ' ' || origin_id as origin, vector from kb_vectors
          where ${inTenant} and model = ${model} and length(sketch) = ${sketch.length} and audience = any(${[...audiences]}::text[])
            ${language === undefined ? sql.literal("") : sql`and language = ${language}`}
            ${tags === undefined || tags.length === 0 ? sql.literal("") : sql`and tags @> ${[...tags]}::text[]`}
            ${kinds === undefined ? sql.literal("") : sql`and origin_kind = any(${[...kinds]}::text[])`}
          order by bit_count(sketch # (select ${sketch}::text::bit varying)), passage_id limit ${MOST_COMPARED}`)
        return rows.map(({ vector, ...row }) => ({ ...row, nearness: product(wanted, vectorOf(vector)) })).toSorted((a, b) => b.nearness - a.nearness)
      }),
      /** Passages behind this one that the model has made no vectors of, in the order of their numbers. */
      lacking: (model: string, after: number, most: number) =>
        Effect.orDie(sql<Lacking>`select p.id, p.title, p.heading, p.text from kb_passages p
          where p.company_id = (select current_company()) and p.id > ${after} and not exists (
            select from kb_vectors v where v.company_id = p.company_id and v.passage_id = p.id and v.model = ${model})
          order by p.id limit ${most}`),
      /** Keeps what the model made of passages, but of those that say something else by now. */
      keep: (model: string, made: ReadonlyArray<Pick<Lacking, "id" | "text"> & { readonly vector: Vector }>) => {
        const rows = made.map(({ id, text, vector }) => ({ id, text, sketch: sketchOf(vector), vector: bytesOf(vector).toString("base64") }))
        return execute(sql`
          insert into kb_vectors (company_id, passage_id, model, origin_kind, origin_id, language, audience, tags, sketch, vector)
          select p.company_id, p.id, ${model}, p.origin_kind, p.origin_id, p.language, p.audience, p.tags, m.sketch::bit varying, decode(m.vector, 'base64')
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id bigint, text text, sketch text, vector text)
          join kb_passages p on p.company_id = (select current_company()) and p.id = m.id and p.text = m.text
          on conflict (company_id, passage_id) do update set model = excluded.model, sketch = excluded.sketch, vector = excluded.vector`)
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Vectors, Vectors.make)
}

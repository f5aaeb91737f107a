import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PassageId } from "#schemas/kb/ids"
import type { Audience, FoundPassage, OriginKind } from "#schemas/kb/passage"
import { Caller } from "#schemas/kernel/tenancy"
import { inTenant as inTenantOf, one } from "../kernel/sql.ts"
import { Embedding } from "./embedding.ts"
import { merged } from "./fusion.ts"
import { highlightsIn } from "./highlights.ts"
import { BESIDE, type KnownWord, locatedIn, type Plan, planOf } from "./plan.ts"
import { plainWords, queryWords } from "./query-words.ts"
import { Vectors } from "./vectors.ts"

/** What is looked for. */
export interface Question {
  readonly text: string
  /** ISO 639, in small letters: only passages of this language. Of all if left out. */
  readonly language?: string | undefined
  /** Only what one of these may read. */
  readonly audiences: ReadonlyArray<Audience>
  /** Only what has all of these tags. */
  readonly tags?: ReadonlyArray<string> | undefined
  /** Only passages of these. */
  readonly kinds?: ReadonlyArray<OriginKind> | undefined
  readonly limit: number
  /** Of one origin at most; 3 if left out. */
  readonly perOrigin?: number | undefined
  /** The last word may be the beginning of a longer one. */
  readonly unfinished?: boolean | undefined
}

export interface Retrieved {
  /** The best first. */
  readonly passages: ReadonlyArray<FoundPassage>
  /** Words of the question that no passage has, and what was looked for instead. */
  readonly corrections: ReadonlyArray<{ readonly asked: string; readonly meant: string }>
}

/** What a word is worth in the title (A), in headings and tags (B) and in the text (D); as an array of D, C, B, A. */
const IMPORTANCE = "{0.5, 0.5, 0.7, 1}"
/** What `ts_rank` makes of one word of importance 1. */
const RANK_OF_ONE = 1 / 1.64493406685

/** Passages that one query of a plan finds are compared up to so many, and so many of them looked at closely. */
const MOST_FOUND = 500
const MOST_CLOSE = 60
/** Passages of one origin, if nothing else is said. */
const PER_ORIGIN = 3
/** No further query is asked once so many are. */
const ENOUGH = 60

/** Passages that are near by meaning are found up to so many. */
const MOST_NEAR = 40
/** With fewer, none stands out from the others. */
const LEAST_COMPARED = 5

interface Place {
  readonly id: PassageId
  /** Which one it is a passage of. */
  readonly origin: string
}

interface Near extends Place {
  readonly similarity: number | null
}

interface Hit extends Place {
  readonly worth: number
  /** Read at once of those that are told unless others stand out by their meaning. */
  readonly row: Row | null
  /** Not known where it was found by its meaning only. */
  readonly found_units: ReadonlyArray<number> | undefined
}

type Row = Omit<FoundPassage, "coverage" | "highlights" | "score" | "similarity">

const queriesOf = ({ phrases, units }: Plan) => [
  ...units.flatMap(({ alternatives, information }, unit) =>
    alternatives.map(({ query, weight }) => ({ query, unit, weight: weight * information / RANK_OF_ONE, ranked: true }))),
  ...phrases.map(({ query, weight }, n) => ({ query, unit: units.length + n, weight, ranked: false }))
]

/** Words that were asked, by their place in the plan, which a text has. */
const unitsIn = ({ units }: Plan, text: string) => {
  const said = new Set(plainWords(text))
  return units.flatMap(({ alternatives }, unit) => alternatives.some(({ words }) => words.some((word) => said.has(word))) ? [unit] : [])
}

const coverageOf = ({ units }: Plan, found: ReadonlyArray<number>) => {
  const all = units.reduce((sum, { information }) => sum + information, 0)
  return all === 0 ? 0 : found.reduce((sum, unit) => sum + (units[unit]?.information ?? 0), 0) / all
}

/**
 * How near each is, beside the one in the middle. What models call near differs: with some, any two texts are. What stands out from what else the company
 * knows is near with all.
 */
const standingOut = (near: ReadonlyArray<Place & { readonly nearness: number }>): ReadonlyArray<Near> => {
  const middle = near.length < LEAST_COMPARED ? undefined : near[near.length >> 1]!.nearness
  return near.map(({ nearness, ...place }) =>
    ({ ...place, similarity: middle === undefined || middle >= 1 ? null : Math.max(0, (nearness - middle) / (1 - middle)) }))
}

/** Finds passages of the caller's company: by their words, and by their meaning where a model made vectors of them. */
export class Retrieval extends Context.Service<Retrieval>()("layers/kb/Retrieval", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = inTenantOf(sql)
    const embedding = yield* Embedding
    const vectors = yield* Vectors

    const planFor = Effect.fnUntraced(function*({ language, text, unfinished = false }: Question) {
      const asked = queryWords(text, unfinished)
      const phrase = asked.words.join(" ")
      const spoken = language === undefined ? sql`kb_languages()` : sql`array[${language}]::text[]`
      const { known, passages, synonyms } = yield* one(sql<{
        known: ReadonlyArray<KnownWord>; synonyms: ReadonlyArray<ReadonlyArray<string>>; passages: number
      }>`
        with spoken as materialized (select ${spoken} as languages),
        same as materialized (select words from kb_synonyms where ${inTenant} and exists (
          select from unnest(words) w, spoken, unnest(spoken.languages) l
          where to_tsvector(kb_stemming(l), ${phrase}::text) @@ phraseto_tsquery(kb_stemming(l), w))),
        asked as (select distinct a.word from (
          select unnest(${[...asked.words]}::text[]) as word
          union all select regexp_split_to_table(kb_plain(w), ' ') from same, unnest(same.words) w) a where a.word <> '')
        select (select counted('kb_passages')) as passages, (select coalesce(jsonb_agg(words), '[]') from same) as synonyms,
          (select coalesce(jsonb_agg(f), '[]') from kb_known_words(array(select word from asked), ${[...asked.joined]}::text[],
            ${asked.unfinished}, (select languages from spoken)) f) as known`)
      return planOf(asked, known, synonyms, passages)
    })

    const told = sql.literal("json_build_object('id', id, 'origin', json_build_object('kind', origin_kind, 'id', origin_id), 'title', title, 'heading', heading, 'place', place, " +
      "'language', language, 'audience', audience, 'text', text) as row")

    const hitsOf = Effect.fnUntraced(function*(plan: Plan, { audiences, kinds, language, limit, perOrigin = PER_ORIGIN, tags }: Question) {
      const { company_id } = yield* Caller
      const wanted = JSON.stringify(queriesOf(plan))
      const located = plan.steps.map((step) => locatedIn(company_id, step))
      const exact = plan.steps.map((step) => step.includes(BESIDE) ? step : "")
      return yield* Effect.orDie(sql<Hit>`
        with hits as (select *, row_number() over (partition by origin order by worth desc, id) as place
          from kb_find_passages(${located}::text[], ${exact}::text[], ${plan.always}::int, ${plan.rough}::text::tsquery, ${wanted}::jsonb, ${IMPORTANCE}::text::real[],
            ${language === undefined ? null : [language]}::text[], ${[...audiences]}::text[], ${tags === undefined || tags.length === 0 ? null : [...tags]}::text[],
            ${kinds === undefined ? null : [...kinds]}::text[], ${MOST_FOUND}::int, ${MOST_CLOSE}::int, ${ENOUGH}::int)),
        placed as (select *, place <= ${perOrigin}::int and row_number() over (partition by place <= ${perOrigin}::int order by worth desc, id) <= ${limit}::int as best from hits)
        select id, origin, worth, found_units, case when best then (select ${told} from kb_passages p where ${inTenant} and p.id = placed.id) end as row
        from placed order by worth desc, id`)
    })

    const rowsOf = (ids: ReadonlyArray<PassageId>) =>
      ids.length === 0 ? Effect.succeed([]) : Effect.orDie(sql<{ row: Row }>`select ${told} from kb_passages where ${inTenant} and id = any(${[...ids]}::bigint[])`)

    const byWords = Effect.fnUntraced(function*(question: Question) {
      const plan = yield* planFor(question)
      return { plan, hits: plan.steps.length === 0 ? [] : yield* hitsOf(plan, question) }
    })

    /** The nearest by meaning; of what somebody still types nothing is asked of a model. */
    const byMeaning = Effect.fnUntraced(function*(question: Question) {
      const asked = question.unfinished === true ? undefined : yield* embedding.ofQuestion(question.text)
      return asked === undefined ? [] : standingOut(yield* vectors.near(asked.model, asked.vector, question)).slice(0, MOST_NEAR)
    })

    /** The best of both, of each origin only some. */
    const best = (hits: ReadonlyArray<Hit>, near: ReadonlyArray<Near>, { limit, perOrigin = PER_ORIGIN }: Question): ReadonlyArray<Hit> => {
      const known = new Map([...near.map((one) => ({ ...one, worth: 0, row: null, found_units: undefined })), ...hits].map((hit) => [hit.id, hit]))
      const all = near.length === 0 ? hits : [...merged([hits.map(({ id }) => id), near.map(({ id }) => id)])].map(([id, worth]) => ({ ...known.get(id)!, worth }))
      const of = new Map<string, number>()
      return all.filter(({ origin }) => {
        const before = of.get(origin) ?? 0
        of.set(origin, before + 1)
        return before < perOrigin
      }).slice(0, limit)
    }

    return {
      /** Passages that tell of what was asked, the best first: where no vectors are made, none where no word of it is known. */
      retrieve: Effect.fnUntraced(function*(question: Question) {
        const [{ hits, plan }, near] = yield* Effect.all([byWords(question), byMeaning(question)], { concurrency: 2 })
        const found = best(hits, near, question)
        if (found.length === 0) return { passages: [], corrections: [] } satisfies Retrieved
        const others = yield* rowsOf(found.flatMap(({ id, row }) => row === null ? [id] : []))
        const rows = new Map([...found, ...others].flatMap(({ row }) => row === null ? [] : [[row.id, row]]))
        const similarities = new Map(near.map(({ id, similarity }) => [id, similarity]))
        const words = new Set(plan.units.flatMap(({ alternatives }) => alternatives.flatMap(({ words }) => words)))
        const passages = found.flatMap(({ found_units, id, worth }): ReadonlyArray<FoundPassage> => {
          const row = rows.get(id)
          if (row === undefined) return []
          const units = found_units ?? unitsIn(plan, [row.title, ...row.heading, row.text].join(" "))
          return [{ ...row, score: worth, coverage: coverageOf(plan, units), similarity: similarities.get(id) ?? null, highlights: [...highlightsIn(row.text, words)] }]
        })
        return { passages, corrections: plan.corrections } satisfies Retrieved
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Retrieval, Retrieval.make)
}

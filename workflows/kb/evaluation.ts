import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { Audience, type FoundPassage } from "#schemas/kb/passage"
import { line } from "#schemas/kernel/text"

/**
 * A question with what should be found for it, as the file of an evaluation has it. Expected is told by the title of what it is a passage of, with a heading
 * behind it where that matters (`Returns > When the money comes back`), by its address, by its kind and number (`entry:12`), or as `passage:345`. A question
 * that the company's knowledge does not answer expects nothing.
 */
export const Trial = Schema.Struct({
  question: line(500),
  expected: Schema.Array(line(1_000)).check(Schema.isMaxLength(20)),
  language: Schema.optionalKey(Locale),
  audience: Schema.optionalKey(Audience)
})
export type Trial = typeof Trial.Type

/** What a search found for it. */
export interface Tried {
  readonly trial: Trial
  /** The best first. */
  readonly results: ReadonlyArray<FoundPassage>
  /** The search called it answered. */
  readonly found: boolean
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Where something stands, as an evaluation's file may tell it. */
const addressOf = ({ place: { anchor, url } }: FoundPassage) => url === undefined ? undefined : anchor === undefined ? url : `${url}#${anchor}`

/** Whether a passage is what was expected. */
export const isExpected = (expected: string) => (passage: FoundPassage): boolean => {
  const { heading, id, origin, place, title } = passage
  return same(expected, title) || heading.some((one) => same(expected, `${title} > ${one}`)) || same(expected, [title, ...heading].join(" > ")) ||
    expected === `${origin.kind}:${origin.id}` || expected === `passage:${id}` || expected === place.url || expected === addressOf(passage)
}

/** A passage in few words. */
export const labelOf = ({ heading, origin, title }: FoundPassage): string => `${[title, ...heading].join(" > ")} (${origin.kind}:${origin.id})`

/** A question for which not all is well: something expected is not among the first, or it was refused or answered wrongly. */
export interface Miss {
  readonly question: string
  readonly fault: "not_found" | "refused_wrongly" | "answered_wrongly"
  /** Of what was expected, what is not among the first. */
  readonly missing: ReadonlyArray<string>
  readonly instead: ReadonlyArray<string>
}

export interface Evaluation {
  readonly questions: number
  /** Of those, the ones that expect something. */
  readonly answerable: number
  /** Share of what was expected among the first so many, the mean over the questions that expect something. */
  readonly recall: ReadonlyArray<{ readonly k: number; readonly value: number | null }>
  /** The mean of one divided by the place of the first passage that was expected; 0 where none was found. */
  readonly mrr: number | null
  readonly answered_rightly: number
  readonly refused_wrongly: number
  readonly refused_rightly: number
  readonly answered_wrongly: number
  readonly misses: ReadonlyArray<Miss>
}

/** Passages that are told of what was found instead. */
const MOST_TOLD = 3

const mean = (values: ReadonlyArray<number>) => values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const missOf = (k: number) => ({ found, results, trial: { expected, question } }: Tried): ReadonlyArray<Miss> => {
  const missing = expected.filter((one) => !results.slice(0, k).some(isExpected(one)))
  const miss = (fault: Miss["fault"]) => [{ question, fault, missing, instead: results.slice(0, MOST_TOLD).map(labelOf) }]
  if (expected.length === 0) return found ? miss("answered_wrongly") : []
  return missing.length > 0 ? miss("not_found") : found ? [] : miss("refused_wrongly")
}

/** How well searches found what was expected, among the first of each number; misses are told at `k`. */
export const evaluated = (tried: ReadonlyArray<Tried>, k: number, others: ReadonlyArray<number> = []): Evaluation => {
  const answerable = tried.filter(({ trial }) => trial.expected.length > 0)
  const count = (expects: boolean, answers: boolean) => tried.filter(({ found, trial }) => trial.expected.length > 0 === expects && found === answers).length
  const recallAt = (most: number) => mean(answerable.map(({ results, trial: { expected } }) =>
    expected.filter((one) => results.slice(0, most).some(isExpected(one))).length / expected.length))
  const placeOf = ({ results, trial: { expected } }: Tried) => 1 + results.findIndex((passage) => expected.some((one) => isExpected(one)(passage)))
  return {
    questions: tried.length,
    answerable: answerable.length,
    recall: [...new Set([...others, k])].toSorted((a, b) => a - b).map((most) => ({ k: most, value: recallAt(most) })),
    mrr: mean(answerable.map(placeOf).map((place) => place === 0 ? 0 : 1 / place)),
    answered_rightly: count(true, true),
    refused_wrongly: count(true, false),
    refused_rightly: count(false, false),
    answered_wrongly: count(false, true),
    misses: tried.flatMap(missOf(k))
  }
}

/** What somebody asks of an evaluation; what is left out may be as it is. Shares, from 0 to 1. */
export interface Thresholds {
  readonly recall: number | undefined
  readonly mrr: number | undefined
  /** At most so many of the questions that have an answer are refused. */
  readonly refusedWrongly: number | undefined
  /** At most so many of those that have none are answered. */
  readonly answeredWrongly: number | undefined
}

/** What does not keep to them, a sentence each. What no question of the file tells of is not kept to either. */
export const failuresOf = (
  { answerable, answered_wrongly, mrr, questions, recall, refused_wrongly }: Evaluation, k: number, thresholds: Thresholds
): ReadonlyArray<string> => {
  const share = (part: number, of: number) => of === 0 ? null : part / of
  const told = (what: string, value: number | null, holds: (value: number) => boolean, wanted: string) =>
    value === null ? [`${what} cannot be told: no question of the file asks for it.`] : holds(value) ? [] : [`${what} is ${value.toFixed(3)}, not ${wanted}.`]
  const least = (what: string, value: number | null, wanted: number | undefined) =>
    wanted === undefined ? [] : told(what, value, (found) => found >= wanted, `${wanted} or more`)
  const most = (what: string, value: number | null, wanted: number | undefined) =>
    wanted === undefined ? [] : told(what, value, (found) => found <= wanted, `${wanted} or less`)
  return [
    ...least(`recall@${k}`, recall.find((one) => one.k === k)?.value ?? null, thresholds.recall),
    ...least("MRR", mrr, thresholds.mrr),
    ...most("The share refused wrongly", share(refused_wrongly, answerable), thresholds.refusedWrongly),
    ...most("The share answered wrongly", share(answered_wrongly, questions - answerable), thresholds.answeredWrongly)
  ]
}

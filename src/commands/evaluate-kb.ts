import { Console, Effect, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import type { FoundPassage } from "#schemas/kb/passage"
import { type Evaluation, evaluated, failuresOf, type Miss, type Tried } from "#workflows/kb/evaluation"
import { trialsIn } from "./kb-questions.ts"
import { expected } from "./proof.ts"
import { sourceOf, type Target } from "./profiles.ts"
import { callerOf } from "./service-client.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input extends Target {
  readonly file: string
  readonly k: number
  readonly recall: Option.Option<number>
  readonly mrr: Option.Option<number>
  readonly refusedWrongly: Option.Option<number>
  readonly answeredWrongly: Option.Option<number>
  readonly verbose: boolean
  readonly json: boolean
}

interface Results {
  readonly results: ReadonlyArray<FoundPassage>
  readonly found: boolean
}

/** Recall is told at these too. */
const USUAL = [1, 10]

const AT_ONCE = 4

const figure = (value: number | null) => value === null ? "-" : value.toFixed(3)

const told = ({ answerable, answered_rightly, answered_wrongly, mrr, questions, recall, refused_rightly, refused_wrongly }: Evaluation) =>
  [
    `${questions} questions: ${answerable} with an answer, ${questions - answerable} without.`,
    ...recall.map(({ k, value }) => `${`recall@${k}`.padEnd(10)} ${figure(value)}`),
    `${"MRR".padEnd(10)} ${figure(mrr)}`,
    `Of those with an answer ${answered_rightly} were answered, ${refused_wrongly} wrongly refused.`,
    `Of those without ${refused_rightly} were refused, ${answered_wrongly} wrongly answered.`
  ].join("\n")

const faults: Readonly<Record<Miss["fault"], string>> = {
  not_found: "not found", refused_wrongly: "wrongly refused", answered_wrongly: "wrongly answered"
}

const shown = ({ fault, instead, missing, question }: Miss) =>
  [
    `${faults[fault]}: ${plain(question)}`,
    ...missing.map((one) => `  expected ${plain(one)}`),
    ...instead.map((one, n) => `  ${n + 1}. ${plain(one)}`)
  ].join("\n")

/** Asks a service what a file asks, and tells how well it found it. */
export const evaluateKb = (input: Input) =>
  Effect.gen(function*() {
    const trials = yield* trialsIn(input.file)
    const call = callerOf(yield* HttpClient.HttpClient, yield* sourceOf(input))
    const limit = Math.max(input.k, ...USUAL)
    const tried = yield* Effect.forEach(trials, (trial) => {
      const { expected: _, question, ...filters } = trial
      return call("POST", "/kb/search", { ...filters, query: question, limit, counted: false }).pipe(
        Effect.flatMap(expected<Results>(`The search for ${JSON.stringify(question)}`, 200)),
        Effect.map(({ found, results }): Tried => ({ trial, results, found }))
      )
    }, { concurrency: AT_ONCE })
    const { misses, ...figures } = evaluated(tried, input.k, USUAL)
    const failures = failuresOf({ ...figures, misses }, input.k, {
      recall: Option.getOrUndefined(input.recall),
      mrr: Option.getOrUndefined(input.mrr),
      refusedWrongly: Option.getOrUndefined(input.refusedWrongly),
      answeredWrongly: Option.getOrUndefined(input.answeredWrongly)
    })
    if (input.json) yield* Console.log(plainJson({ holds: failures.length === 0, failures, ...figures, ...input.verbose && { misses } }))
    else yield* Console.log([told({ ...figures, misses }), ...input.verbose ? misses.map(shown) : [], ...failures].join("\n"))
    if (failures.length > 0) process.exitCode = 1
  }).pipe(Effect.provide(FetchHttpClient.layer))

import { Effect, Option, Schema } from "effect"
import { stemOf, wordsOf } from "#layers/providers/ai/quoted"
import type * as api from "#schemas/ai/texts.api"
import type { WritingPiece } from "#schemas/ai/writing"
import type { Input } from "#schemas/kernel/catalog"
import { streamed } from "#schemas/kernel/streams"
import { classifyV1, type LabelOffered } from "./prompts/classify.v1.ts"
import { resumed, wholeOf, writing } from "./writing.ts"

type Asked = Input<typeof api.classify_text>

const MOST_TOKENS = 60

const Answer = Schema.fromJsonString(Schema.Struct({ label: Schema.Int, confidence: Schema.Finite }))
const decoded = Schema.decodeUnknownOption(Answer)

/** What a model said of a text: a label that it was given, or none. Whatever else it says is none, of which nothing is certain. */
export const chosen = (answer: string, labels: ReadonlyArray<LabelOffered>) => {
  const found = decoded(/\{[^{}]*\}/u.exec(answer)?.[0] ?? "")
  if (Option.isNone(found)) return { label: null, confidence: 0 }
  const { confidence, label } = found.value
  const sure = Math.min(1, Math.max(0, confidence))
  if (label === 0) return { label: null, confidence: sure }
  const name = labels[label - 1]?.name
  return name === undefined ? { label: null, confidence: 0 } : { label: name, confidence: sure }
}

/** The label that shares most words with a text, and its part of all words that labels share with it; 0 where none shares any. */
export const overlapping = (text: string, labels: ReadonlyArray<LabelOffered>) => {
  const said = new Set([...wordsOf(text)].map(stemOf))
  const shared = labels.map(({ meaning = "", name }) => [...new Set([...wordsOf(`${name} ${meaning}`)].map(stemOf))].filter((stem) => said.has(stem)).length)
  const most = Math.max(...shared)
  if (most === 0) return { label: 0, confidence: 0 }
  return { label: shared.indexOf(most) + 1, confidence: Math.round(100 * most / shared.reduce((sum, one) => sum + one, 0)) / 100 }
}

const pieces = ({ labels, text }: Asked, sent: ReadonlyArray<WritingPiece>) =>
  resumed(sent, writing({
    agent: "classify",
    instructions: classifyV1.instructions,
    turns: [{ role: "user", text: classifyV1.message(text, labels) }],
    most: MOST_TOKENS,
    temperature: 0,
    simulated: (notice) => `${notice} ${JSON.stringify(overlapping(text, labels))}`
  }))

export const classify_text = streamed(pieces, ({ labels }: Asked, all) => {
  const { end: { type: _type, ...author }, text } = wholeOf(all)
  return Effect.succeed({ ...chosen(text, labels), ...author })
})

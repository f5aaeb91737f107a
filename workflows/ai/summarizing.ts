import { Effect } from "effect"
import { sentencesOf, stemOf, wordsOf } from "#layers/providers/ai/quoted"
import type * as api from "#schemas/ai/texts.api"
import type { WritingPiece } from "#schemas/ai/writing"
import type { Input } from "#schemas/kernel/catalog"
import { streamed } from "#schemas/kernel/streams"
import { summaryV1 } from "./prompts/summary.v1.ts"
import { resumed, wholeOf, writing } from "./writing.ts"

type Asked = Input<typeof api.summarize_text>

const sentences = { short: 2, medium: 5, long: 10 } as const
const TOKENS_EACH = 60

/**
 * The sentences that say most of a text, in its order: those whose words it has most often, and those of `focus` above all. A first sentence
 * often says what it is about.
 */
export const extracted = (text: string, most: number, focus = ""): ReadonlyArray<string> => {
  const all = [...new Set(sentencesOf(text))]
  const stems = all.map((sentence) => [...wordsOf(sentence)].map(stemOf))
  const times = new Map<string, number>()
  for (const stem of stems.flat()) times.set(stem, (times.get(stem) ?? 0) + 1)
  const sought = new Set([...wordsOf(focus)].map(stemOf))
  const worth = stems.map((own, at) =>
    own.reduce((sum, stem) => sum + times.get(stem)! + (sought.has(stem) ? 2 * all.length / times.get(stem)! : 0), 0) / Math.sqrt(Math.max(1, own.length)) + (at === 0 ? 1 : 0))
  const best = new Set(all.map((_, at) => at).toSorted((a, b) => worth[b]! - worth[a]!).slice(0, most))
  return all.filter((_, at) => best.has(at))
}

const pieces = ({ focus, form, language, length, text }: Asked, sent: ReadonlyArray<WritingPiece>) => {
  const most = sentences[length]
  return resumed(sent, writing({
    agent: "summary",
    instructions: summaryV1.instructions({ form, language, most }),
    turns: [{ role: "user", text: summaryV1.message(text, focus) }],
    most: most * TOKENS_EACH + TOKENS_EACH,
    temperature: 0.2,
    simulated: (notice) => {
      const said = extracted(text, most, focus)
      return form === "list" ? [notice, ...said.map((one) => `- ${one}`)].join("\n") : [notice, ...said].join(" ")
    }
  }))
}

export const summarize_text = streamed(pieces, (_: Asked, all) => {
  const { end: { type: _type, ...author }, text } = wholeOf(all)
  return Effect.succeed({ summary: text, ...author })
})

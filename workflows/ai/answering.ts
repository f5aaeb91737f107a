import { Effect, Stream } from "effect"
import { ModelCalls, type ModelPart } from "#layers/ai/model-calls"
import { AiSettings } from "#layers/ai/settings"
import { Companies } from "#layers/kernel/companies"
import type { TokenScope } from "#layers/kernel/limits/token-budget"
import type { ChatEnd, ChatPiece } from "#schemas/ai/chat"
import type { Asker, ChatMessage, Outcome } from "#schemas/ai/conversation"
import { CitationFilter } from "./citations.ts"
import { memoryOf, soughtOf } from "./memory.ts"
import { answerV1 } from "./prompts/answer.v1.ts"
import { markOf, unmarked } from "./prompts/passages.ts"
import { type Sourced, sourcesFor } from "./sources.ts"

/** Tokens of an answer at most. */
const MOST_TOKENS = 700
/** Who asks the model, in the account of tokens. */
export const CHAT = "chat"

const piece = <P extends ChatPiece>(one: P): ChatPiece => one

const unasked = (outcome: Outcome): ChatEnd =>
  ({ type: "end", outcome, cited: [], dropped: 0, provider: null, model: null, simulated: false, tokens: 0 })

/** An answer that no model is asked for. */
export const saying = (text: string, outcome: Outcome): ReadonlyArray<ChatPiece> => [{ type: "text", text }, unasked(outcome)]

/** Pieces of the model's answer, with the pointers at passages looked at. */
export const checked = (sources: ReadonlyArray<Sourced>) => {
  let filter = new CitationFilter(sources.map(({ n }) => n))
  const told = (text: string) => text === "" ? [] : [piece({ type: "text", text })]
  return (part: ModelPart): ReadonlyArray<ChatPiece> => {
    switch (part.type) {
      case "text": return told(filter.push(part.text))
      case "call": return []
      case "restart": {
        filter = new CitationFilter(sources.map(({ n }) => n))
        return [{ type: "restart" }]
      }
      case "end": {
        const rest = told(filter.end())
        const { model, provider, simulated, usage } = part
        return [...rest, {
          type: "end", outcome: filter.cited.size === 0 ? "unknown" : "answered", cited: [...filter.cited].toSorted((a, b) => a - b), dropped: filter.dropped,
          provider, model, simulated, tokens: usage.input + usage.output
        }]
      }
    }
  }
}

export interface Question {
  readonly message: string
  readonly asker: Asker
  /** Earlier messages of the conversation. */
  readonly earlier: ReadonlyArray<ChatMessage>
  readonly scopes: ReadonlyArray<TokenScope>
}

/** The pieces of an answer from the company's knowledge. What finds nothing asks no model and makes nothing up. */
export const answering = ({ asker, earlier, message, scopes }: Question) =>
  Stream.unwrap(Effect.gen(function*() {
    const settings = yield* AiSettings.use(({ get }) => get)
    const sources = yield* sourcesFor(soughtOf(message, earlier), asker)
    if (sources.length === 0) return Stream.fromIterable(saying(settings.unknown, "unknown"))
    const { name } = yield* Companies.use(({ own }) => own)
    const models = yield* ModelCalls
    const { before, turns } = memoryOf(earlier)
    const parts = models.stream({
      agent: CHAT,
      instructions: answerV1.instructions({ company: name, tone: settings.tone, before, passages: sources }),
      turns: [...turns, { role: "user", text: unmarked(message) }],
      most: MOST_TOKENS,
      temperature: 0.2,
      quotable: sources.map(({ n, text }) => ({ mark: markOf(n), text: unmarked(text) })),
      scopes
    })
    const told = sources.map(({ text: _, ...source }) => source)
    return Stream.concat(
      Stream.succeed(piece({ type: "sources", sources: told })),
      parts.pipe(Stream.map(checked(sources)), Stream.flattenIterable)
    )
  }))

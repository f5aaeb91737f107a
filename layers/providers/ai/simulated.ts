import { hash } from "node:crypto"
import { Effect, Stream } from "effect"
import { asTold } from "../simulated-faults.ts"
import type { Completion, CompletionRequest, EmbeddingProvider, ModelProvider } from "./provider.ts"
import { namedIn } from "./named-tools.ts"
import { quoted } from "./quoted.ts"

/** About as many as a tokenizer would count. */
const tokensIn = (text: string) => Math.ceil(text.length / 4)

/** Said first, so that nobody takes it for what a model wrote. */
const NOTICE = "[Simulated answer: no AI model is set up.]"

const answerTo = ({ instructions = "", most, quotable = [], simulated, tools = [], turns }: CompletionRequest): Completion => {
  const last = turns.findLastIndex(({ role }) => role === "user")
  const asked = turns[last]?.text ?? ""
  const calls = last === turns.length - 1 ? namedIn(asked, tools) : []
  const used = { input: tokensIn(instructions + turns.map(({ text }) => text).join("")), output: tokensIn(JSON.stringify(calls)) }
  if (calls.length > 0) return { text: NOTICE, calls, finish: "tools", usage: used, simulated: true }
  const text = simulated?.(NOTICE) ?? `${NOTICE} ${quotable.length === 0 ? `You wrote: ${asked}` : quoted(asked, quotable)}`
  const cut = text.slice(0, most * 4)
  return {
    text: cut,
    calls: [],
    finish: cut === text ? "stop" : "length",
    usage: { ...used, output: tokensIn(cut) },
    simulated: true
  }
}

const told = ({ turns }: CompletionRequest, operation: string) => asTold(turns.at(-1)?.text ?? "", operation)

const DIMENSIONS = 64

/** Words in common give vectors that are near each other. */
const vectorOf = (text: string): ReadonlyArray<number> => {
  const vector = Array.from({ length: DIMENSIONS }, () => 0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const digest = hash("sha256", word, "buffer")
    vector[digest[0]! % DIMENSIONS]! += digest[1]! % 2 === 0 ? 1 : -1
  }
  const length = Math.hypot(...vector)
  return length === 0 ? vector.with(0, 1) : vector.map((value) => value / length)
}

/**
 * What test keys, the demo and an installation without models get. It calls tools that the question names, quotes what it is given or repeats
 * what was asked, and says that it is simulated; a last text with `simulated_unavailable`, or another of `simulatedFaults`, fails so.
 */
export const simulatedModels: ModelProvider & EmbeddingProvider = {
  name: "simulated",
  simulated: true,
  complete: (request) => Effect.map(told(request, "complete"), () => answerTo(request)),
  stream: (request) =>
    Stream.unwrap(Effect.map(told(request, "stream"), () => {
      const { calls, finish, simulated, text, usage } = answerTo(request)
      return Stream.fromIterable([
        ...(text.match(/\S+\s*/g) ?? []).map((text) => ({ type: "text", text } as const)),
        ...calls.map((call) => ({ type: "call", call } as const)), { type: "end", finish, usage, simulated } as const
      ])
    })),
  embed: (texts) =>
    Effect.as(asTold(texts.join(), "embed"), {
      vectors: texts.map(vectorOf), usage: { input: tokensIn(texts.join("")), output: 0 }, simulated: true
    })
}

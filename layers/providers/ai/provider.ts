import type { Effect, Stream } from "effect"
import type { ProviderError } from "../errors.ts"

/** A call of a tool that a model asks for. */
export interface ToolCall {
  /** As the party names this call: the result is given under it. */
  readonly id: string
  readonly name: string
  /** What the model wrote as the input: JSON, if the model keeps to what it was told. */
  readonly input: string
}

export type Turn =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls?: ReadonlyArray<ToolCall> }
  /** What a tool answered to a call of the turn before. */
  | { readonly role: "tool"; readonly call: ToolCall; readonly text: string }

/** A tool that a model may ask for. */
export interface ToolOffer {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly input: object
}

export interface CompletionRequest {
  /** As the party names it. */
  readonly model: string
  readonly instructions?: string
  readonly turns: ReadonlyArray<Turn>
  /** Tokens that the answer may take at most. */
  readonly most: number
  /** 0 to 1. */
  readonly temperature?: number
  readonly tools?: ReadonlyArray<ToolOffer>
  /** What the simulator quotes, the best first, as no model reads for it; parties are not told. */
  readonly quotable?: ReadonlyArray<Quotable>
  /** What the simulator answers instead, given the words that say that it is simulated; parties are not told. */
  readonly simulated?: (notice: string) => string
}

/** A text that may be quoted, and how the answer points at it. */
export interface Quotable {
  readonly mark: string
  readonly text: string
}

/** Why an answer ended: by itself, at its limit, because the party held something back, to have tools called, or else. */
export type Finish = "stop" | "length" | "filtered" | "tools" | "other"

/** Tokens that the party counted. */
export interface Usage {
  readonly input: number
  readonly output: number
}

export interface Completion {
  readonly text: string
  /** None where the model asks for none. */
  readonly calls: ReadonlyArray<ToolCall>
  readonly finish: Finish
  readonly usage: Usage
  /** No model wrote it. Whoever shows it says so. */
  readonly simulated: boolean
}

/** A piece of an answer as it is written; the last tells how it ended. */
export type CompletionPart =
  | { readonly type: "text"; readonly text: string }
  /** Whole: a party sends its input in parts. */
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "end"; readonly finish: Finish; readonly usage: Usage; readonly simulated: boolean }

export interface Embeddings {
  /** One for each text, in their order. */
  readonly vectors: ReadonlyArray<ReadonlyArray<number>>
  readonly usage: Usage
  readonly simulated: boolean
}

/** A party that runs models. After `ProviderOutcomeUnknown`, tokens may have been spent for which there is no answer. */
export interface ModelProvider {
  readonly name: "openai" | "anthropic" | "simulated"
  readonly simulated: boolean
  readonly complete: (request: CompletionRequest) => Effect.Effect<Completion, ProviderError>
  /** It fails before the first piece, or in the middle; a whole answer ends with `end`. */
  readonly stream: (request: CompletionRequest) => Stream.Stream<CompletionPart, ProviderError>
}

/** A party that turns texts into vectors. */
export interface EmbeddingProvider {
  readonly name: "openai" | "simulated"
  readonly simulated: boolean
  readonly embed: (texts: ReadonlyArray<string>, model: string) => Effect.Effect<Embeddings, ProviderError>
}

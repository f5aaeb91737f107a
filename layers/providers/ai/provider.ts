import type { Effect, Stream } from "effect"
import type { ProviderError } from "../errors.ts"

export interface Turn {
  readonly role: "user" | "assistant"
  readonly text: string
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
}

/** Why an answer ended: by itself, at its limit, because the party held something back, or else. */
export type Finish = "stop" | "length" | "filtered" | "other"

/** Tokens that the party counted. */
export interface Usage {
  readonly input: number
  readonly output: number
}

export interface Completion {
  readonly text: string
  readonly finish: Finish
  readonly usage: Usage
  /** No model wrote it. Whoever shows it says so. */
  readonly simulated: boolean
}

/** A piece of an answer as it is written; the last tells how it ended. */
export type CompletionPart =
  | { readonly type: "text"; readonly text: string }
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

import type { Effect, Stream } from "effect"
import type { ProviderError } from "../errors.ts"

/** Bytes from `first` to `last`, both counted from 0 and both included; to the end without `last`. */
export interface Range {
  readonly first: number
  readonly last?: number
}

/** An object, or a part of one. */
export interface Fetched {
  /** Bytes of the whole object. */
  readonly size: number
  readonly body: Stream.Stream<Uint8Array, ProviderError>
}

/**
 * Keeps files under keys: parts of letters, digits and `-_.` with `/` between them, 500 characters at most. What is written twice under
 * a key is there once. A key that is not there is `ProviderInvalidRequest` with the reason `not_found`, a range beyond the end one with
 * `range`.
 */
export interface ObjectStorage {
  readonly name: "s3" | "folder"
  readonly put: (key: string, bytes: Uint8Array, type: string) => Effect.Effect<void, ProviderError>
  /**
   * The same of bytes as they come, however many; a few megabytes are in memory. What fails or is interrupted changes nothing under the
   * key, but where the outcome is unknown.
   */
  readonly putStream: <E>(key: string, bytes: Stream.Stream<Uint8Array, E>, type: string) => Effect.Effect<number, ProviderError | E>
  readonly get: (key: string, range?: Range) => Effect.Effect<Fetched, ProviderError>
  /** Is done too where there is none. */
  readonly remove: (key: string) => Effect.Effect<void, ProviderError>
  /** Removes what processes that ended left half written, where the store does not do so itself. */
  readonly tidy: Effect.Effect<void, ProviderError>
}

const part = /^(?!\.{1,2}$)[\w.-]{1,200}$/

export const isKey = (key: string): boolean => key.length <= 500 && key.split("/").every((one) => part.test(one))

import { ByteSize, Context, Effect, type Schema, Stream } from "effect"
import { type HttpApiEndpoint, HttpApiSchema } from "effect/http-api"

/** The largest upload, in bytes. */
export const MOST_UPLOADED = 25 * 1_048_576

/** Media types, the one assumed of typed clients first, each with an example. */
export type MediaTypes = Readonly<Record<string, string>>

/** What an operation takes or gives as a stream. */
export interface Streamed {
  readonly description: string
  readonly examples: MediaTypes
}

/** A file that an operation gives. */
export interface Given extends Streamed {
  /**
   * For how long a client may keep it before it asks again; without it none keeps it. `public`: so may others on the way. `immutable`: its
   * address never gives anything else, so that nobody asks again before.
   */
  readonly cache?: { readonly seconds: number; readonly public?: true; readonly immutable?: true }
  /** Any part of it can be asked for (RFC 9110, section 14): its program answers with bytes, or with a file that is stored. */
  readonly ranges?: true
}

const told = "kernel/streamed"

const bytes = (about: Streamed, maxBytes?: ByteSize.ByteSize) =>
  HttpApiSchema.StreamUint8Array({ contentType: Object.keys(about.examples), ...maxBytes !== undefined && { maxBytes } })
    .annotate({ description: about.description, [told]: about })

/** The body of an operation that takes a file, up to `MOST_UPLOADED`. Its program is given an `Upload`, as `body`. */
export const upload = (about: Streamed) => bytes(about, ByteSize.bytes(MOST_UPLOADED))

/** The answer of a read that gives a file while it is made. Its program answers with a `Download`. */
export const download = (about: Given) => bytes(about)

/** What a schema of a file says of it; nothing for any other schema. */
export const streamedOf = (schema: Schema.Top | undefined): Streamed | undefined => schema?.ast.annotations?.[told] as Streamed | undefined

export const downloadOf = ({ success }: HttpApiEndpoint.Top): Given | undefined => streamedOf([...success][0] as Schema.Top)

/** The `Accept` header of the request being served, for programs that give a file in one of several types; "" for none. */
export const Accept = Context.Reference<string>("kernel/Accept", { defaultValue: () => "" })

/** A body that has arrived whole and is kept until the one it was sent for has claimed and read it. */
export interface Upload {
  readonly id: number
  /** Its media type, without parameters. */
  readonly type: string
  readonly bytes: number
  /** SHA-256 of the body. */
  readonly hash: Uint8Array
}

/** Bytes of which any part can be read. */
export interface Ranged {
  readonly bytes: number
  readonly from: (offset: number, length: number) => Stream.Stream<Uint8Array>
}

/** A file or a page that an operation answers with. */
export interface Download {
  readonly type: string
  /** What whoever saves it should call it. */
  readonly name: string
  /** A stream is sent while it is made. */
  readonly content: Stream.Stream<Uint8Array> | Ranged | Uint8Array | string
  /** It is to be shown where it was asked for; otherwise it is to be saved. */
  readonly inline?: true
  /** Names this content and no other; bytes and texts that are given whole need none. */
  readonly etag?: string
  /** The content security policy of a page that needs more than styles and images of this service. */
  readonly policy?: string
}

/** A program that makes its answer piece by piece. It may be called like any other, and then makes all of it at once. */
export interface Streaming<I, Piece, A, E, R> {
  (input: I): Effect.Effect<A, E, R>
  readonly pieces: (input: I, sent: ReadonlyArray<Piece>) => Stream.Stream<Piece, E, R>
  readonly whole: (input: I, pieces: ReadonlyArray<Piece>) => Effect.Effect<A, E, R>
}

/**
 * The program of an operation with `events`. `pieces` runs outside of any transaction; after a crash it is run again, given the pieces
 * that were sent, and makes those that follow. `whole` then makes the answer of all of them, and writes what there is to write, in the
 * one transaction that also holds the receipt.
 */
export const streamed = <I, Piece, A, E1, R1, E2, R2>(
  pieces: (input: I, sent: ReadonlyArray<Piece>) => Stream.Stream<Piece, E1, R1>,
  whole: (input: I, pieces: ReadonlyArray<Piece>) => Effect.Effect<A, E2, R2>
): Streaming<I, Piece, A, E1 | E2, R1 | R2> =>
  Object.assign(
    (input: I) => Effect.flatMap(Stream.runCollect(pieces(input, [])), (all) => whole(input, all)),
    { pieces, whole }
  )

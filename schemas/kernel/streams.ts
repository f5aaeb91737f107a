import { ByteSize, Context, type Schema, type Stream } from "effect"
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

const told = "kernel/streamed"

const streamed = (about: Streamed, maxBytes?: ByteSize.ByteSize) =>
  HttpApiSchema.StreamUint8Array({ contentType: Object.keys(about.examples), ...maxBytes !== undefined && { maxBytes } })
    .annotate({ description: about.description, [told]: about })

/** The body of an operation that takes a file, up to `MOST_UPLOADED`. Its program is given an `Upload`, as `body`. */
export const upload = (about: Streamed) => streamed(about, ByteSize.bytes(MOST_UPLOADED))

/** The answer of a read that gives a file while it is made. Its program answers with a `Download`. */
export const download = (about: Streamed) => streamed(about)

const aboutOf = (schema: Schema.Top | undefined): Streamed | undefined => schema?.ast.annotations?.[told] as Streamed | undefined

export const uploadOf = ({ payload }: HttpApiEndpoint.Top): Streamed | undefined =>
  aboutOf([...payload.values()][0]?.schemas[0])

export const downloadOf = ({ success }: HttpApiEndpoint.Top): Streamed | undefined => aboutOf([...success][0] as Schema.Top)

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

/** A file that is sent while it is made. */
export interface Download {
  readonly type: string
  /** What whoever saves it should call it. */
  readonly name: string
  readonly content: Stream.Stream<Uint8Array>
}

import { Effect, Schema } from "effect"

/** What steps give and signals carry: anything that can be kept as JSON without further services. */
export type Kept = Schema.Codec<any, unknown>

export const jsonOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const codec = Schema.toCodecJson(schema)
  const encode = Schema.encodeUnknownEffect(codec)
  const decode = Schema.decodeUnknownEffect(codec)
  return {
    encode: (value: unknown): Effect.Effect<unknown> => Effect.orDie(encode(value)),
    decode: (json: unknown): Effect.Effect<A> => Effect.orDie(decode(json))
  }
}

import { Effect, Option, Schema, Stream } from "effect"
import type { ProviderError } from "../errors.ts"
import type { Call, Way } from "../http.ts"
import type { CompletionPart } from "./provider.ts"
import { dataOf } from "./server-events.ts"

/** A model may think for a while between two words. */
const IDLE_MS = 60_000

/** The data of an event that is not JSON, and ends what OpenAI streams. */
const END = "[DONE]"

/**
 * An answer as it is written. `read` makes pieces of an event; an answer that stops before its `end` was cut off, and events that say so
 * are errors.
 */
export const pieces = <A>(way: Way, call: Call, schema: Schema.Codec<A, unknown>, read: (event: A) => Iterable<CompletionPart | { readonly error: string }>) => {
  const decode = Schema.decodeUnknownOption(Schema.fromJsonString(schema))
  return Stream.unwrap(Effect.map(way.stream(call, IDLE_MS), ({ body, broken }): Stream.Stream<CompletionPart, ProviderError> => {
    let whole = false
    return dataOf(body).pipe(
      Stream.filter((data) => data !== END),
      Stream.mapEffect((data) => Option.match(decode(data), {
        onNone: () => broken("malformed_answer", "The answer is not what the party documents."),
        onSome: (event) => Effect.succeed([...read(event)])
      })),
      Stream.flattenIterable,
      Stream.mapEffect((piece) => {
        if ("error" in piece) return broken(piece.error, "The party broke off its answer.")
        whole = whole || piece.type === "end"
        return Effect.succeed(piece)
      }),
      Stream.concat(Stream.suspend(() =>
        whole ? Stream.empty : Stream.fromEffect(broken("connection_lost", "The answer ended before its end."))))
    )
  }))
}

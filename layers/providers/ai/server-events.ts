import { Stream } from "effect"
import { Sse } from "effect/encoding"

/** The data of server-sent events, as they come in. */
export const dataOf = <E>(body: Stream.Stream<Uint8Array, E>): Stream.Stream<string, E> =>
  Stream.suspend(() => {
    let found: Array<string> = []
    const parser = Sse.makeParser((event) => {
      if (event._tag === "Event") found.push(event.data)
    })
    return body.pipe(
      Stream.decodeText,
      Stream.map((text) => {
        parser.feed(text)
        const data = found
        found = []
        return data
      }),
      Stream.flattenIterable
    )
  })

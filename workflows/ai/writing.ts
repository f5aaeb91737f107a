import { Stream } from "effect"
import { ModelCalls, type ModelPart, type ModelRequest } from "#layers/ai/model-calls"
import type { WritingPiece } from "#schemas/ai/writing"

type Kind = { readonly type: string }
export type EndOf<P extends Kind> = Extract<P, { readonly type: "end" }>

/** Who wrote it, of the last piece of a model. */
export const authorOf = ({ model, provider, simulated, usage }: Extract<ModelPart, { readonly type: "end" }>) =>
  ({ provider, model, simulated, tokens: usage.input + usage.output })

/** What a model writes, piece by piece. */
export const writing = (request: ModelRequest) =>
  Stream.unwrap(ModelCalls.useSync((models) => models.stream(request).pipe(
    Stream.map((part): ReadonlyArray<WritingPiece> =>
      part.type === "call" ? [] : [part.type === "end" ? { type: "end", ...authorOf(part) } : part]),
    Stream.flattenIterable
  )))

/** The pieces that follow those that were sent before a crash: none after the end, otherwise all of them anew. */
export const resumed = <P extends Kind, E, R>(sent: ReadonlyArray<P>, made: Stream.Stream<P, E, R>): Stream.Stream<P | { readonly type: "restart" }, E, R> =>
  sent.some(({ type }) => type === "end") ? Stream.empty
    : sent.length === 0 ? made : Stream.concat(Stream.succeed({ type: "restart" } as const), made)

/** The whole text of pieces, and their end: what came before the last `restart` does not count. */
export const wholeOf = <P extends Kind>(all: ReadonlyArray<P>) => {
  const counted = all.slice(all.findLastIndex(({ type }) => type === "restart") + 1)
  const end = counted.find((one): one is EndOf<P> => one.type === "end")
  if (end === undefined) throw new Error("pieces without an end")
  const text = counted.map((one) => "text" in one && typeof one.text === "string" ? one.text : "").join("").trim()
  return { end, text }
}

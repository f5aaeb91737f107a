import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { fieldPartsOf, MULTIPART, multipartOf } from "../contract/encoding.ts"
import { eventually } from "../support/eventually.ts"
import { type Key, send, type TestServer } from "../support/test-server.ts"

type Here = Layer.Success<typeof TestServer>

const document = { name: "file", filename: "rules.md", type: "text/markdown", content: "# Hut rules\n\nArrive from three in the afternoon on.\n" }

/** A source that has been read. */
export const someSource = Effect.fnUntraced(function*(key: Key): Effect.fn.Return<number, never, Here> {
  const body = multipartOf([...fieldPartsOf({ kind: "file" }), document])
  const { json, status, text } = yield* send("/kb/sources", { key, method: "POST", headers: { "content-type": MULTIPART }, body })
  if (status !== 202) throw new Error(`add_kb_source answered ${status}: ${text}`)
  yield* eventually(send(`/kb/sources/${json.id}`, { key }), ({ json: { state } }) => state === "completed")
  return json.id
})

/** Of a document, which needs no address. */
const ofFile = ({ payload: { url: _, ...payload } = {}, ...call }: Call) => Effect.succeed({ ...call, payload: { ...payload, kind: "file" }, files: [document] })

export const callsOfKnowledge = { add_kb_source: ofFile }

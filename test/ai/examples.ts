import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"

type Here = Layer.Success<typeof TestServer>
type Adjust = (call: Call, key: Key) => Effect.Effect<Call, never, Here>

const asked = Effect.fnUntraced(function*(key: Key) {
  const made = yield* send("/chat/message", { key, method: "POST", ...json({ message: "How long do refunds take?" }) })
  if (made.status !== 201) throw new Error(`send_chat_message answered ${made.status}: ${made.text}`)
  return made.json as { readonly conversation_id: number; readonly message: { readonly id: number } }
})

/** A conversation of a company with its chat, and an answer in one. */
export const someConversation = (key: Key) => Effect.map(asked(key), ({ conversation_id }) => conversation_id)
export const someAnswer = (key: Key) => Effect.map(asked(key), ({ message: { id } }) => id)

/** Of a new conversation. */
const anew: Adjust = (call) =>
  Effect.sync(() => {
    const { conversation_id: _, ...payload } = call.payload!
    return { ...call, payload }
  })

let turn = 0

/** Of an agent of a name that no other has. */
const named: Adjust = (call) => Effect.sync(() => ({ ...call, payload: { ...call.payload, name: `front_desk_${turn++}` } }))

/** What examples of the chat and of agents have. */
export const callsOfChat: Readonly<Record<string, Adjust>> = {
  send_chat_message: anew, send_visitor_message: anew, create_agent: named, update_agent: named
}

export const bodiesOfChat = { send_visitor_message: { message: "How long do refunds take?" } }

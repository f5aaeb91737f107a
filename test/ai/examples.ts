import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { askerOf, shopOf } from "../contract/keys.ts"
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

/** A run of a new agent, which has answered. */
export const someRun = Effect.fnUntraced(function*(key: Key) {
  const body = { name: `example_of_runs_${turn++}`, instructions: "Help.", verbs: ["list_contacts"] }
  const { json: agent } = yield* send("/chat/agents", { key, method: "POST", ...json(body) })
  const { json: run, text } = yield* send(`/chat/agents/${agent.id}/message`, { key, method: "POST", ...json({ message: "Who are our customers?" }) })
  if (run?.id === undefined) throw new Error(`chat_with_agent answered ${text}`)
  return { id: agent.id as number, run_id: run.id as number }
})

/** Of an agent and a run of it. */
const ofRun: Adjust = (call, key) => Effect.map(someRun(key), (params) => ({ ...call, params }))

/** Of a run that waits for a person, and so can be canceled. */
const ofWaitingRun: Adjust = Effect.fnUntraced(function*(call, key) {
  const { json: contact } = yield* send("/crm/contacts", { key, method: "POST", ...json({ first_name: "Grace" }) })
  const body = { name: `example_of_runs_${turn++}`, instructions: "Help.", verbs: ["delete_contact"] }
  const { json: agent } = yield* send("/chat/agents", { key, method: "POST", ...json(body) })
  const { json: run, text } = yield* send(`/chat/agents/${agent.id}/message`, {
    key: askerOf[key] ?? key, method: "POST", ...json({ message: `delete_contact {"id": ${contact.id}}` })
  })
  if (run?.id === undefined) throw new Error(`chat_with_agent answered ${text}`)
  return { ...call, params: { id: agent.id, run_id: run.id } }
})

/** Of a run that goes on from no other. */
const first: Adjust = (call) =>
  Effect.sync(() => {
    const { previous_run_id: _, ...payload } = call.payload!
    return { ...call, payload }
  })

/** To a conversation that there is. */
const inConversation: Adjust = (call, key) =>
  Effect.map(someConversation(key), (conversation_id) => {
    const { thread_id: _, ...payload } = call.payload!
    return { ...call, payload: { ...payload, conversation_id } }
  })

const ofNoProduct: Adjust = ({ payload: { product_id: _, ...payload } = {}, ...call }) => Effect.succeed({ ...call, payload })

export const bodiesOfChat = { send_visitor_message: { message: "How long do refunds take?" } }

type Answer = { readonly conversation_id: number; readonly message: { readonly id: number } }

/** Of a visitor who has asked before. */
const ofVisitor = (idOf: (answer: Answer) => number): Adjust => (call, key) =>
  Effect.map(send("/chat/public/message", { key: shopOf[key] ?? key, method: "POST", ...json(bodiesOfChat.send_visitor_message) }), ({ headers, json, status, text }) => {
    if (status !== 201) throw new Error(`send_visitor_message answered ${status}: ${text}`)
    return { ...call, params: { id: idOf(json) }, headers: { ...call.headers, "x-service-visitor": headers.get("x-service-visitor")! } }
  })

/** What examples of the chat and of agents have. */
export const callsOfChat: Readonly<Record<string, Adjust>> = {
  send_chat_message: anew, send_visitor_message: anew, create_agent: named, update_agent: named,
  chat_with_agent: first, get_agent_run: ofRun, cancel_agent_run: ofWaitingRun, suggest_reply: inConversation, generate_content: ofNoProduct,
  get_visitor_conversation: ofVisitor(({ conversation_id }) => conversation_id), rate_visitor_answer: ofVisitor(({ message }) => message.id)
}

const asVisitor = (headers: Readonly<Record<string, string>>) =>
  Effect.map(send("/chat/public/message", { method: "POST", headers, ...json(bodiesOfChat.send_visitor_message) }), ({ json, status, text }) => {
    if (status !== 201) throw new Error(`send_visitor_message answered ${status}: ${text}`)
    return json as Answer
  })

/** What paths of the chat name, made by the visitor whose headers these are, by operation. */
export const idsOfChat: Readonly<Record<string, (headers: Readonly<Record<string, string>>) => Effect.Effect<number, never, Here>>> = {
  get_visitor_conversation: (headers) => Effect.map(asVisitor(headers), ({ conversation_id }) => conversation_id),
  rate_visitor_answer: (headers) => Effect.map(asVisitor(headers), ({ message }) => message.id)
}

import { Effect, Stream } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import { AiSettings } from "#layers/ai/settings"
import { KbQueries } from "#layers/kb/queries"
import type { TokenScope } from "#layers/kernel/limits/token-budget"
import type { ChatEnd, ChatPiece } from "#schemas/ai/chat"
import type * as api from "#schemas/ai/chat.api"
import type { Asker, Citation } from "#schemas/ai/conversation"
import type { ConversationId } from "#schemas/ai/ids"
import type { ContactId } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { streamed } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { requireReferences } from "../crm/references.ts"
import { answering, saying } from "./answering.ts"
import { handOver, passOn } from "./hand-over.ts"
import { MOST_MESSAGES } from "./memory.ts"
import { openToVisitors } from "./visitor-chat.ts"

const MOST_OF_TITLE = 120

const PASSED_ON = "I have passed this on: somebody of the company will answer you."

/** A question, whoever asks it. */
interface Asked {
  readonly message: string
  readonly conversation_id?: ConversationId
  readonly asker: Asker
  readonly contact_id?: ContactId
  readonly wantsPerson: boolean
}

const closed = new Conflict({ message: "This conversation is closed: begin a new one." })

/** Budgets besides the company's: of the conversation a day and, of visitors, of themselves and of the network that they come from. */
const scopesOf = Effect.fnUntraced(function*(conversation: ConversationId | undefined) {
  const { conversation_tokens, visitor_tokens } = yield* AiSettings.use(({ get }) => get)
  const { visitor } = yield* Caller
  const of = (scope: string, limit: number, name: string): TokenScope => ({ scope, per: "day", limit, name })
  const named = visitor === undefined ? [] : [...new Set([visitor.id, ...visitor.network === undefined ? [] : [visitor.network]])]
  return [
    ...conversation === undefined ? [] : [of(`conversation:${conversation}`, conversation_tokens, "This conversation")],
    ...named.map((id) => of(`visitor:${id}`, visitor_tokens, "Your network"))
  ]
})

/** Pieces of an answer; after a crash, all of them anew. */
const pieces = ({ asker, contact_id, conversation_id, message, wantsPerson }: Asked, sent: ReadonlyArray<ChatPiece>) => {
  if (sent.some(({ type }) => type === "end")) return Stream.empty
  const again: Stream.Stream<ChatPiece> = sent.length === 0 ? Stream.empty : Stream.succeed({ type: "restart" })
  const made = Effect.gen(function*() {
    /* Before a model is asked, which costs tokens. */
    if (contact_id !== undefined) yield* requireReferences({ contact_id })
    const conversation = conversation_id === undefined ? undefined : yield* Conversations.use(({ ofAsker }) => ofAsker(conversation_id))
    if (conversation?.status === "closed") return yield* closed
    if (wantsPerson || conversation?.status === "handed_over") return Stream.fromIterable(saying(PASSED_ON, "handed_over"))
    const earlier = conversation === undefined ? [] : yield* ChatMessages.use(({ latest }) => latest(conversation.id, MOST_MESSAGES))
    return answering({ message, asker: conversation?.audience ?? asker, earlier, scopes: yield* scopesOf(conversation?.id) })
  })
  return Stream.concat(again, Stream.unwrap(made))
}

/** What counts of the pieces: after the last `restart`, but for the passages, which are those that were told last. */
const answerOf = (all: ReadonlyArray<ChatPiece>) => {
  const counted = all.slice(all.findLastIndex(({ type }) => type === "restart") + 1)
  const end = counted.find((one): one is ChatEnd => one.type === "end")
  if (end === undefined) throw new Error("an answer without an end")
  const sources = all.flatMap((one) => one.type === "sources" ? [one.sources] : []).at(-1) ?? []
  return {
    end,
    text: counted.map((one) => one.type === "text" ? one.text : "").join("").trim(),
    sources,
    citations: sources.filter(({ n }) => end.cited.includes(n))
  }
}

/** Origins that are kept of what was asked. */
const MOST_KEPT = 5

/** What was asked counts for what the company's knowledge is asked, and lacks. */
const asked = (text: string, found: boolean, sources: ReadonlyArray<Pick<Citation, "origin">>) =>
  KbQueries.use(({ note }) => note({ text, via: "chat", found, origins: sources.slice(0, MOST_KEPT).map(({ origin }) => origin) }))

/** Keeps a question and its answer. */
const kept = Effect.fnUntraced(function*({ asker, contact_id, conversation_id, message }: Asked, all: ReadonlyArray<ChatPiece>) {
  const conversations = yield* Conversations
  const messages = yield* ChatMessages
  const { credential, visitor } = yield* Caller
  const { citations, sources, end: { dropped, model, outcome, provider, simulated, tokens }, text } = answerOf(all)
  if (contact_id !== undefined) yield* requireReferences({ contact_id })
  const before = conversation_id !== undefined ? yield* conversations.ofAsker(conversation_id, { lock: true }) : yield* Effect.orDie(conversations.create({
    title: message.replaceAll(/\s+/gu, " ").slice(0, MOST_OF_TITLE), status: "open", channel: credential === "visitor" ? "visitor" : "api", audience: asker,
    visitor: credential === "visitor" ? visitor!.id : null, contact_id: contact_id ?? null
  }))
  if (conversation_id === undefined && tokens > 0) yield* conversations.begin(before.id, tokens)
  const { isNew, isTold } = outcome !== "handed_over" ? { isNew: false, isTold: false }
    : yield* passOn(before, message, yield* messages.isFirstOfBurst(before.id))
  yield* Effect.orDie(messages.create({ conversation_id: before.id, role: "user", text: message }, { noted: false }))
  const answer = yield* Effect.orDie(messages.create({
    conversation_id: before.id, role: "assistant", text, outcome, citations, dropped_citations: dropped, provider, model, simulated, tokens
  }, { noted: false }))
  const after = yield* conversations.add(before, tokens, isTold)
  if (outcome !== "handed_over") yield* asked(message, outcome === "answered", sources)
  if (isNew) yield* handOver(after, undefined)
  return { conversation_id: before.id, outcome, message: answer }
})

const fromKey = ({ audience = "staff", contact_id, conversation_id, message }: Input<typeof api.send_chat_message>): Asked => ({
  message, asker: audience, wantsPerson: false, ...conversation_id !== undefined && { conversation_id }, ...contact_id !== undefined && { contact_id }
})

export const send_chat_message = streamed(
  (input: Input<typeof api.send_chat_message>, sent: ReadonlyArray<ChatPiece>) => pieces(fromKey(input), sent),
  (input, all) => kept(fromKey(input), all)
)

const fromVisitor = ({ conversation_id, message, wants_person = false }: Input<typeof api.send_visitor_message>): Asked => ({
  message, asker: "public", wantsPerson: wants_person, ...conversation_id !== undefined && { conversation_id }
})

export const send_visitor_message = streamed(
  (input: Input<typeof api.send_visitor_message>, sent: ReadonlyArray<ChatPiece>) => Stream.unwrap(Effect.as(openToVisitors, pieces(fromVisitor(input), sent))),
  (input, all) => kept(fromVisitor(input), all)
)

import { Effect, Stream } from "effect"
import { ChatMessages, Conversations } from "#layers/ai/conversations"
import { ModelCalls } from "#layers/ai/model-calls"
import { AiSettings } from "#layers/ai/settings"
import { Companies } from "#layers/kernel/companies"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsThreads } from "#layers/messages/sms/threads"
import { quoted } from "#layers/providers/ai/quoted"
import type { ChatPiece } from "#schemas/ai/chat"
import type { Asker } from "#schemas/ai/conversation"
import type * as api from "#schemas/ai/reply.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, Forbidden } from "#schemas/kernel/errors"
import { streamed } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { checked, saying } from "./answering.ts"
import { markOf, unmarked } from "./prompts/passages.ts"
import { type ReplyMessage, replyV1 } from "./prompts/reply.v1.ts"
import { sourcesFor } from "./sources.ts"
import { resumed, wholeOf } from "./writing.ts"

type Asked = Input<typeof api.suggest_reply>

const MOST_TOKENS = 500
/** Messages that a model is shown, and characters of each. */
const MOST_MESSAGES = 20
const MOST_CHARACTERS = 1_000

const READING = "messages:read"
const unread = new Forbidden({ message: `A conversation by text takes the scope ${READING} too.`, scope: READING })
const silent = new Conflict({ message: "Nobody has written anything there yet that could be answered." })

interface Talk {
  readonly asker: Asker
  readonly name: string | null
  readonly brief: boolean
  readonly conversation: ReplyMessage["conversation"]
}

/** What was said, by whom, and what the other side may read. */
const talkOf = Effect.fnUntraced(function*({ conversation_id, thread_id }: Asked) {
  if (conversation_id !== undefined) {
    const { audience } = yield* Conversations.use((conversations) => conversations.get(conversation_id))
    const messages = yield* ChatMessages.use(({ latest }) => latest(conversation_id, MOST_MESSAGES))
    const conversation = messages.map(({ role, text }) => ({ from: role === "user" ? "customer" as const : "company" as const, text }))
    return { asker: audience, name: null, brief: false, conversation } satisfies Talk
  }
  if (!(yield* Caller).scopes.has(READING)) return yield* unread
  const { contact_id, contact_name } = yield* SmsThreads.use((threads) => threads.get(thread_id!))
  const messages = yield* SmsMessages.use(({ latest }) => latest(thread_id!, MOST_MESSAGES))
  const conversation = messages.map(({ direction, message }) => ({ from: direction === "inbound" ? "customer" as const : "company" as const, text: message }))
  return { asker: contact_id === null ? "public" : "customers", name: contact_name, brief: true, conversation } satisfies Talk
})

const asData = (text: string) => unmarked(text).slice(0, MOST_CHARACTERS)

/** What the other side wrote last: all of it since the company spoke, or its latest message. */
const openOf = (conversation: Talk["conversation"]): string => {
  const spoke = conversation.findLastIndex(({ from }) => from === "company")
  const since = conversation.slice(spoke + 1)
  const open = since.length > 0 ? since : conversation.filter(({ from }) => from === "customer").slice(-1)
  return open.map(({ text }) => text).join("\n").slice(-MOST_CHARACTERS)
}

const made = (asked: Asked) => Stream.unwrap(Effect.gen(function*() {
  const { language, wish } = asked
  const { asker, brief, conversation, name } = yield* talkOf(asked)
  const open = openOf(conversation)
  if (open === "") return yield* silent
  const sources = yield* sourcesFor(open, asker)
  if (sources.length === 0 && wish === undefined) return Stream.fromIterable(saying("", "unknown"))
  const [company, settings, models] = [yield* Companies.use(({ own }) => own), yield* AiSettings.use(({ get }) => get), yield* ModelCalls]
  const quotable = sources.map(({ n, text }) => ({ mark: markOf(n), text: unmarked(text) }))
  const parts = models.stream({
    agent: "reply",
    instructions: replyV1.instructions({ company: company.name, tone: asked.tone ?? settings.tone, language, brief, passages: sources }),
    turns: [{
      role: "user",
      text: replyV1.message({
        name: name === null ? null : asData(name), wish: wish === undefined ? undefined : asData(wish),
        conversation: conversation.map(({ from, text }) => ({ from, text: asData(text) }))
      })
    }],
    most: MOST_TOKENS,
    temperature: 0.3,
    simulated: (notice) => [notice, ...wish === undefined ? [] : [asData(wish)], ...quotable.length === 0 ? [] : [quoted(open, quotable)]].join(" ")
  })
  const told: ChatPiece = { type: "sources", sources: sources.map(({ text: _, ...source }) => source) }
  return Stream.concat(Stream.succeed(told), parts.pipe(Stream.map(checked(sources)), Stream.flattenIterable))
}))

export const suggest_reply = streamed(
  (asked: Asked, sent: ReadonlyArray<ChatPiece>): Stream.Stream<ChatPiece, Stream.Error<ReturnType<typeof made>>, Stream.Services<ReturnType<typeof made>>> =>
    resumed(sent, made(asked)),
  (_, all) => {
    const { end: { cited, dropped, model, outcome, provider, simulated, tokens }, text } = wholeOf(all)
    const sources = all.flatMap((one) => one.type === "sources" ? [one.sources] : []).at(-1) ?? []
    return Effect.succeed({
      outcome, text, reply: text === "" ? null : text.replaceAll(/\s{0,9}\[\d{1,4}\]/gu, ""), citations: sources.filter(({ n }) => cited.includes(n)),
      dropped_citations: dropped, provider, model, simulated, tokens
    })
  }
)

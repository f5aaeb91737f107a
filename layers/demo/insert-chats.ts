import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { chats, searches } from "./chats.ts"
import { rowsFor } from "./insert-shop.ts"

const QUOTE = 240
const MINUTES_EACH = 3
const DAY_MINUTES = 1_440

const passagesOf = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number; origin_id: number; title: string; heading: ReadonlyArray<string>; text: string }>`
    select distinct on (title) id, origin_id, title, heading, text from kb_passages
    where company_id = ${company_id} and origin_kind = 'entry' and audience = 'public' order by title, position`
  return new Map(rows.map((row) => [row.title, row]))
})

/** Puts what visitors asked in one mode into the tables of one company. */
const insertMode = Effect.fnUntraced(function*(company_id: number, livemode: boolean, passages: Effect.Success<ReturnType<typeof passagesOf>>) {
  const sql = yield* SqlClient.SqlClient
  const { numbered, text } = yield* rowsFor
  const conversations = yield* numbered("ai_conversations", chats.map(({ days, handedOver = false, turns }, at) => ({
    title: turns[0]!.asked, status: handedOver ? "handed_over" : "open", visitor: `demo-${at + 1}`, messages: 2 * turns.length, began: days * DAY_MINUTES,
    ended: days * DAY_MINUTES - MINUTES_EACH * (turns.length - 1), summary: handedOver ? turns.map(({ asked }) => `Asked: ${asked} (not answered)`).join("\n") : null, turns
  })))
  yield* sql`
    insert into ai_conversations (company_id, id, title, status, channel, audience, visitor, summary, messages, livemode, last_message_at, created_at, updated_at) overriding system value
    select ${company_id}, r.id, r.title, r.status, 'visitor', 'public', r.visitor, r.summary, r.messages, ${livemode}, now() - make_interval(mins => r.ended),
      now() - make_interval(mins => r.began), now() - make_interval(mins => r.ended)
    from jsonb_to_recordset(${text(conversations)}) r (id bigint, title text, status text, visitor text, summary text, messages int, began int, ended int)`
  const messages = conversations.flatMap(({ began, id, turns }) => turns.flatMap(({ answer, asked, from, helpful = null }, at) => {
    const minutes = began - MINUTES_EACH * at
    const citations = from.map((title, n) => {
      const { heading, id: passage_id, origin_id, text } = passages.get(title)!
      return { n: n + 1, passage_id, origin: { kind: "entry", id: origin_id }, title, heading, url: null, quote: text.slice(0, QUOTE) }
    })
    return [
      { conversation_id: id, role: "user", text: asked, outcome: null, citations: [], provider: null, helpful: null, minutes },
      { conversation_id: id, role: "assistant", text: answer, outcome: from.length === 0 ? "unknown" : "answered", citations, provider: from.length === 0 ? null : "simulated", helpful, minutes }
    ]
  }))
  yield* sql`
    insert into ai_messages (company_id, conversation_id, role, text, outcome, citations, provider, model, simulated, helpful, livemode, created_at, updated_at)
    select ${company_id}, r.conversation_id, r.role, r.text, r.outcome, r.citations, r.provider, r.provider, r.provider is not null, r.helpful, ${livemode},
      now() - make_interval(mins => r.minutes), now() - make_interval(mins => r.minutes)
    from jsonb_to_recordset(${text(messages.map((one, place) => ({ ...one, place })))}) r (conversation_id bigint, role text, text text, outcome text, citations jsonb, provider text, helpful boolean,
      minutes int, place int)
    order by r.place`
})

/** Puts what was asked of the knowledge of one company into its tables, which stands there already. As the database's owner, in a transaction. */
export const insertChats = Effect.fnUntraced(function*(company_id: number) {
  const sql = yield* SqlClient.SqlClient
  const { text } = yield* rowsFor
  const passages = yield* passagesOf(company_id)
  for (const livemode of [true, false]) yield* insertMode(company_id, livemode, passages)
  const found = (title: string | null | undefined) => title === null || title === undefined ? [] : [{ kind: "entry", id: passages.get(title)!.origin_id }]
  const queries = [
    ...chats.flatMap(({ days, turns }) => turns.map(({ asked, from }) => ({ text: asked, via: "chat", days, origins: found(from[0]) }))),
    ...searches.flatMap(([asked, times, title]) => Array.from({ length: times }, (_, n) => ({ text: asked, via: "search", days: 1 + 3 * n, origins: found(title) })))
  ]
  yield* sql`
    insert into kb_queries (company_id, text, language, via, found, origins, asked_at)
    select ${company_id}, r.text, 'en', r.via, r.origins <> '[]', r.origins, now() - make_interval(days => r.days)
    from jsonb_to_recordset(${text(queries)}) r (text text, via text, days int, origins jsonb)`
})

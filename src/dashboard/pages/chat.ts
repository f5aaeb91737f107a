import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import type { ChatMessage, Citation, ConversationWithMessages } from "#schemas/ai/conversation"
import { ConversationId } from "#schemas/ai/ids"
import { UserId } from "#schemas/kernel/ids"
import { badge, doneNotice, empty, link, NONE, testMark } from "../components/elements.ts"
import { type FieldErrors, hiddenField, input, NO_ERRORS, postForm, select, textarea } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { submit, withConsent } from "../submit.ts"
import { memberName, team } from "../team.ts"
import { chatBadge, withWhom } from "./chats.ts"
import { inWords, spoken, type Text } from "../words/spoken.ts"

const w = spoken("chatPage")

type Shown = typeof ConversationWithMessages.Type
type Team = Effect.Success<typeof team>

const done = {
  assigned: w.assigned, handed: w.handed, closed: w.closed,
  opened: w.opened, sent: w.sent
}

const sourceName = ({ heading, title }: Citation) => [title, ...heading].join(" › ")

/** Where a source is: an entry of the knowledge base here, and what is on the web there. */
const source = (one: Citation): Node => html`
  <li value=${one.n}>
    ${one.origin.kind === "entry" ? link(`${paths.knowledge}/${one.origin.id}`, sourceName(one))
      : one.url !== null && /^https?:\/\//iu.test(one.url) ? html`<a href=${one.url} rel="noopener">${sourceName(one)}</a>` : sourceName(one)}
  </li>`

const byWhom = ({ author_id, role }: ChatMessage, members: Team): Text =>
  role === "user" ? w.asked : role === "assistant" ? w.theChat : author_id === null ? w.person : memberName(members, author_id)

const about = (one: ChatMessage): Node => [
  one.outcome === "unknown" && [" ", badge(w.notKnown, "wait")],
  one.simulated && [" ", badge(w.simulated)],
  one.helpful !== null && [" ", badge(one.helpful ? w.helpful : w.notHelpful, one.helpful ? "good" : "bad")],
  one.model !== null && [", ", html`<code>${one.model}</code>`],
  one.tokens > 0 && [", ", w.tokens(count(one.tokens))],
  one.dropped_citations > 0 && [", ", w.removed(count(one.dropped_citations))]
]

const message = (zone: string, members: Team) => (one: ChatMessage): Node => html`
  <li class=${one.role === "user" ? "inbound" : "outbound"}>
    <p class="words" dir="auto">${one.text}</p>
    ${one.citations.length > 0 && inWords(({ chatPage: words }) => html`<ol class="cited" aria-label=${words.sources}>${one.citations.map(source)}</ol>`)}
    <p class="about">${byWhom(one, members)}, ${time(zone, one.created_at)}${about(one)}</p>
    ${one.comment !== null && html`<p class="about" dir="auto">“${one.comment}”</p>`}
  </li>`

const assignForm = (at: string, members: Team, { assignee_id }: Shown): Node => members.length > 0 && postForm({
  to: `${at}/assign`, button: w.assign,
  fields: select({
    name: "assignee", label: w.answeredBy, chosen: assignee_id === null ? "" : String(assignee_id),
    options: [["", w.nobodyYet], ...members.map(({ id, name }) => [String(id), name] as const)]
  })
})

const handOverForm = (at: string, { status, task_id }: Shown): Node => status !== "closed" && task_id === null && postForm({
  to: `${at}/hand-over`, button: w.handOver, fields: input("reason", w.why, { maxlength: "500" })
})

const stateForm = (at: string, { status }: Shown): Node => [
  status !== "closed" && postForm({ to: `${at}/close`, button: w.close }),
  status !== "open" && postForm({ to: `${at}/open`, button: w.again })
]

const replyForm = (at: string, typed: string, errors: FieldErrors): Node => html`
  <div class="reply">
    ${postForm({
      to: `${at}/reply`, button: w.answer, tone: "main",
      fields: html`
        ${hiddenField("once", newToken())}
        ${textarea({
          name: "message", label: w.yourAnswer, value: typed, errors, attributes: { rows: "4", maxlength: "4000", required: true },
          help: w.answerHelp
        })}`
    })}
  </div>`

const shown = Effect.fnUntraced(function*(typed: string, errors: FieldErrors) {
  const { api: { ai }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, ConversationId.make)
  const at = `${paths.chats}/${id}`
  const found = yield* ai.get_conversation({ params: { id } })
  const members = yield* team
  const { assignee_id, latest, livemode, messages, status, summary, task_id, tokens } = found
  return {
    title: found.title,
    section: paths.chats,
    trail: { title: w.conversations, to: paths.chats },
    content: html`
      <div class="conversation">
        ${doneNotice(query, done)}
        ${problem(errors)}
        ${facts([
          [w.state, [chatBadge(status), testMark(livemode)]],
          [w.with, withWhom(found)],
          [w.knows, found.audience === "public" ? w.anybodyReads : w.mayRead(found.audience)],
          [w.answeredBy, assignee_id === null ? NONE : memberName(members, assignee_id)],
          [w.task, task_id === null ? NONE : w.taskNumber(task_id)],
          [w.messages, count(messages)],
          [w.aiTokens, count(tokens)]
        ])}
        ${summary !== null && html`<p class="words" dir="auto">${summary}</p>`}
        ${yield* permitted("update_conversation", () => html`<div class="acts">${assignForm(at, members, found)}${handOverForm(at, found)}${stateForm(at, found)}</div>`)}
        <h2>${w.messages}</h2>
        ${latest.length === 0 ? empty(w.tooOld) : html`<ol class="talk">${latest.map(message(time_zone, members))}</ol>`}
        ${status === "closed" ? html`<p class="faint">${w.isClosed}</p>`
          : yield* permitted("reply_to_conversation", () => replyForm(at, typed, errors))}
        <section><h2>${w.deleting}</h2>${yield* permitted("delete_conversation", () => postForm({ to: `${at}/delete`, button: w.delete, tone: "risky" }))}</section>
      </div>`
  } satisfies Page
})

export const chatPage = Effect.suspend(() => shown("", NO_ERRORS))

const one = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const id = yield* idOf(params, ConversationId.make)
  return { params: { id }, back: `${paths.chats}/${id}` }
})

export const replyToChat = Effect.gen(function*() {
  const { api: { ai }, form } = yield* SessionRequest
  const { back, params } = yield* one
  const payload = { message: textOf(form, "message") }
  const once = form.get("once")?.slice(0, 50) || newToken()
  return yield* submit("reply_to_conversation", {
    payload, again: (errors) => shown(payload.message, errors),
    call: Effect.as(
      ai.reply_to_conversation({ params, headers: { "idempotency-key": `dashboard-${once}` }, payload }), { to: `${back}?done=sent` }
    )
  })
})

export const assignChat = Effect.gen(function*() {
  const { api: { ai }, form } = yield* SessionRequest
  const { back, params } = yield* one
  const who = textOf(form, "assignee")
  yield* ai.update_conversation({ params, headers: {}, payload: { assignee_id: /^[1-9]\d{0,14}$/u.test(who) ? UserId.make(Number(who)) : null } })
  return { to: `${back}?done=assigned` }
})

export const handChatOver = Effect.gen(function*() {
  const { api: { ai }, form } = yield* SessionRequest
  const { back, params } = yield* one
  const reason = textOf(form, "reason")
  yield* ai.hand_over_conversation({ params, payload: reason === "" ? {} : { reason } })
  return { to: `${back}?done=handed` }
})

const inState = (status: "closed" | "open", told: keyof typeof done) => Effect.gen(function*() {
  const { api: { ai } } = yield* SessionRequest
  const { back, params } = yield* one
  yield* ai.update_conversation({ params, headers: {}, payload: { status } })
  return { to: `${back}?done=${told}` }
})

export const closeChat = inState("closed", "closed")
export const openChat = inState("open", "opened")

export const deleteChat = Effect.gen(function*() {
  const { api: { ai } } = yield* SessionRequest
  const { back, params } = yield* one
  return yield* withConsent(
    {
      verb: "delete_conversation", question: w.question, button: w.delete,
      follows: w.follows, back, section: paths.chats
    },
    Effect.as(ai.delete_conversation({ params }), { to: paths.chats })
  )
})

import { Effect, Stream } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { UserId } from "#schemas/kernel/ids"
import { MessageId, ThreadId } from "#schemas/messages/sms/ids"
import type { Message, MessageMedia, MessagePreview, MessageState } from "#schemas/messages/sms/message"
import type { ThreadWithMessages } from "#schemas/messages/sms/thread"
import { badgesOf, doneNotice, empty, failure, link, NONE, testMark } from "../components/elements.ts"
import { type FieldErrors, hiddenField, NO_ERRORS, postForm, select, textarea } from "../components/form.ts"
import { count, money } from "../components/locale.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { submit } from "../submit.ts"
import { memberName, team } from "../team.ts"
import { withWhom } from "./threads.ts"
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("thread")

const stateBadge = badgesOf<MessageState>({
  scheduled: "wait", queued: "busy", sent: "plain", delivered: "good", failed: "bad", unknown: "wait", received: "plain", canceled: "plain"
})

type Shown = typeof ThreadWithMessages.Type

const done = { assigned: w.assigned, read: w.readDone, sent: w.sentDone }

const parts = (segments: number): Node => segments > 1 && [", ", w.messages(count(segments), segments)]

/** A picture is shown, anything else is a link. */
const medium = (at: string, id: number) => ({ bytes, problem, state, type }: MessageMedia, n: number): Node => {
  const to = `${at}/media/${id}/${n + 1}`
  if (state !== "stored") return html`<p class="about">${type}: ${state === "fetching" ? w.onItsWay : problem ?? w.notHere}</p>`
  return html`<p>${type.startsWith("image/")
    ? inWords(({ thread: words }) => html`<a href=${to}><img src=${to} alt=${words.picture(n + 1)} loading="lazy" class="medium" /></a>`)
    : html`<a href=${to}>${type}, ${count(Math.ceil(bytes! / 1_000))} kB</a>`}</p>`
}

const text = (zone: string, at: string) => ({ created_at, direction, error_message, id, media, message, segments, send_at, state }: Message): Node => html`
  <li class=${direction}>
    <p class="words" dir="auto">${message}</p>
    ${media.map(medium(at, id))}
    <p class="about">
      <span class="unseen">${direction === "inbound" ? w.cameIn : w.sent}</span>${time(zone, created_at)}
      ${direction === "outbound" && html`<span>${parts(segments)} ${stateBadge(state)}${state === "scheduled" && w.leaves(time(zone, send_at))}</span>`}
    </p>
    ${error_message !== null && html`<p class="about wrong">${error_message}</p>`}
  </li>`

/** What a text is cut into and costs, once somebody asked for it. */
const counted = ({ cost, encoding, outside_gsm, remaining, segments }: MessagePreview): Node => html`
  <p class="notice" role="status">
    ${w.fits(w.messages(count(segments), segments), count(remaining))}
    ${cost === null ? w.noRate : w.about(money(cost.amount, cost.currency))}
    ${encoding === "UCS-2" && w.cutShorter(outside_gsm.slice(0, 8).join(" "))}
  </p>`

interface Reply {
  readonly errors: FieldErrors
  readonly typed: string
  readonly preview?: MessagePreview
}

const replyForm = (at: string, { errors, preview, typed }: Reply): Node => html`
  <div class="reply">
    ${preview !== undefined && counted(preview)}
    ${postForm({
      to: `${at}/reply`, button: w.send, tone: "main",
      fields: html`
        ${hiddenField("once", newToken())}
        ${textarea({
          name: "message", label: w.answer, value: typed, errors, attributes: { rows: "4", maxlength: "1600", required: true },
          help: w.answerHelp
        })}
        <button type="submit" name="count" value="yes">${w.countAndPrice}</button>`
    })}
  </div>`

const optedOut = failure(w.optedOut, w.optedOutHelp)

const assignForm = (at: string, members: ReadonlyArray<{ readonly id: number; readonly name: string }>, { assignee_id }: Shown): Node =>
  members.length > 0 && postForm({
    to: `${at}/assign`, button: w.assign,
    fields: select({
      name: "assignee", label: w.answeredBy, chosen: assignee_id === null ? "" : String(assignee_id),
      options: [["", w.nobodyYet], ...members.map(({ id, name }) => [String(id), name] as const)]
    })
  })

const readForm = (at: string, { unread }: Shown): Node => unread > 0 && postForm({ to: `${at}/read`, button: w.markRead })

const shown = Effect.fnUntraced(function*(reply: Reply) {
  const { api: { messages }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, ThreadId.make)
  const at = `${paths.texts}/${id}`
  const thread = yield* messages.get_thread({ params: { id } })
  const members = yield* team
  const acts = yield* permitted("assign_thread", () => html`<div class="acts">${assignForm(at, members, thread)}${readForm(at, thread)}</div>`)
  const answer = thread.opted_out ? optedOut : yield* permitted("reply_to_thread", () => replyForm(at, reply))
  const { assignee_id, contact_id, livemode, own_phone, phone } = thread
  return {
    title: thread.contact_name ?? phone,
    section: paths.texts,
    trail: { title: w.conversations, to: paths.texts },
    content: html`
      <div class="conversation">
        ${doneNotice(query, done)}
        ${problem(reply.errors)}
        ${facts([
          [w.with, contact_id === null
            ? html`<span class="faint">${w.noContact}</span>`
            : [link(`${paths.texts}?${new URLSearchParams({ search: thread.contact_name ?? phone })}`, withWhom(thread)), w.contact(contact_id)]],
          [w.number, [html`<a href=${`tel:${phone}`}>${phone}</a>`, testMark(livemode)]],
          [w.yourNumber, own_phone],
          [w.answeredBy, assignee_id === null ? NONE : memberName(members, assignee_id)]
        ])}
        ${acts}
        <h2>${w.texts}</h2>
        ${thread.messages.length === 0 ? empty(w.tooOld) : html`<ol class="talk">${thread.messages.map(text(time_zone, at))}</ol>`}
        ${answer}
      </div>`
  } satisfies Page
})

export const threadPage = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const live = yield* watching("get_thread", { id: params["id"] ?? "" })
  return { ...yield* shown({ errors: NO_ERRORS, typed: "" }), live } satisfies Page
})

export const textMedia = Effect.gen(function*() {
  const { api: { messages }, params } = yield* SessionRequest
  const [id, number] = [yield* idOf({ id: params["message_id"] }, MessageId.make), yield* idOf({ id: params["number"] }, Number)]
  const { media } = yield* messages.get_message({ params: { id } })
  const bytes = yield* Stream.runCollect(yield* messages.download_message_media({ params: { id, number } }))
  return { file: new Uint8Array(Buffer.concat([...bytes])), type: media[number - 1]!.type, name: `text ${id} ${number}` }
})

export const replyToThread = Effect.gen(function*() {
  const { api: { messages }, form, params } = yield* SessionRequest
  const id = yield* idOf(params, ThreadId.make)
  const typed = textOf(form, "message")
  const payload = { message: typed }
  const again = (errors: FieldErrors) => shown({ errors, typed })
  if (form.has("count")) {
    return yield* submit("reply_to_thread", {
      payload, again,
      call: Effect.gen(function*() {
        const { own_phone, phone } = yield* messages.get_thread({ params: { id } })
        const preview = yield* messages.preview_sms({ payload: { to_phone: phone, from_phone: own_phone, message: typed } })
        return yield* shown({ errors: NO_ERRORS, typed, preview })
      })
    })
  }
  const once = form.get("once")?.slice(0, 50) || newToken()
  return yield* submit("reply_to_thread", {
    payload, again,
    call: Effect.as(
      messages.reply_to_thread({ params: { id }, headers: { "idempotency-key": `dashboard-${once}` }, payload }),
      { to: `${paths.texts}/${id}?done=sent` }
    )
  })
})

export const assignThread = Effect.gen(function*() {
  const { api: { messages }, form, params } = yield* SessionRequest
  const id = yield* idOf(params, ThreadId.make)
  const who = textOf(form, "assignee")
  const assignee_id = /^\d{1,15}$/u.test(who) ? UserId.make(Number(who)) : null
  yield* messages.assign_thread({ params: { id }, headers: {}, payload: { assignee_id } })
  return { to: `${paths.texts}/${id}?done=assigned` }
})

export const readThread = Effect.gen(function*() {
  const { api: { messages }, params } = yield* SessionRequest
  const id = yield* idOf(params, ThreadId.make)
  yield* messages.assign_thread({ params: { id }, headers: {}, payload: { read: true } })
  return { to: `${paths.texts}/${id}?done=read` }
})

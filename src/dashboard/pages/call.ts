import { Effect } from "effect"
import { type CallEvent, type CallWithEvents, isOver } from "#schemas/messages/voice/call"
import { CallId } from "#schemas/messages/voice/ids"
import type { CallRecording } from "#schemas/messages/voice/recording"
import { doneNotice, empty, failure, NONE, testMark } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { facts, table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { otherSide, outcome, ownSide, seconds } from "./calls.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("call")

type Shown = typeof CallWithEvents.Type

const done = { ended: w.ended }

const eventsTable = (zone: string, events: Shown["events"]): Node =>
  table<CallEvent>({
    label: w.events,
    rows: events,
    empty: empty(w.nothingYet),
    columns: [
      { title: w.what, cell: ({ kind }) => kind.replaceAll("_", " ") },
      { title: w.about, cell: ({ about }) => about === null ? NONE : html`<bdi>${about}</bdi>` },
      { title: w.when, cell: ({ at }) => time(zone, at) }
    ]
  })

const recordingsTable = (recordings: Shown["recordings"]): Node =>
  table<CallRecording>({
    label: w.recordings,
    rows: recordings,
    empty: html`<p class="faint">${w.notRecorded}</p>`,
    columns: [
      { title: w.recording, cell: ({ kind }) => kind },
      { title: w.state, cell: ({ state }) => state },
      { title: w.long, cell: (row) => seconds(row.seconds), figure: true },
      { title: w.wasSaid, cell: ({ transcript }) => transcript === null ? NONE : html`<span class="words" dir="auto">${transcript}</span>` }
    ]
  })

const acts = Effect.fnUntraced(function*({ id, state }: Shown) {
  if (isOver(state)) return null
  return yield* permitted("end_call", () => html`<div class="acts">${postForm({ to: `${paths.calls}/${id}/end`, button: w.hangUp, tone: "risky" })}</div>`)
})

/** Whose number it is, by their name where they are still there. */
const contactOf = Effect.fnUntraced(function*({ contact_id }: Shown) {
  if (contact_id === null) return NONE
  const { api: { crm } } = yield* SessionRequest
  const found = yield* Effect.result(crm.get_contact({ params: { id: contact_id } }))
  const name = found._tag === "Success" ? [found.success.first_name, found.success.last_name].filter(Boolean).join(" ") : ""
  return name === "" ? w.contactNumber(contact_id) : html`<bdi>${name}</bdi>`
})

export const callPage = Effect.gen(function*() {
  const { api: { messages }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, CallId.make)
  const call = yield* messages.get_call({ params: { id } })
  return {
    title: call.direction === "inbound" ? w.from(otherSide(call)) : w.to(otherSide(call)),
    section: paths.calls,
    trail: { title: w.calls, to: paths.calls },
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${call.error_message !== null && failure(w.failed, call.error_message)}
        ${facts([
          [w.result, [outcome(call), testMark(call.livemode)]],
          [w.contact, yield* contactOf(call)],
          [w.ownNumber, ownSide(call)],
          [w.treatedAs, call.rule ?? NONE],
          [w.answeredBy, call.answered_by ?? NONE],
          [w.lasted, seconds(call.duration_seconds)],
          [w.price, call.price === null ? NONE : `${call.price} ${call.price_currency ?? ""}`],
          [w.begun, time(time_zone, call.created_at)],
          [w.endedAt, time(time_zone, call.ended_at)]
        ])}
        ${yield* acts(call)}
        ${call.say !== null && html`<section><h2>${w.isSaid}</h2><blockquote class="words" dir="auto">${call.say}</blockquote></section>`}
        <h2>${w.happened}</h2>
        ${eventsTable(time_zone, call.events)}
        <h2>${w.recordings}</h2>
        ${recordingsTable(call.recordings)}
      </div>`
  } satisfies Page
})

export const endCall = Effect.gen(function*() {
  const { api: { messages }, params } = yield* SessionRequest
  const id = yield* idOf(params, CallId.make)
  yield* messages.end_call({ params: { id }, headers: {} })
  return { to: `${paths.calls}/${id}?done=ended` }
})

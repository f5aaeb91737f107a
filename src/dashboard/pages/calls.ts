import { Effect } from "effect"
import type { Call, CallState } from "#schemas/messages/voice/call"
import { type CallResult, callResults } from "#schemas/messages/voice/result"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, filter } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago, duration } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("calls")

const stateBadge = badgesOf<CallState>({
  queued: "busy", unknown: "wait", ringing: "busy", in_progress: "busy", completed: "good", busy: "wait", no_answer: "wait", failed: "bad", canceled: "plain"
})
const resultBadge = badgesOf<CallResult>({ answered: "good", voicemail: "wait", told: "good", missed: "bad", not_reached: "wait" })

/** What became of it; while it goes on, how it stands. */
export const outcome = ({ result, state }: Pick<Call, "result" | "state">): Node => result === null ? stateBadge(state) : resultBadge(result)

/** The number on the other side. */
export const otherSide = ({ direction, from_phone, to_phone }: Pick<Call, "direction" | "from_phone" | "to_phone">): string =>
  direction === "inbound" ? from_phone : to_phone

/** The number of the company. */
export const ownSide = ({ direction, from_phone, to_phone }: Pick<Call, "direction" | "from_phone" | "to_phone">): string =>
  direction === "inbound" ? to_phone : from_phone

const directions = ["inbound", "outbound"] as const

export const seconds = (value: number | null): Node => value === null ? NONE : duration(value * 1_000)

/** Calls in both directions, newest first. */
export const callsPage = Effect.gen(function*() {
  const { api: { messages }, query, session: { company } } = yield* SessionRequest
  const chosen = { ...oneOf(query, "result", callResults), ...oneOf(query, "direction", directions) }
  const { cursor } = optional(query, ["cursor"])
  const found = yield* messages.list_calls({ query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: w.title,
    section: paths.calls,
    content: html`
      <div>
        ${filter(paths.calls, [
          choice("result", w.result, w.any, callResults, chosen.result),
          choice("direction", w.direction, w.both, directions, chosen.direction)
        ])}
        ${table<Call>({
          label: w.label,
          rows: found.items,
          empty: Object.keys(chosen).length === 0
            ? empty(w.none, w.noneHelp)
            : empty(w.noneLike, html`<a href=${paths.calls}>${w.all}</a>`),
          columns: [
            { title: w.with, cell: (row) => [link(`${paths.calls}/${row.id}`, otherSide(row)), testMark(row.livemode)] },
            { title: w.direction, cell: ({ direction }) => direction },
            { title: w.result, cell: outcome },
            { title: w.ownNumber, cell: ownSide },
            { title: w.lasted, cell: ({ duration_seconds }) => seconds(duration_seconds), figure: true },
            { title: w.when, cell: ({ created_at }) => ago(company.time_zone, created_at) }
          ]
        })}
        ${paging({ path: paths.calls, filters: chosen, cursor, shown: found })}
      </div>`
  } satisfies Page
})

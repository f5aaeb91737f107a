import { Effect } from "effect"
import { UserId } from "#schemas/kernel/ids"
import type { Thread } from "#schemas/messages/sms/thread"
import { avatar } from "../components/avatar.ts"
import { badge, empty, link, NONE, testMark } from "../components/elements.ts"
import { filter, input, select } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { watching } from "../live/watched.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { memberName, team } from "../team.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("threads")

const NOBODY = "nobody"

/** Who answers, as an address says it: a member's number, or nobody. */
const answering = (who: string | undefined) => {
  if (who === NOBODY) return { assigned: false }
  return who !== undefined && /^\d{1,15}$/u.test(who) ? { assignee_id: UserId.make(Number(who)) } : {}
}

/** Whose number it is, or the number itself. */
export const withWhom = ({ contact_name, phone }: Pick<Thread, "contact_name" | "phone">): Node =>
  contact_name === null ? phone : html`<bdi>${contact_name}</bdi>`

const latest = ({ last_direction, last_message }: Thread): Node =>
  html`<span class="latest">${last_direction === "outbound" && html`<span class="faint">${w.you}</span>`}<bdi>${last_message}</bdi></span>`

const unread = ({ unread }: Thread): Node => unread > 0 && [" ", badge(w.unread(unread), "wait")]

/** Conversations by text, the one with the latest text first. */
export const threadsPage = Effect.gen(function*() {
  const { api: { messages }, query, session: { company } } = yield* SessionRequest
  const said = { ...optional(query, ["search", "assignee"]), ...oneOf(query, "show", ["unread"]) }
  const { cursor } = optional(query, ["cursor"])
  const members = yield* team
  const live = yield* watching("list_threads", { sort: "-last_message_at", limit: String(ROWS) })
  const found = yield* messages.list_threads({
    query: {
      ...said.search !== undefined && { search: said.search }, ...said.show === "unread" && { unread: true }, ...answering(said.assignee),
      ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-last_message_at"
    }
  })
  const any = Object.keys(said).length === 0
  return {
    title: w.title,
    live,
    section: paths.texts,
    content: html`
      <div>
        ${filter(paths.texts, [
          input("search", w.search, { value: said.search ?? "", maxlength: "100" }),
          select({ name: "show", label: w.shown, chosen: said.show, options: [["", w.all], ["unread", w.unreadOnly]] }),
          select({
            name: "assignee", label: w.answeredBy, chosen: said.assignee,
            options: [["", w.anybody], [NOBODY, w.nobodyYet], ...members.map(({ id, name }) => [String(id), name] as const)]
          })
        ])}
        ${table<Thread>({
          label: w.label,
          rows: found.items,
          empty: any
            ? empty(w.none, w.noneHelp)
            : empty(w.noneLike, html`<a href=${paths.texts}>${w.allConversations}</a>`),
          columns: [
            { title: w.with, cell: (row) => [row.contact_name !== null && avatar(row.contact_name), link(`${paths.texts}/${row.id}`, withWhom(row)), unread(row), testMark(row.livemode)] },
            { title: w.latest, cell: latest },
            { title: w.number, cell: ({ phone }) => html`<bdi class="whole">${phone}</bdi>` },
            { title: w.answeredBy, cell: ({ assignee_id }) => assignee_id === null ? NONE : memberName(members, assignee_id) },
            { title: w.when, cell: ({ last_message_at }) => ago(company.time_zone, last_message_at) }
          ]
        })}
        ${paging({ path: paths.texts, filters: said, cursor, shown: found })}
      </div>`
  } satisfies Page
})

import { Effect } from "effect"
import type { Conversation } from "#schemas/ai/conversation"
import { UserId } from "#schemas/kernel/ids"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, filter, select } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { memberName, team } from "../team.ts"
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("chats")

const statuses = ["open", "handed_over", "closed"] as const
const channels = ["visitor", "api"] as const

export const chatBadge = badgesOf<Conversation["status"]>({ open: "busy", handed_over: "wait", closed: "plain" })

export const withWhom = ({ channel, contact_id }: Pick<Conversation, "channel" | "contact_id">): Text =>
  contact_id !== null ? w.contact(contact_id) : channel === "visitor" ? w.visitor : w.program

/** Conversations with the chat, the one with the latest message first. */
export const chatsPage = Effect.gen(function*() {
  const { api: { ai }, query, session: { company } } = yield* SessionRequest
  const said = { ...oneOf(query, "status", statuses), ...oneOf(query, "channel", channels), ...optional(query, ["assignee"]) }
  const { cursor } = optional(query, ["cursor"])
  const { assignee, ...narrowed } = said
  const members = yield* team
  const found = yield* ai.list_conversations({
    query: {
      ...narrowed, ...assignee !== undefined && /^[1-9]\d{0,14}$/u.test(assignee) && { assignee_id: UserId.make(Number(assignee)) },
      ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-last_message_at"
    }
  })
  return {
    title: w.title,
    section: paths.chats,
    content: html`
      <div>
        ${filter(paths.chats, [
          choice("status", w.state, w.any, statuses, said.status),
          select({
            name: "channel", label: w.with, chosen: said.channel,
            options: [["", w.anybody], ["visitor", w.visitors], ["api", w.programs]]
          }),
          members.length > 0 && select({
            name: "assignee", label: w.answeredBy, chosen: assignee, options: [["", w.anybody], ...members.map(({ id, name }) => [String(id), name] as const)]
          })
        ])}
        ${table<Conversation>({
          label: w.label,
          rows: found.items,
          empty: Object.keys(said).length === 0
            ? empty(w.none, w.noneHelp(link(paths.chatSettings, w.putOn)))
            : empty(w.noneLike, link(paths.chats, w.all)),
          columns: [
            { title: w.begins, cell: ({ id, livemode, title }) => [link(`${paths.chats}/${id}`, html`<bdi class="latest">${title}</bdi>`), testMark(livemode)] },
            { title: w.state, cell: ({ status }) => chatBadge(status) },
            { title: w.with, cell: withWhom },
            { title: w.answeredBy, cell: ({ assignee_id }) => assignee_id === null ? NONE : memberName(members, assignee_id) },
            { title: w.messages, cell: ({ messages }) => count(messages), figure: true },
            { title: w.latest, cell: ({ last_message_at }) => ago(company.time_zone, last_message_at) }
          ]
        })}
        ${paging({ path: paths.chats, filters: said, cursor, shown: found })}
      </div>`
  } satisfies Page
})

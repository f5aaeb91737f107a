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

const statuses = ["open", "handed_over", "closed"] as const
const channels = ["visitor", "api"] as const

export const chatBadge = badgesOf<Conversation["status"]>({ open: "busy", handed_over: "wait", closed: "plain" })

export const withWhom = ({ channel, contact_id }: Pick<Conversation, "channel" | "contact_id">): string =>
  contact_id !== null ? `contact ${contact_id}` : channel === "visitor" ? "a visitor of the site" : "a program"

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
    title: "Conversations with the chat",
    section: paths.chats,
    content: html`
      <div>
        ${filter(paths.chats, [
          choice("status", "State", "any", statuses, said.status),
          select({
            name: "channel", label: "With", chosen: said.channel,
            options: [["", "anybody"], ["visitor", "visitors of the site"], ["api", "programs"]]
          }),
          members.length > 0 && select({
            name: "assignee", label: "Answered by", chosen: assignee, options: [["", "anybody"], ...members.map(({ id, name }) => [String(id), name] as const)]
          })
        ])}
        ${table<Conversation>({
          label: "Conversations, the one with the latest message first",
          rows: found.items,
          empty: Object.keys(said).length === 0
            ? empty("Nobody has asked anything yet.", html`<span>What visitors and programs ask the chat stands here. ${link(paths.chatSettings, "Put it on your site")}.</span>`)
            : empty("No conversation is like that.", link(paths.chats, "All conversations")),
          columns: [
            { title: "Begins", cell: ({ id, livemode, title }) => [link(`${paths.chats}/${id}`, html`<bdi class="latest">${title}</bdi>`), testMark(livemode)] },
            { title: "State", cell: ({ status }) => chatBadge(status) },
            { title: "With", cell: withWhom },
            { title: "Answered by", cell: ({ assignee_id }) => assignee_id === null ? NONE : memberName(members, assignee_id) },
            { title: "Messages", cell: ({ messages }) => count(messages), figure: true },
            { title: "Latest", cell: ({ last_message_at }) => ago(company.time_zone, last_message_at) }
          ]
        })}
        ${paging({ path: paths.chats, filters: said, cursor, shown: found })}
      </div>`
  } satisfies Page
})

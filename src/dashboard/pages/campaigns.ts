import { Effect } from "effect"
import { type Campaign, campaignStates } from "#schemas/messages/sms/campaign"
import { badgesOf, empty, link, NONE, testMark } from "../components/elements.ts"
import { choice, filter } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("campaigns")

export const campaignBadge = badgesOf<Campaign["state"]>({ sending: "busy", paused: "wait", completed: "good", canceled: "plain" })

/** Texts to segments, newest first. */
export const campaignsPage = Effect.gen(function*() {
  const { api: { messages }, query, session: { company } } = yield* SessionRequest
  const chosen = oneOf(query, "state", campaignStates)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* messages.list_campaigns({ query: { ...chosen, ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: w.title,
    section: paths.campaigns,
    content: html`
      <div>
        <div class="acts"><a class="button main" href=${`${paths.campaigns}/new`}>${w.new}</a></div>
        ${filter(paths.campaigns, choice("state", w.state, w.any, campaignStates, chosen.state))}
        ${table<Campaign>({
          label: w.label,
          rows: found.items,
          empty: chosen.state === undefined
            ? empty(w.none, w.noneHelp)
            : empty(w.noneLike, html`<a href=${paths.campaigns}>${w.all}</a>`),
          columns: [
            { title: w.campaign, cell: ({ id, livemode, name }) => [link(`${paths.campaigns}/${id}`, html`<bdi>${name}</bdi>`), testMark(livemode)] },
            { title: w.state, cell: ({ state }) => campaignBadge(state) },
            { title: w.purpose, cell: ({ purpose }) => purpose },
            { title: w.from, cell: ({ from_phone }) => from_phone },
            { title: w.made, cell: ({ created_at }) => ago(company.time_zone, created_at) },
            { title: w.ended, cell: ({ finished_at }) => finished_at === null ? NONE : ago(company.time_zone, finished_at) }
          ]
        })}
        ${paging({ path: paths.campaigns, filters: chosen, cursor, shown: found })}
      </div>`
  } satisfies Page
})

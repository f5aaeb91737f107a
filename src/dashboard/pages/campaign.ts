import { Effect } from "effect"
import { CampaignId, type CampaignPreview, type CampaignResults, type CampaignWithResults } from "#schemas/messages/sms/campaign"
import { unavailable } from "../api-errors.ts"
import { doneNotice, empty, failure, NONE, testMark } from "../components/elements.ts"
import { postForm } from "../components/form.ts"
import { count, localized, money } from "../components/locale.ts"
import { type Fact, facts, table } from "../components/table.ts"
import { duration, time } from "../components/time.ts"
import { permitted } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf } from "../query.ts"
import { withConsent } from "../submit.ts"
import { campaignBadge } from "./campaigns.ts"

type Shown = typeof CampaignWithResults.Type

const done = {
  made: "It is made. Nothing is sent until you resume it.", paused: "Nothing more is sent until it is resumed.", resumed: "It goes on where it stood.",
  canceled: "Whoever was not texted yet will not be."
}

const excludedTable = (label: string, rows: CampaignResults["excluded"]): Node => html`
  <div class="short">
    ${table<CampaignResults["excluded"][number]>({
      label, rows,
      empty: html`<p class="faint">Nobody is left out.</p>`,
      columns: [
        { title: "Left out because", cell: ({ reason }) => reason.replaceAll("_", " ") },
        { title: "Contacts", cell: ({ contacts }) => count(contacts), figure: true }
      ]
    })}
  </div>`

const would = ({ contacts, cost, excluded, recipients, samples, seconds, segments, waiting_for_quiet_hours }: CampaignPreview): Node => html`
  <div>
    ${facts([
      ["Contacts of the segment", count(contacts)],
      ["Would be texted", count(recipients)],
      ["Messages to pay for", count(segments)],
      ["Cost", cost === null ? html`<span class="faint">not known: a country has no rate</span>` : ["about ", money(cost.amount, cost.currency)]],
      ["Takes", duration(seconds * 1_000)],
      ["Wait for quiet hours", count(waiting_for_quiet_hours)]
    ])}
    ${samples.map(({ encoding, message, segments, variant }) => html`
      <figure class="sample">
        <blockquote class="words" dir="auto">${message}</blockquote>
        <figcaption class="about">Text ${variant}: ${count(segments)} ${segments === 1 ? "message" : "messages"}, ${encoding}</figcaption>
      </figure>`)}
    ${excludedTable("Who would be left out", excluded)}
  </div>`

/** How far it is: of those whom it texts, who was texted. */
const progress = ({ recipients, under_way, waiting }: CampaignResults): Node => {
  const over = recipients - waiting - under_way
  return html`
    <p class="progress">
      <progress max=${Math.max(1, recipients)} value=${over} aria-label="Texted"></progress>
      <span>${count(over)} of ${count(recipients)} texted</span>
    </p>`
}

const results = ({ clicked, delivered, failed, opted_out, replied, segments, sent, under_way, unknown, waiting }: CampaignResults): ReadonlyArray<Fact> => [
  ["Sent", count(sent)],
  ["Delivered", count(delivered)],
  ["Failed", count(failed)],
  ["Outcome not known", count(unknown)],
  ["Waiting", count(waiting)],
  ["Under way", count(under_way)],
  ["Messages paid for", count(segments)],
  ["Followed a link", count(clicked)],
  ["Answered", count(replied)],
  ["Opted out", count(opted_out)]
]

type VariantResults = CampaignResults["variants"][number]

const share = (part: number, whole: number): Node =>
  [count(part), whole > 0 && html` <span class="faint">${localized("UTC", ({ percent }) => percent(part / whole))}</span>`]

const compared = ({ results, variants }: Shown): Node =>
  table<VariantResults>({
    label: "Its texts and what came of each",
    rows: results.variants,
    empty: NONE,
    columns: [
      { title: "Text", cell: ({ name }) => name },
      { title: "Words", cell: ({ name }) => html`<span class="words" dir="auto">${variants.find((one) => one.name === name)?.message}</span>` },
      { title: "Sent", cell: ({ sent }) => count(sent), figure: true },
      { title: "Delivered", cell: ({ delivered, sent }) => share(delivered, sent), figure: true },
      { title: "Clicked", cell: ({ clicked, sent }) => share(clicked, sent), figure: true },
      { title: "Answered", cell: ({ replied, sent }) => share(replied, sent), figure: true },
      { title: "Opted out", cell: ({ opted_out, sent }) => share(opted_out, sent), figure: true }
    ]
  })

const acts = Effect.fnUntraced(function*({ id, state }: Shown) {
  const at = `${paths.campaigns}/${id}`
  if (state !== "sending" && state !== "paused") return null
  return yield* permitted("pause_campaign", () => html`
    <div class="acts">
      ${state === "sending"
        ? postForm({ to: `${at}/pause`, button: "Pause" })
        : postForm({ to: `${at}/resume`, button: "Resume", tone: "main" })}
      ${postForm({ to: `${at}/cancel`, button: "Cancel the campaign", tone: "risky" })}
    </div>`)
})

/** Which segment, by its name where it is still there. */
const segmentOf = Effect.fnUntraced(function*({ segment_id }: Shown) {
  const { api: { crm } } = yield* SessionRequest
  const found = yield* Effect.result(crm.get_segment({ params: { id: segment_id } }))
  return found._tag === "Success" && found.success.name !== undefined ? html`<bdi>${found.success.name}</bdi>` : `segment ${segment_id}`
})

export const campaignPage = Effect.gen(function*() {
  const { api: { messages }, params, query, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* idOf(params, CampaignId.make)
  const campaign = yield* messages.get_campaign({ params: { id } })
  const isOpen = campaign.state === "sending" || campaign.state === "paused"
  const wanted = isOpen && (campaign.state === "paused" || query.has("preview"))
  const preview = wanted
    ? yield* Effect.match(messages.preview_campaign({ params: { id } }), { onFailure: unavailable, onSuccess: would })
    : undefined
  return {
    title: campaign.name,
    section: paths.campaigns,
    trail: { title: "Campaigns", to: paths.campaigns },
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${campaign.failure !== null && failure("It was paused by itself.", campaign.failure)}
        ${facts([
          ["State", [campaignBadge(campaign.state), testMark(campaign.livemode)]],
          ["Segment", yield* segmentOf(campaign)],
          ["Purpose", campaign.purpose],
          ["From", campaign.from_phone],
          ["Begins", campaign.starts_at === null ? "at once" : time(time_zone, campaign.starts_at)],
          ["Ended", time(time_zone, campaign.finished_at)]
        ])}
        ${yield* acts(campaign)}
        <h2>Progress and results</h2>
        ${progress(campaign.results)}
        ${facts(results(campaign.results))}
        <h2>Texts</h2>
        ${compared(campaign)}
        <h2>Left out</h2>
        ${campaign.results.excluded.length === 0 && campaign.results.recipients === 0
          ? empty("Nobody was looked at yet.")
          : excludedTable("Who was left out", campaign.results.excluded)}
        ${isOpen && html`
          <section>
            <h2>What it would do now</h2>
            ${preview ?? html`<p><a href=${`${paths.campaigns}/${id}?preview=yes`}>Preview: who, how many messages, what they cost</a></p>`}
          </section>`}
      </div>`
  } satisfies Page
})

const one = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  const id = yield* idOf(params, CampaignId.make)
  return { id, back: `${paths.campaigns}/${id}` }
})

export const pauseCampaign = Effect.gen(function*() {
  const { api: { messages } } = yield* SessionRequest
  const { back, id } = yield* one
  yield* messages.pause_campaign({ params: { id }, headers: {} })
  return { to: `${back}?done=paused` }
})

export const resumeCampaign = Effect.gen(function*() {
  const { api: { messages } } = yield* SessionRequest
  const { back, id } = yield* one
  yield* messages.resume_campaign({ params: { id }, headers: {} })
  return { to: `${back}?done=resumed` }
})

export const cancelCampaign = Effect.gen(function*() {
  const { api: { messages } } = yield* SessionRequest
  const { back, id } = yield* one
  return yield* withConsent(
    {
      verb: "cancel_campaign", question: "Cancel this campaign?", button: "Cancel the campaign",
      follows: "Whoever was not texted yet will not be. Nothing brings it back.",
      back, section: paths.campaigns
    },
    Effect.as(messages.cancel_campaign({ params: { id }, headers: {} }), { to: `${back}?done=canceled` })
  )
})

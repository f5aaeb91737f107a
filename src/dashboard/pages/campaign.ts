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
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("campaign")

type Shown = typeof CampaignWithResults.Type

const done = {
  made: w.made, paused: w.pausedDone, resumed: w.resumedDone,
  canceled: w.canceledDone
}

const excludedTable = (label: Node, rows: CampaignResults["excluded"]): Node => html`
  <div class="short">
    ${table<CampaignResults["excluded"][number]>({
      label, rows,
      empty: html`<p class="faint">${w.nobodyLeftOut}</p>`,
      columns: [
        { title: w.because, cell: ({ reason }) => reason.replaceAll("_", " ") },
        { title: w.contacts, cell: ({ contacts }) => count(contacts), figure: true }
      ]
    })}
  </div>`

const would = ({ contacts, cost, excluded, recipients, samples, seconds, segments, waiting_for_quiet_hours }: CampaignPreview): Node => html`
  <div>
    ${facts([
      [w.ofSegment, count(contacts)],
      [w.wouldText, count(recipients)],
      [w.toPay, count(segments)],
      [w.cost, cost === null ? html`<span class="faint">${w.costUnknown}</span>` : w.about(money(cost.amount, cost.currency))],
      [w.takes, duration(seconds * 1_000)],
      [w.quiet, count(waiting_for_quiet_hours)]
    ])}
    ${samples.map(({ encoding, message, segments, variant }) => html`
      <figure class="sample">
        <blockquote class="words" dir="auto">${message}</blockquote>
        <figcaption class="about">${w.sample(variant, count(segments), segments, encoding)}</figcaption>
      </figure>`)}
    ${excludedTable(w.wouldLeave, excluded)}
  </div>`

/** How far it is: of those whom it texts, who was texted. */
const progress = ({ recipients, under_way, waiting }: CampaignResults): Node => {
  const over = recipients - waiting - under_way
  return inWords(({ campaign: words }) => html`
    <p class="progress">
      <progress max=${Math.max(1, recipients)} value=${over} aria-label=${words.texted}></progress>
      <span>${w.progressed(count(over), count(recipients))}</span>
    </p>`)
}

const results = ({ clicked, delivered, failed, opted_out, replied, segments, sent, under_way, unknown, waiting }: CampaignResults): ReadonlyArray<Fact> => [
  [w.sent, count(sent)],
  [w.delivered, count(delivered)],
  [w.failedCount, count(failed)],
  [w.notKnown, count(unknown)],
  [w.waiting, count(waiting)],
  [w.underWay, count(under_way)],
  [w.paidFor, count(segments)],
  [w.followed, count(clicked)],
  [w.answered, count(replied)],
  [w.optedOut, count(opted_out)]
]

type VariantResults = CampaignResults["variants"][number]

const share = (part: number, whole: number): Node =>
  [count(part), whole > 0 && html` <span class="faint">${localized("UTC", ({ percent }) => percent(part / whole))}</span>`]

const compared = ({ results, variants }: Shown): Node =>
  table<VariantResults>({
    label: w.compared,
    rows: results.variants,
    empty: NONE,
    columns: [
      { title: w.text, cell: ({ name }) => name },
      { title: w.words, cell: ({ name }) => html`<span class="words" dir="auto">${variants.find((one) => one.name === name)?.message}</span>` },
      { title: w.sent, cell: ({ sent }) => count(sent), figure: true },
      { title: w.delivered, cell: ({ delivered, sent }) => share(delivered, sent), figure: true },
      { title: w.clicked, cell: ({ clicked, sent }) => share(clicked, sent), figure: true },
      { title: w.answered, cell: ({ replied, sent }) => share(replied, sent), figure: true },
      { title: w.optedOut, cell: ({ opted_out, sent }) => share(opted_out, sent), figure: true }
    ]
  })

const acts = Effect.fnUntraced(function*({ id, state }: Shown) {
  const at = `${paths.campaigns}/${id}`
  if (state !== "sending" && state !== "paused") return null
  return yield* permitted("pause_campaign", () => html`
    <div class="acts">
      ${state === "sending"
        ? postForm({ to: `${at}/pause`, button: w.pause })
        : postForm({ to: `${at}/resume`, button: w.resume, tone: "main" })}
      ${postForm({ to: `${at}/cancel`, button: w.cancel, tone: "risky" })}
    </div>`)
})

/** Which segment, by its name where it is still there. */
const segmentOf = Effect.fnUntraced(function*({ segment_id }: Shown) {
  const { api: { crm } } = yield* SessionRequest
  const found = yield* Effect.result(crm.get_segment({ params: { id: segment_id } }))
  return found._tag === "Success" && found.success.name !== undefined ? html`<bdi>${found.success.name}</bdi>` : w.segmentNumber(segment_id)
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
    trail: { title: w.campaigns, to: paths.campaigns },
    content: html`
      <div>
        ${doneNotice(query, done)}
        ${campaign.failure !== null && failure(w.pausedItself, campaign.failure)}
        ${facts([
          [w.state, [campaignBadge(campaign.state), testMark(campaign.livemode)]],
          [w.segment, yield* segmentOf(campaign)],
          [w.purpose, campaign.purpose],
          [w.from, campaign.from_phone],
          [w.begins, campaign.starts_at === null ? w.atOnce : time(time_zone, campaign.starts_at)],
          [w.ended, time(time_zone, campaign.finished_at)]
        ])}
        ${yield* acts(campaign)}
        <h2>${w.progress}</h2>
        ${progress(campaign.results)}
        ${facts(results(campaign.results))}
        <h2>${w.texts}</h2>
        ${compared(campaign)}
        <h2>${w.leftOut}</h2>
        ${campaign.results.excluded.length === 0 && campaign.results.recipients === 0
          ? empty(w.notLooked)
          : excludedTable(w.wasLeft, campaign.results.excluded)}
        ${isOpen && html`
          <section>
            <h2>${w.now}</h2>
            ${preview ?? html`<p><a href=${`${paths.campaigns}/${id}?preview=yes`}>${w.preview}</a></p>`}
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
      verb: "cancel_campaign", question: w.question, button: w.cancel,
      follows: w.follows,
      back, section: paths.campaigns
    },
    Effect.as(messages.cancel_campaign({ params: { id }, headers: {} }), { to: `${back}?done=canceled` })
  )
})

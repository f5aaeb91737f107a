import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const steps: ReadonlyArray<Step> = [
  {
    title: "Begin the day",
    text: "One answer tells appointments, tasks that are due, overdue invoices, new leads, revenue, what failed and what waits for a person, each beside yesterday and last week " +
      "at the same time of day, and with the address that acts on it. It is the home of the dashboard too.",
    lines: [line("GET", "/dashboard/brief")]
  },
  {
    title: "Ask what a figure counts",
    text: "What it counts, from which records, as of when, and the first ten of them. Brief, revenue, forecast and alerts mean the same by it.",
    lines: [line("GET", "/analytics/explain?figure=new_leads"), line("GET", "/analytics/explain?figure=revenue")]
  },
  {
    title: "See what came in",
    text: "Revenue is what the ledger posted: net of refunds, tax apart, in each currency by itself, by day, week, month, product or channel, beside the period before. The payment here waits for a person who agrees.",
    lines: [
      line("POST", "/crm/contacts", { body: { first_name: "Grace", email: "grace@numbers.example" }, keep: { as: "CONTACT" } }),
      line("POST", "/orders/", { body: { contact_id: "$CONTACT", lines: [{ description: "Mug", unit_amount: 1_900, quantity: 2 }] }, keep: { as: "ORDER" } }),
      ...agreed("POST", "/gateway/payments", { order_id: "$ORDER", payment_method: "pm_card_visa" }),
      line("GET", "/analytics/revenue"), line("GET", "/analytics/revenue?by=product"), line("GET", "/analytics/revenue?by=channel")
    ]
  },
  {
    title: "Follow people",
    text: "The funnel tells what became of those who were met in a period and how long it took; cohorts tell who came back after the first payment, and what one of them brings.",
    lines: [line("GET", "/analytics/funnel"), line("GET", "/analytics/cohorts?months=6")]
  },
  {
    title: "Look ahead, and see how far off that was",
    text: "The forecast shows what the same method would have said of the company's own past, beside two naive guesses; where one of these was better, advice names it.",
    lines: [line("GET", "/analytics/forecast?figure=new_leads&every=day&steps=7")]
  },
  {
    title: "Hear of what goes wrong",
    text: "Figures are looked at every minute. Beyond its bound one is told of once, by the event alert.raised and by e-mail to owners and admins.",
    lines: [
      line("PUT", "/analytics/alerts", { body: { alerts: [{ figure: "overdue_invoices", beyond: "above", bound: 10 }, { figure: "new_leads", beyond: "below", bound: 1 }] } }),
      line("GET", "/analytics/alerts")
    ]
  },
  {
    title: "Have it sent each morning",
    text: "Owners and admins get the brief by e-mail at this time of day by the company's clock, once a day, also where clocks are changed.",
    lines: [line("PATCH", "/company/settings", { body: { daily_brief_at: "07:00" }, by: "ACCESS_TOKEN" })]
  }
]

/** From the brief of the day to its e-mail, as lines that run one after another. */
export const readTheNumbers: Guide = guide({
  id: "read-the-numbers",
  title: "Read the numbers",
  before: html`These lines run one after another in one shell, with a test key and, where a person agrees and for the last,
with the <code>access_token</code> of an owner or admin. Money of test
keys is counted apart from that of live keys; contacts, tasks and deals belong to both.`,
  steps,
  after: html`Days are those of the company's time zone. Currencies are not converted: each has lines of its own. A forecast needs six whole days, weeks or months; one of
months is told with a season of a year once there are more than two of them. <code>get_forecast</code> is for companies of the tier professional,
<code>get_funnel</code> of builder. More: <a href="${addressOf("list_verbs")}">all verbs</a>, and the part about analytics of this documentation.`
})

import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { operationPath } from "./paths.ts"
import { line } from "./samples/request.ts"

const agent = { "X-Service-Agent": "cleaner" }

const steps: ReadonlyArray<Step> = [
  {
    title: "Something to delete",
    text: "A contact of its own, so that nobody misses it.",
    lines: [line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "The agent asks",
    text: "It makes the call like every other, says who it is, and gets a 428: nothing was changed. The consent of the answer has an id, and page_url is where a person decides.",
    lines: [line("DELETE", "/crm/contacts/$CONTACT", { headers: agent, keep: { as: "CONSENT", at: ["consent", "id"] } })]
  },
  {
    title: "A person looks at it",
    text: "The preview shows, record by record, what would change. People see the same on page_url.",
    lines: [line("GET", "/agent/consents/$CONSENT/preview", { by: "ACCESS_TOKEN" })]
  },
  {
    title: "The person agrees",
    text: "On page_url, or here by the access token of a person who may approve; the agent's key cannot. The answer has a confirmation, which whoever asked is told too, " +
      "once, by GET /agent/consents/{id}: an agent that waits asks there until the state is approved.",
    lines: [line("POST", "/agent/consents/$CONSENT/approve", { by: "ACCESS_TOKEN", keep: { as: "CONFIRMATION", at: ["confirmation"] } })]
  },
  {
    title: "The agent does it",
    text: "The very same call, with the confirmation, within 15 minutes. The confirmation is good once.",
    lines: [line("DELETE", "/crm/contacts/$CONTACT", { headers: agent, confirmed: true })]
  },
  {
    title: "Take it back",
    text: "What the consent named as undo brings the contact back, for 30 days.",
    lines: [line("POST", "/crm/contacts/$CONTACT/restore", { body: {} })]
  }
]

/** From a call of an agent that is refused to one that a person agreed to, and back. */
export const deleteWithConsent: Guide = guide({
  id: "delete-with-consent",
  title: "Let an agent delete with consent",
  before: html`You need a key for the agent, and the access token of a person who may approve: an owner or admin. <a href="/docs#start">Start</a> tells how to
get both. Live and test keys share contacts; a company that protects them refuses the first call of a test key with
<a href="/docs/errors#shared_records_protected">shared_records_protected</a>: then use a live key, with care. These lines run one after another.`,
  steps,
  after: html`A person can say no by <a href="${operationPath("reject_consent")}">reject_consent</a>, and an owner can grant a key a standing consent by
<a href="${operationPath("set_standing_consents")}">set_standing_consents</a>. What holds of consents everywhere stands under <a href="/docs#consent">Consent</a>.`
})

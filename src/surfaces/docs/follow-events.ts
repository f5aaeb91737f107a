import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { GUIDES, operationPath } from "./paths.ts"
import { agreed, type Line, line } from "./samples/request.ts"

const last: Line = {
  curl: `LAST=$(curl -s "${ORIGIN}/api/v1/events?limit=1" \\
  -H "Authorization: Bearer $API_KEY" \\
  | sed -n 's/.*"sequence":\\([0-9]*\\),"data".*/\\1/p')
LAST=\${LAST:-0}`,
  typescript: `const last = (await api("GET", "/events?limit=1")).items[0]?.sequence ?? 0`,
  python: `newest = api("GET", "/events?limit=1")["items"]
last = newest[0]["sequence"] if newest else 0`
}

const after = "/events?kind=contact.*&sort=sequence&after_sequence=$LAST"

const steps: ReadonlyArray<Step> = [
  {
    title: "Where to begin",
    text: "Each event of a company has a number, sequence, which is greater than those before it. The newest comes first; keep its number where your program finds it after a restart.",
    lines: [last]
  },
  {
    title: "Let something happen",
    text: "A contact is made.",
    lines: [line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "Ask for what came after",
    text: "An event gets its number within about a second. So ask again and again, every few seconds as a rule, with the number of the last event that you have; none is passed over. The first line asks until there is one.",
    lines: [line("GET", after, { until: { field: "total", value: 1 } }), line("GET", after)]
  },
  {
    title: "Delete the contact again",
    text: "Live and test keys share contacts. To delete one waits for a person: the first line asks, the second is the person who agrees, and the third does it.",
    lines: agreed("DELETE", "/crm/contacts/$CONTACT")
  }
]

/** Events for who has no address that the service reaches. */
export const followEvents: Guide = guide({
  id: "follow-events",
  title: "Follow events without a webhook",
  before: html`You need a key with the scopes <code>webhooks:read</code>, <code>crm:read</code> and <code>crm:write</code>, and no address; to clean up, the <code>access_token</code> of somebody who may approve. What is listed is exactly what
<a href="${GUIDES}/receive-webhooks">webhooks</a> are sent, for 30 days. These lines run one after another.`,
  steps,
  after: html`All filters: <a href="${operationPath("list_events")}">list_events</a>. In a shell, <code>service listen</code> does the same, and sends each event on to an address of your machine.`
})

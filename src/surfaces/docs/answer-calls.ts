import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const customer = "+12025550144"
const ours = "+12025550161"

const routing = {
  open: {
    type: "menu", prompt: "For the workshop press 1, for all else wait.", tries: 2, seconds: 5,
    choices: [{ digit: "1", go_to: { type: "ring", people: [{ phone: ours, name: "Ada" }], order: "in_order", seconds: 20, otherwise: "voicemail" } }],
    otherwise: { type: "voicemail" }
  },
  closed: { type: "voicemail" },
  holiday: { type: "say", text: "Today is a holiday. We are here again tomorrow." }
}

const steps: ReadonlyArray<Step> = [
  {
    title: "Get a number",
    text: "The search tells what a number costs a month, and a person agrees to that price. With a test key the number is simulated, and nobody is reached by it.",
    lines: [
      line("GET", "/voice/numbers/available?country=US&capability=voice&limit=1", { keep: { as: "PHONE", at: ["items", 0, "phone"] } }),
      ...agreed("POST", "/voice/numbers", { phone: "${PHONE}", label: "Shop", monthly_price_amount: 115, monthly_price_currency: "USD" }),
      line("GET", "/voice/numbers?state=active", { keep: { as: "NUMBER", at: ["items", 0, "id"] } })
    ]
  },
  {
    title: "Say what becomes of calls",
    text: "People ring one after the other or together, a menu asks for a key, a voicemail takes a message. Business hours are by the company's clock, and on public " +
      "holidays of the calendar's country nobody is there. Whoever reaches nobody becomes a task, and gets a text if they agreed to texts. Callers hear that a " +
      "conversation is recorded wherever the law asks for that.",
    lines: [
      line("PATCH", "/voice/numbers/$NUMBER", {
        body: {
          routing, business_hours: [{ weekday: 1, from: "09:00", to: "17:00" }], voicemail: { greeting: "Leave a message, and we call you back.", seconds: 120 },
          text_back: { text: "Sorry that we missed your call. We call you back today." }
        }
      })
    ]
  },
  {
    title: "Call somebody",
    text: "The phone of your own rings first, and then the customer's. Under one Idempotency-Key it is one call, whatever fails in between. A text can be said " +
      "instead (say), but not to who opted out, nor in their quiet hours.",
    lines: [
      line("POST", "/crm/contacts", { body: { first_name: "Grace", last_name: "Hopper", phone: customer }, keep: { as: "CONTACT" } }),
      line("POST", "/voice/calls", { body: { to_phone: customer, bridge_phone: ours }, keep: { as: "CALL" } }),
      line("GET", "/voice/calls/$CALL"),
      line("POST", "/voice/calls/$CALL/end")
    ]
  },
  {
    title: "Look at what came of calls",
    text: "What callers said lies in recordings, which get_call names. A segment finds whom the company spoke with.",
    lines: [
      line("GET", "/voice/calls?contact_id=$CONTACT"),
      line("GET", "/voice/recordings?kind=voicemail"),
      line("POST", "/crm/segments", {
        body: { name: "Spoken with lately $$", filter: { match: "all", of: [{ type: "calls", result: "answered", within_days: 30, op: "gte", value: 1 }] } }
      })
    ]
  }
]

/** From a number to calls that somebody answers, as lines that run one after another. */
export const answerCalls: Guide = guide({
  id: "answer-calls",
  title: "Answer calls",
  before: html`Calls of live and of test keys are apart. These lines run one after another in one shell; where a person agrees, with the
<code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`For live calls set a provider (<code>TWILIO_ACCOUNT_SID</code>, <code>TWILIO_AUTH_TOKEN</code>) and <code>SITE_URL</code>. A number that is got
here leads to <code>/api/v1/voice/inbound/twilio</code> of that address; set it at the provider for numbers that the company had before. Calls by numbers
at Telnyx need <code>TELNYX_ACCOUNT_ID</code> and <code>TELNYX_TEXML_APPLICATION</code> besides its keys, and come in at <code>/api/v1/voice/inbound/telnyx</code>. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the part about messages of this documentation.`
})

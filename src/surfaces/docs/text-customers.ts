import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { line } from "./samples/request.ts"

const phone = "+12025550143"
const optOut = `/sms/opt-outs/${encodeURIComponent(phone)}`

const lift = (how: Parameters<typeof line>[2]) => line("DELETE", optOut, how)

const steps: ReadonlyArray<Step> = [
  {
    title: "Where texts leave from",
    text: "One of the company's own numbers, which live keys need; provision_phone_number gets one, and a person agrees to its price. Test keys write from a " +
      "number that nobody has.",
    lines: [line("GET", "/voice/numbers")]
  },
  {
    title: "Whom to write to",
    text: "A text belongs to the contact who has its number, so that the timeline shows it.",
    lines: [line("POST", "/crm/contacts", { body: { first_name: "Grace", last_name: "Hopper", phone }, keep: { as: "CONTACT" } })]
  },
  {
    title: "Words that are used again",
    text: "A template names what stands in for a value that is missing. A variable that nobody has, or that is written wrongly, is refused here and not when " +
      "the text is sent.",
    lines: [
      line("POST", "/sms/templates", {
        body: { name: "Ready for pickup $$", text: "Hello {{contact.first_name|there}}, your bicycle stands ready until {{day}}. {{company.name}}" },
        keep: { as: "TEMPLATE" }
      }),
      line("POST", "/sms/templates", { body: { name: "Wrong $$", text: "Hello {{contact.shoe_size}}" }, refused: 422 })
    ]
  },
  {
    title: "Send it",
    text: "A preview tells the words, how many messages they are cut into, and what those cost by the rates of PATCH /sms/settings, where a cap of what texts of a " +
      "day may cost and the countries that texts go to can be set too. Under one Idempotency-Key it is one text, whatever fails in between. With a live key it " +
      "leaves after the answer, and message.sent, message.delivered or message.failed tell what became of it; with a test key the simulator says so at once.",
    lines: [
      line("POST", "/sms/preview", { body: { to_phone: phone, contact_id: "$CONTACT", template_id: "$TEMPLATE", values: { day: "Friday" } } }),
      line("POST", "/sms/send", { body: { to_phone: phone, contact_id: "$CONTACT", template_id: "$TEMPLATE", values: { day: "Friday" } }, keep: { as: "MESSAGE" } }),
      line("GET", "/sms/messages/$MESSAGE")
    ]
  },
  {
    title: "Go on in the conversation",
    text: "Texts between two numbers are one conversation. What comes in is unread until somebody answers or says to have read it, and it can be given to a member. " +
      "/dashboard/texts shows the same to people, and /dashboard/campaigns how campaigns do.",
    lines: [
      line("GET", "/sms/threads?contact_id=$CONTACT", { keep: { as: "THREAD", at: ["items", 0, "id"] } }),
      line("POST", "/sms/threads/$THREAD/replies", { body: { message: "We are open until 18:00." } }),
      line("POST", "/sms/threads/$THREAD/assign", { body: { read: true } }),
      line("GET", "/sms/threads/$THREAD")
    ]
  },
  {
    title: "Stop means stop",
    text: "Who answers STOP, or the like in twelve languages, gets one confirmation and nothing more, and START lifts it. {{opt_out_link}} in a template or a campaign " +
      "is a page that does the same by its button. Who says it otherwise is opted out here. " +
      "The second line is refused.",
    lines: [
      line("PUT", optOut, { body: { text: "Asked at the counter" } }),
      line("POST", "/sms/send", { body: { to_phone: phone, message: "Sale!" } }),
      line("GET", "/sms/opt-outs")
    ]
  },
  {
    title: "Lift it",
    text: "This waits for a person: the first line asks, the second is the person who agrees, and the third does it.",
    lines: [
      lift({ keep: { as: "CONSENT", at: ["consent", "id"] } }),
      line("POST", "/agent/consents/$CONSENT/approve", { by: "ACCESS_TOKEN", keep: { as: "CONFIRMATION", at: ["confirmation"] } }),
      lift({ confirmed: true })
    ]
  },
  {
    title: "Who answers",
    text: "Contacts who wrote within thirty days, as a segment counts them.",
    lines: [
      line("POST", "/crm/segments", {
        body: { name: "Answered lately $$", filter: { match: "all", of: [{ type: "messages", direction: "inbound", within_days: 30, op: "gte", value: 1 }] } }
      }),
      line("GET", "/sms/messages?contact_id=$CONTACT")
    ]
  }
]

/** From a template to a conversation that somebody ends, as lines that run one after another. */
export const textCustomers: Guide = guide({
  id: "text-customers",
  title: "Text customers",
  before: html`Texts, conversations and opt-outs of live and of test keys are apart; templates are shared. These lines run one after another in one
shell; where a person agrees, with the <code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`For live texts set a provider (<code>TWILIO_ACCOUNT_SID</code>, <code>TWILIO_AUTH_TOKEN</code>) and <code>SITE_URL</code>, and at the provider
<code>/api/v1/sms/inbound/twilio</code> of that address for what comes in. With <code>send_at</code> a
text leaves later, outside quiet hours, and <code>cancel_message</code> calls it off; pictures that come in are fetched from the provider and kept here. More: <a href="${addressOf("list_verbs")}">all verbs</a>, and the part about messages of this documentation.`
})

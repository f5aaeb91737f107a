import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, line } from "./samples/request.ts"

const run = "/chat/agents/$AGENT/runs/$RUN"

const ask = (message: string) => line("POST", "/chat/agents/$AGENT/message", { body: { message }, keep: { as: "RUN" } })

/** Waits until the run is like that. */
const until = (status: string) => line("GET", run, { until: { field: "status", value: status } })

const steps: ReadonlyArray<Step> = [
  {
    title: "Say what it is for, and what it may call",
    text: "An agent has instructions, a list of verbs, and limits: of its tokens a day, and of the steps, the tokens and the hours of a run. It has no rights of its own. It calls " +
      "the verbs of its list in the name of whoever asks it, and only as far as they may themselves.",
    lines: [
      line("POST", "/chat/agents", {
        body: {
          name: "front_desk_$$", instructions: "You help at the reception. Look customers up before you answer.", verbs: ["search_kb", "list_contacts", "delete_contact"],
          daily_tokens: 50_000, most_steps: 6
        },
        keep: { as: "AGENT" }
      }),
      line("GET", "/chat/agents?limit=5")
    ]
  },
  {
    title: "Ask it",
    text: "It thinks, calls what it needs, and answers; what takes longer than four seconds goes on by itself. The run tells each thought and each call, with what was answered. " +
      "With a test key, or without an account at a provider of models, nothing thinks: it calls the verbs that the message names, and says that it is simulated.",
    lines: [ask("list_contacts {\"limit\": 1}"), until("completed"), line("GET", run)]
  },
  {
    title: "Let a person agree",
    text: "What needs consent waits for it, for days where it has to. So does any change after the run has read what others may have written, since that is data and no " +
      "instruction: confirms of the agent says how much waits. Once somebody agrees the run goes on by itself, and does that very call once.",
    lines: [
      line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } }),
      ask("delete_contact {\"id\": $CONTACT}"),
      until("waiting_for_consent"),
      line("GET", run, { keep: { as: "CONSENT", at: ["consent_id"] } }),
      line("POST", "/agent/consents/$CONSENT/approve", { by: "ACCESS_TOKEN" }),
      until("completed"),
      line("GET", run)
    ]
  },
  {
    title: "Call it off",
    text: "A run that is canceled calls nothing more, and what it has done stays done. The second line begins one that waits to delete the contact of the first, which stays; ending it takes a person too, unless the key has a " +
      "standing consent.",
    lines: [
      line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } }),
      ask("delete_contact {\"id\": $CONTACT}"), until("waiting_for_consent"), ...agreed("POST", `${run}/cancel`), until("canceled"), line("GET", "/chat/agents/$AGENT/runs")
    ]
  },
  {
    title: "Put it aside",
    text: "An agent that is paused takes no questions, and its runs end with the step that they are in.",
    lines: [line("PATCH", "/chat/agents/$AGENT", { body: { status: "paused" } }), line("POST", "/chat/agents/$AGENT/message", { body: { message: "list_contacts" } })]
  },
  {
    title: "Delete the contact that stayed",
    text: "Live and test keys share contacts.",
    lines: agreed("DELETE", "/crm/contacts/$CONTACT")
  }
]

/** From instructions to a run that is called off, as lines that run one after another. */
export const letAgentsWork: Guide = guide({
  id: "let-agents-work",
  title: "Let agents work",
  before: html`Live and test keys share agents, and their runs are apart. These lines run one after another in one shell; where a person agrees, with the
<code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`Each call leaves a receipt that names the agent and its run. Agents count in the company's AI tokens, which <code>GET /chat/usage</code> tells by agent.
<code>/dashboard/agents</code> shows runs step by step, and <code>/dashboard/consents</code> what waits. More: <a href="${addressOf("list_verbs")}">all verbs</a>, and the part about AI of this documentation.`
})

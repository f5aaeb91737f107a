import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { prose } from "#schemas/kernel/text"
import { AgentId } from "./ids.ts"
import { ModelChoice } from "./settings.ts"

/** Agents that a company may have. */
export const MOST_AGENTS = 100

/** What the chat is called in the account of tokens. */
const TAKEN = "chat"

const AgentName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{1,39}$/u, { expected: "2 to 40 small letters, digits and _, beginning with a letter" }),
  Schema.makeFilter((name: string) => name === TAKEN ? `"${TAKEN}" is the company's chat` : undefined)
).annotate({ description: "What receipts and the account of tokens call it.", examples: ["front_desk"] })

const VerbName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{1,79}$/u, { expected: "the name of a verb" }))

const verbs = Schema.Array(VerbName).check(Schema.isMaxLength(40), Schema.isUnique()).annotate({
  description: "The verbs that it may call, by their names in `GET /agent/verbs`; each only as far as whoever asks the agent may call it.",
  examples: [["search_kb", "list_contacts"]]
})

const whole = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const AgentStatus = Schema.Literals(["active", "paused"]).annotate({
  description: "`paused`: it takes no questions, and its runs end with the step they are in.", examples: ["active"]
})

const Confirms = Schema.Literals(["declared", "after_reading", "writes"]).annotate({
  description: "What waits for a person's consent, besides what does for everybody (`declared`): what changes something once the run has read anything " +
    "that others may have written (`after_reading`), or all that changes something (`writes`).",
  examples: ["after_reading"]
})

/** Somebody to ask who calls verbs of the platform. */
export const agent = entity("Agent", {
  id: field.readOnly(AgentId),
  name: field.required(AgentName),
  instructions: field.required(prose(8_000).check(Schema.isMinLength(1)).annotate({
    description: "What it is for, and how it goes about it.", examples: ["You help at the reception. Look customers up before you answer."]
  })),
  verbs: field.required(verbs),
  confirms: field.defaulted(Confirms, "after_reading"),
  model: field.nullable(ModelChoice, { description: "The model that it thinks with; `null`: those of the company's chat." }),
  daily_tokens: field.nullable(whole(1_000, 1_000_000_000), { description: "AI tokens that it may take a day; `null`: as many as the company has.", examples: [50_000] }),
  most_steps: field.defaulted(whole(1, 50).annotate({ description: "How often a run may ask the model.", examples: [12] }), 12),
  most_tokens: field.defaulted(whole(1_000, 1_000_000).annotate({ description: "AI tokens that a run may take.", examples: [30_000] }), 30_000),
  most_hours: field.defaulted(whole(1, 720).annotate({ description: "How long a run may last, with what it waits for.", examples: [72] }), 72),
  status: field.defaulted(AgentStatus, "active"),
  ...versioned
}, {
  description: "An agent: instructions, and the verbs that it may call.",
  filters: { status: AgentStatus },
  groups: {
    Agent: ["name", "status", "instructions"],
    Rights: ["verbs", "confirms"],
    "Model and limits": ["model", "daily_tokens", "most_steps", "most_tokens", "most_hours"]
  },
  sort: ["id", "name"]
})
export const Agent = agent.read
export type Agent = typeof Agent.Type

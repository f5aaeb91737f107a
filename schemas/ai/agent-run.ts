import { Schema } from "effect"
import { ConsentId } from "#schemas/agents/consent"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { KeyId } from "#schemas/kernel/ids"
import { phrase, word } from "#schemas/kernel/phrase"
import { line } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { RunId } from "#schemas/workflows/run"
import { AgentId, AgentRunId, AgentStepId } from "./ids.ts"

export const agentRunStatuses = ["working", "waiting_for_consent", "completed", "stopped", "failed", "canceled"] as const
export const AgentRunStatus = Schema.Literals(agentRunStatuses).annotate({
  description: "`waiting_for_consent`: a person has to agree to what it wants to do, and it goes on by itself. `stopped`: a limit, a right that ended or a paused " +
    "agent. `failed`: no model answered. The last four are the end.",
  examples: ["completed"]
})
export type AgentRunStatus = typeof AgentRunStatus.Type

const nullable = <S extends Schema.Top>(schema: S, description: string) => field.readOnly(Schema.NullOr(schema).annotate({ description }))

/** What an agent does about one message. */
export const agentRun = entity("AgentRun", {
  id: field.readOnly(AgentRunId),
  agent_id: field.readOnly(AgentId),
  agent: field.readOnly(Schema.String.annotate({ description: "Its name when the run began.", examples: ["front_desk"] })),
  status: field.readOnly(AgentRunStatus),
  message: field.readOnly(Schema.String.annotate({ examples: ["Who are our newest customers?"] })),
  answer: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "`null` where there is none, or none yet.", examples: ["Grace Hopper came last."] })),
  reason: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Why it ended without an answer.", examples: ["The agent was paused."] })),
  consent_id: nullable(ConsentId, "The consent that it waits for, or waited for last."),
  verbs: field.readOnly(Schema.Array(Schema.String).annotate({ description: "What it may call, fixed before it began.", examples: [["search_kb", "list_contacts"]] })),
  steps: field.readOnly(Schema.Int.annotate({ description: "How often the model was asked.", examples: [3] })),
  tokens: field.readOnly(Schema.Int.annotate({ description: "AI tokens that it took.", examples: [2_480] })),
  provider: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Who ran the model.", examples: ["openai"] })),
  model: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["gpt-4.1-mini"] })),
  simulated: field.readOnly(Schema.Boolean.annotate({ description: "No model thought: what was asked was taken by its words.", examples: [false] })),
  previous_run_id: nullable(AgentRunId, "The run that it goes on from."),
  key_id: field.readOnly(KeyId.annotate({ description: "The credential in whose name it calls verbs." })),
  workflow_run_id: nullable(RunId, "The durable run behind it."),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Runs of live and of test keys are apart." })),
  deadline_at: field.readOnly(Timestamp.annotate({ description: "When it ends at the latest; by the test clock in test mode." })),
  ended_at: field.readOnly(Schema.NullOr(Timestamp)),
  ...versioned
}, {
  description: "A message to an agent, and what it did about it.",
  label: ({ message }) => message.slice(0, 80),
  filters: { status: AgentRunStatus },
  sort: ["id"]
})
export const AgentRun = agentRun.read
export type AgentRun = typeof AgentRun.Type

/* Not Schema.JsonObject, whose codec copies it: answers are printed as programs make them. */
const Facts = Schema.NullOr(Schema.Record(Schema.String, Schema.Any))

const StepKind = Schema.Literals(["thought", "call", "wait"]).annotate({
  description: "`thought`: the model was asked. `call`: a verb was called, or refused. `wait`: a person is asked.", examples: ["call"]
})

/** One thing that a run did. */
export const agentStep = entity("AgentStep", {
  id: field.readOnly(AgentStepId),
  round: field.readOnly(Schema.Int.annotate({ description: "The thought that it is, or that it belongs to.", examples: [1] })),
  kind: field.readOnly(StepKind),
  text: field.readOnly(Schema.String.annotate({ description: "What the model wrote; what a verb answered, or why it was not called.", examples: ["{\"items\":[]}"] })),
  verb: field.readOnly(Schema.NullOr(Schema.String).annotate({ examples: ["list_contacts"] })),
  input: field.readOnly(Facts.annotate({ description: "What the verb was called with, without secrets.", examples: [{ limit: 5 }] })),
  status: field.readOnly(Schema.NullOr(Schema.Int).annotate({ description: "How the verb answered, as HTTP says it; 403 also for one that the run may not call.", examples: [200] })),
  consent_id: nullable(ConsentId, "The consent that was asked for."),
  tokens: field.readOnly(Schema.Int.annotate({ examples: [620] })),
  created_at: field.readOnly(Timestamp)
}, { label: ({ kind, verb }) => verb ?? phrase`${word("kind", kind)}` })
export const AgentStep = agentStep.read
export type AgentStep = typeof AgentStep.Type

export const AgentRunDetail = Schema.Struct({
  ...AgentRun.fields,
  trail: Schema.Array(AgentStep).annotate({ description: "What it did, step by step." })
}).annotate({ identifier: "AgentRunDetail", ...agentRun.about })

export const AgentMessage = Schema.Struct({
  message: line(4_000).annotate({ description: "What is asked of it, or what it is to do.", examples: ["Who are our newest customers?"] }),
  previous_run_id: Schema.optionalKey(AgentRunId.annotate({ description: "A run of this agent to go on from: it knows what was asked and answered before." }))
}).annotate({ identifier: "AgentMessage" })

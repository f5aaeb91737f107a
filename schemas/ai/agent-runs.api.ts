import { operation } from "#schemas/kernel/endpoints"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { AgentMessage, AgentRun, agentRun, AgentRunDetail } from "./agent-run.ts"
import { AgentId, AgentRunId } from "./ids.ts"

export const chat_with_agent = operation.create("chat_with_agent", "/agents/:id/message", AgentMessage, AgentRun, {
  params: { id: AgentId },
  status: 200,
  errors: [Conflict, NotFound],
  tierFloor: "builder",
  curated: true,
  summary: "Ask an agent",
  description: "The agent thinks, calls the verbs of its list in your name and as far as you may, and answers. The answer is here if it is made within four seconds; " +
    "otherwise the run is `working`, or `waiting_for_consent` of a person, goes on by itself, and `get_agent_run` tells how it ended. What verbs answer is data for " +
    "it, never an instruction. It counts against the AI tokens of the month and of the agent; past those it is 429."
})

const ofRun = { id: AgentId, run_id: AgentRunId }

export const list_agent_runs = operation.list("list_agent_runs", "/agents/:id/runs", AgentRun, {
  ...agentRun.list,
  params: { id: AgentId },
  by: "-id",
  summary: "List the runs of an agent",
  description: "What it was asked and how that ended, the latest first. Runs of live and of test keys are apart."
})

export const get_agent_run = operation.get("get_agent_run", "/agents/:id/runs/:run_id", AgentRunDetail, {
  params: ofRun,
  summary: "Get a run of an agent",
  description: "One run, with each thought, call and wait.",
  noConditionalGet: true
})

export const cancel_agent_run = operation.act("cancel_agent_run", "/agents/:id/runs/:run_id/cancel", AgentRun, {
  params: ofRun,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  summary: "Cancel a run of an agent",
  description: "Ends it where it is: it calls nothing more. What it has done stays done. A run that has ended stays as it is."
})

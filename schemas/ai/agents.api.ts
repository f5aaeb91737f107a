import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { agent, Agent } from "./agent.ts"

export const list_agents = operation.list("list_agents", "/agents", Agent, {
  ...agent.list,
  curated: true,
  summary: "List agents",
  description: "The company's agents: what each is for, the verbs that it may call, its model and its limits. Live and test keys share them."
})

export const create_agent = operation.create("create_agent", "/agents", agent.create, Agent, {
  errors: [Conflict],
  tierFloor: "professional",
  summary: "Create an agent",
  description: "Makes an agent that `chat_with_agent` asks. It has no rights of its own: it calls verbs in the name of whoever asks it, as far as they may, and " +
    "only those of its list. Verbs that take a signed-in person, a file or another agent cannot be in it."
})

export const update_agent = operation.update("update_agent", "/agents/:id", agent.change, Agent, {
  errors: [Conflict],
  tierFloor: "professional",
  summary: "Change an agent",
  description: "Changes the fields that are sent. Runs that have begun keep the instructions, verbs and limits that they began with."
})

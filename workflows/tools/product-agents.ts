import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Agent } from "#schemas/content/agents"
import { told } from "#schemas/content/provenance"
import type { ToolInput } from "#schemas/tools/catalog"
import { decidedByPeople, scopesOf, tierOf } from "./product-operations.ts"
import { agentsNamed } from "./product-roles.ts"

const roleOf = ({ does, hands_over, id, name, status, verbs, waits_for }: Agent) => ({
  id, name, status, does, verbs, hands_over,
  needs_a_person: decidedByPeople(verbs),
  scopes: scopesOf(verbs),
  ...verbs.length > 0 && { tier: tierOf(verbs) },
  ...waits_for !== undefined && { waits_for }
})

export const get_agent_info = Effect.fnUntraced(function*({ agent_name = "all" }: ToolInput<"get_agent_info">) {
  const { agents } = yield* currentContent
  return { agents: (yield* agentsNamed(agent_name)).map(roleOf), provenance: told(agents.provenance) }
})

export const get_ai_capabilities = Effect.fnUntraced(function*({ capability = "all" }: ToolInput<"get_ai_capabilities">) {
  const { capabilities } = yield* currentContent
  return {
    capabilities: capabilities.capabilities.filter(({ id }) => capability === "all" || id === capability),
    provenance: told(capabilities.provenance)
  }
})

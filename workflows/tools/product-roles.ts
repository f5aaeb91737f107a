import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Agent } from "#schemas/content/agents"
import { unusable } from "#schemas/tools/refusal"
import { namesOf } from "./product-names.ts"
import { perContent } from "./search.ts"

const rolesOf = perContent(({ agents }) => namesOf(agents.agents))

const idsOf = (roles: ReadonlyArray<Agent>) => roles.map(({ id }) => id).join(", ")

/** A role by its name, or all of them. */
export const agentsNamed = Effect.fnUntraced(function*(name: string) {
  const content = yield* currentContent
  if (name.trim().toLowerCase() === "all") return content.agents.agents
  const { named, near } = rolesOf(content)
  const agent = named(name)
  if (agent !== undefined) return [agent]
  const closest = near(name, 3)
  return yield* unusable("agent_name", name, {
    error: "no role is called so",
    hint: closest.length === 0 ? `The roles are ${idsOf(content.agents.agents)}.` : `Closest: ${idsOf(closest)}.`,
    instead: { agent_name: closest[0]?.id ?? "all" }
  })
})

import { Effect } from "effect"
import { content } from "#layers/pack/pack"
import type { Agent } from "#schemas/content/agents"
import { unusable } from "#schemas/tools/refusal"
import { namesOf } from "./product-names.ts"
import { perContent } from "./search.ts"

const rolesOf = perContent(({ agents }) => namesOf(agents.agents))

const idsOf = (roles: ReadonlyArray<Agent>) => roles.map(({ id }) => id).join(", ")

/** A role by its name, or all of them. */
export const agentsNamed = Effect.fnUntraced(function*(name: string) {
  const pack = yield* content
  if (name.trim().toLowerCase() === "all") return pack.agents.agents
  const { named, near } = rolesOf(pack)
  const agent = named(name)
  if (agent !== undefined) return [agent]
  const closest = near(name, 3)
  return yield* unusable("agent_name", name, {
    error: "no role is called so",
    hint: closest.length === 0 ? `The roles are ${idsOf(pack.agents.agents)}.` : `Closest: ${idsOf(closest)}.`,
    instead: { agent_name: closest[0]?.id ?? "all" }
  })
})

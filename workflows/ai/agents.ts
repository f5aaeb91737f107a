import { Effect } from "effect"
import { Agents } from "#layers/ai/agents"
import { requireRoom } from "#layers/kernel/company-lock"
import { MOST_AGENTS } from "#schemas/ai/agent"
import type * as api from "#schemas/ai/agents.api"
import type { Input } from "#schemas/kernel/catalog"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { operations } from "#schemas/operations"
import { unfitFor } from "./agent-verbs.ts"

const faultOf = (name: string) => {
  const verb = operations.get(name)
  if (verb === undefined) return "there is no such verb"
  const unfit = unfitFor(verb)
  return unfit === undefined ? undefined : `it ${unfit}, which no agent can call`
}

/** Refuses verbs that no agent can call. */
const requireVerbs = Effect.fnUntraced(function*(verbs: ReadonlyArray<string>) {
  const details = verbs.flatMap((name, n): ReadonlyArray<Detail> => {
    const error = faultOf(name)
    return error === undefined ? [] : [{ field: `verbs[${n}]`, error, received: name }]
  })
  if (details.length > 0) return yield* new ValidationError({ message: details.map(({ error, received }) => `${received}: ${error}`).join("; "), details })
})

export const list_agents = (query: Input<typeof api.list_agents>) => Agents.use((agents) => agents.page(query))

export const create_agent = Effect.fnUntraced(function*(input: Input<typeof api.create_agent>) {
  const agents = yield* Agents
  yield* requireVerbs(input.verbs)
  yield* requireRoom(agents.count, MOST_AGENTS, "agents")
  return yield* agents.create(input)
})

export const update_agent = Effect.fnUntraced(function*({ id, ...changes }: Input<typeof api.update_agent>) {
  if (changes.verbs !== undefined) yield* requireVerbs(changes.verbs)
  return yield* Agents.use((agents) => agents.change(id, changes))
})

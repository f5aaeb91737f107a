import { Effect, Option } from "effect"
import { type ConnectionRow, Connections } from "#layers/integrations/connections"
import { Site } from "#layers/kernel/installation/site"
import { declarations, type IntegrationKey } from "#schemas/integrations/catalogue"
import type { Integration } from "#schemas/integrations/integration"

const INBOUND = "/api/v1/integrations/inbound/data"

/** An integration as it stands for the company. */
export const shown = Effect.fnUntraced(function*(key: IntegrationKey, row: ConnectionRow | undefined, isOpen: boolean) {
  const declaration = declarations.get(key)!
  const token = row !== undefined && isOpen && declaration.authorization === "own_address" ? yield* Connections.use(({ addressOf }) => addressOf(key)) : null
  const { linked } = yield* Site
  const challenge = isOpen && row?.state === "authorizing" ? yield* Connections.use((connections) => connections.challenge(key)) : Option.none()
  return {
    ...declaration, key, id: row?.id ?? null, state: row?.state ?? "not_connected", account: row?.account ?? null,
    address: token === null ? null : `${linked}${INBOUND}/${token}`, authorization_url: Option.isSome(challenge) ? challenge.value.url : null,
    failure: row?.failure ?? null, connected_at: row?.connected_at ?? null, checked_at: row?.checked_at ?? null, last_synced_at: row?.last_synced_at ?? null
  } satisfies Integration as Integration
})

export const found = Effect.fnUntraced(function*(key: IntegrationKey) {
  return Option.getOrUndefined(yield* Connections.use((connections) => connections.find(key)))
})

/** As receipts and events tell it: without addresses that let in whoever has them. */
export const factsOf = (key: IntegrationKey, row: ConnectionRow | undefined) => shown(key, row, false)

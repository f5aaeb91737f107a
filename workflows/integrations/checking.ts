import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { type ConnectionRow, Connections } from "#layers/integrations/connections"
import { Partners } from "#layers/integrations/partners"
import { recordChange } from "#layers/kernel/receipts/change-log"
import type { ProviderError } from "#layers/providers/errors"
import { payloadHash } from "#layers/workflows/runs"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import type * as api from "#schemas/integrations/integrations.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { get_integration } from "./integrations.ts"
import { factsOf } from "./showing.ts"

/** What an error of the other side makes of the connection. */
export const stateAfter = ({ _tag, message }: ProviderError): { readonly state: ConnectionRow["state"]; readonly failure: string } =>
  ({ state: _tag === "ProviderUnauthorized" ? "needs_reconnection" : "failing", failure: message })

/** Notes how the other side did, in the transaction in progress. Others are told where that changes. */
export const noteState = Effect.fnUntraced(function*(key: IntegrationKey, state: ConnectionRow["state"], failure: string | null) {
  const connections = yield* Connections
  yield* connections.hold(key)
  const before = yield* connections.find(key)
  if (Option.isNone(before)) return
  yield* connections.setState(key, state, failure)
  const after = yield* connections.find(key)
  const [was, is] = [before.value.state, Option.getOrThrow(after).state]
  if (was === is) return
  const events = is === "connected" ? ["integration.recovered" as const] : was === "connected" ? ["integration.failed" as const] : []
  yield* recordChange({
    object: "integration", id: before.value.id, before: yield* factsOf(key, before.value), after: yield* factsOf(key, Option.getOrThrow(after)), events
  })
})

export const check_integration = Effect.fnUntraced(function*({ key }: Input<typeof api.check_integration>) {
  const connections = yield* Connections
  const row = yield* connections.find(key)
  if (Option.isNone(row)) return yield* new Conflict({ message: "It is not connected: there is nothing to check." })
  if (row.value.state === "authorizing") return yield* get_integration({ key })
  const access = yield* connections.access(key)
  const found = Option.isNone(access)
    ? { state: "needs_reconnection" as const, failure: "Its credentials were sealed with another SECRET_KEY: connect it again." }
    : yield* Partners.use(({ check }) => check(key, access.value)).pipe(
      Effect.as({ state: "connected" as const, failure: null }), Effect.catch((error) => Effect.succeed(stateAfter(error)))
    )
  if (found.state !== row.value.state || found.failure !== row.value.failure) {
    yield* Receipted.use((receipted) => receipted.write(
      { verb: "check_integration", payloadHash: payloadHash({ key }) }, noteState(key, found.state, found.failure)
    ))
  }
  return yield* get_integration({ key })
})

import { Effect } from "effect"
import { Models } from "./ai/models.ts"
import { type Condition, ProviderCircuits } from "./circuits.ts"
import { Mail } from "./mail.ts"
import { Payments } from "./payment/payments.ts"
import { Storage } from "./storage/storage.ts"

/** How an outside party does: nobody set it up, or what its calls say. */
export type PartyStatus = "not_configured" | Condition

export interface PartiesLook {
  readonly payments: PartyStatus
  readonly models: PartyStatus
  readonly storage: PartyStatus
  readonly mail: PartyStatus
}

/** Of several that stand in for each other: it is out only when all are. */
const together = (all: ReadonlyArray<PartyStatus>): PartyStatus => {
  const [first = "not_configured"] = all
  return all.every((one) => one === first) ? first : "degraded"
}

/** The outside parties, by the calls that this process has made to them. */
export const lookAtParties = Effect.gen(function*() {
  const { condition } = yield* ProviderCircuits
  const { configured: mail } = yield* Mail
  const { configured: models } = yield* Models
  const { configured: payments } = yield* Payments
  const { configured: storage } = yield* Storage
  const statusOf = (name: string, configured: boolean): Effect.Effect<ReadonlyArray<PartyStatus>> =>
    configured ? Effect.map(condition(name), (found) => found === undefined ? [] : [found]) : Effect.succeed([])

  return Effect.gen(function*(): Effect.fn.Return<PartiesLook> {
    return {
      payments: together(yield* statusOf("stripe", payments)),
      models: together([...yield* statusOf("openai", models.openai), ...yield* statusOf("anthropic", models.anthropic)]),
      storage: together(yield* statusOf("s3", storage)),
      mail: together(yield* statusOf("mail", mail))
    }
  })
})

import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { told } from "#schemas/content/provenance"
import { aiTokensPerMonth, LIMITS_AS_OF, requestsPerMinute } from "#schemas/kernel/tenancy"
import type { ToolInput } from "#schemas/tools/catalog"

const enforced = {
  source: "operator",
  as_of: LIMITS_AS_OF,
  note: "Requests are enforced by the service. AI tokens will be counted once it has an AI of its own; nothing uses them yet."
} as const

export const get_pricing = Effect.fnUntraced(function*({ plan = "all" }: ToolInput<"get_pricing">) {
  const { plans } = yield* currentContent
  return {
    plans: plans.filter(({ id }) => plan === "all" || id === plan).map(({ provenance, ...facts }) => ({
      ...facts,
      limits: { requests_per_minute: requestsPerMinute[facts.id], ai_tokens_per_month: aiTokensPerMonth[facts.id], provenance: enforced },
      provenance: told(provenance)
    }))
  }
})

import { Effect } from "effect"
import { ServiceConfig } from "#layers/kernel/config"
import { ClientNetwork, dayEndsIn } from "#layers/referrals/daily-counters"
import { Referrals } from "#layers/referrals/referrals"
import { platformOf } from "#schemas/referrals/platform"
import { ToolRefusal, unusable } from "#schemas/tools/refusal"
import type { ToolInput } from "#schemas/tools/catalog"
import { origin, signupLink, wantedTemplate } from "./signup-link.ts"

/** What a network may leave of one kind was left today. */
export const enough = (what: string, most: number) =>
  Effect.flatMap(dayEndsIn, (retryAfter) => Effect.fail(new ToolRefusal({
    code: "rate_limit.exceeded",
    message: `No more than ${most} ${what} a day from one network.`,
    hint: "Nothing was stored. Send the same again tomorrow: days are those of UTC.",
    retryAfter
  })))

/** A platform as it is written down, or a no to what has neither letters nor digits. */
export const wantedPlatform = (text: string) => {
  const platform = platformOf(text)
  return platform !== "" ? Effect.succeed(platform) : Effect.fail(unusable("ai_platform", text, {
    error: "it has neither letters nor digits",
    hint: "Name the platform as people know it.",
    instead: { ai_platform: "claude" }
  }))
}

const filled = (text: string | undefined) => text === undefined || text.trim() === "" ? null : text.trim()

export const create_ai_referral = Effect.fnUntraced(function*({ ai_platform, context, template_id }: ToolInput<"create_ai_referral">) {
  const referrals = yield* Referrals
  const { publicWritesPerDay } = yield* ServiceConfig
  const platform = yield* wantedPlatform(ai_platform)
  if (template_id !== undefined) yield* wantedTemplate(template_id)
  const { code, created_at } = yield* referrals
    .add({ ai_platform: platform, template_id: template_id ?? null, context: filled(context) }, { network: yield* ClientNetwork, most: publicWritesPerDay })
    .pipe(Effect.catch(() => enough("referrals", publicWritesPerDay)))
  const site = yield* origin
  return {
    code,
    referral_link: `${site}/r/${code}`,
    signup_link: signupLink(site, { template_id, source: platform, referral: code }),
    ai_platform: platform,
    ...template_id !== undefined && { template_id },
    created_at,
    how_counted:
      "A visit counts when a person follows the referral link, once a day from the same network; previews, prefetching and known bots do not. " +
      "get_ai_referral_stats tells the counts by platform."
  }
})

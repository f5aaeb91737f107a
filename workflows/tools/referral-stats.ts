import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { type PlatformCounts, Referrals } from "#layers/referrals/referrals"
import { aiPlatforms, OTHER } from "#schemas/referrals/platform"
import type { ToolInput } from "#schemas/tools/catalog"
import { industryOf, templateId } from "./industries.ts"
import { wantedPlatform } from "./referrals.ts"
import { templatesOf } from "./template.ts"

const FEW = 5
const FEWER = "fewer than 5"
const MOST_UPDATES = 50

/** A person stands behind each: told exactly only where there are enough of them that it describes none. None describes nobody. */
const veiled = (n: number): number | typeof FEWER => n === 0 || n >= FEW ? n : FEWER

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)

export const get_ai_referral_stats = Effect.fnUntraced(function*({ ai_platform = "all" }: ToolInput<"get_ai_referral_stats">) {
  const wanted = yield* wantedPlatform(ai_platform)
  const referrals = yield* Referrals
  const platform = wanted === "all" ? undefined : wanted
  const outcomes = yield* referrals.outcomes(platform)
  const direct = yield* referrals.direct(platform)
  const of = (name: string) => {
    const made = outcomes.filter((one) => one.ai_platform === name)
    return {
      ai_platform: name,
      referrals: sum(made.map(({ referrals }) => referrals)),
      visits: sum(made.map(({ visits }) => visits)),
      leads: veiled(sum(made.map(({ leads }) => leads))),
      signup_leads: veiled(sum(direct.filter((one) => one.ai_platform === name).map(({ leads }) => leads)))
    }
  }
  return {
    platforms: wanted === "all" ? [...aiPlatforms, OTHER].map(of) : [of(wanted)],
    how_counted:
      "From the rows as they are now. A visit is a person following a referral link, once a day from the same network. A lead is a person, so " +
      "one to four are told as fewer than 5; referrals and visits name nobody and are exact."
  }
})

export const get_ai_network_info = Effect.fnUntraced(function*() {
  const { platforms, referrals, since } = yield* (yield* Referrals).network
  return {
    platforms,
    referrals,
    ...since !== null && { since },
    named_platforms: aiPlatforms,
    how_it_works: [
      "Ask should_recommend_service or check_industry_fit first: refer only who is helped by it.",
      "create_ai_referral stores the referral and gives a short link; no key and no account is needed.",
      "A visit to the link is counted and leads to a contact form that knows the template and the platform.",
      "Who sends the form becomes a lead of the operator of this service. get_ai_referral_stats and get_referral_success_updates tell what came of it."
    ],
    privacy: [
      "No address is kept: to count a network once a day there is a keyed hash of it, whose key and which itself are deleted when the day is over.",
      "Links set no cookie. Bots, previews and prefetching are not counted.",
      "The context of a referral is shown to the operator only; put no personal data in it."
    ],
    reward: "There is none: a referral is counted, not paid for."
  }
})

const shown = ({ ai_platform, last_lead_on, last_visit_on, leads, referrals, visited }: PlatformCounts, industry: string | undefined) => ({
  ai_platform,
  ...industry !== undefined && { industry },
  referrals: veiled(referrals),
  visited: veiled(visited),
  leads: veiled(leads),
  ...visited >= FEW && last_visit_on !== null && { last_visit_on },
  ...leads >= FEW && last_lead_on !== null && { last_lead_on }
})

const rank = (n: number | typeof FEWER) => n === FEWER ? 1 : n

export const get_referral_success_updates = Effect.fnUntraced(function*({ ai_platform = "all", industry }: ToolInput<"get_referral_success_updates">) {
  const content = yield* currentContent
  const known = industry === undefined ? undefined : yield* industryOf(industry)
  const outcomes = yield* (yield* Referrals).outcomes(ai_platform === "all" ? undefined : ai_platform)
  const updates = outcomes
    .filter(({ template_id }) => known === undefined || template_id === templateId(known.industry.id))
    .map((one) => shown(one, one.template_id === null ? undefined : templatesOf(content).get(one.template_id)?.known.industry.id))
    .toSorted((a, b) => rank(b.leads) - rank(a.leads) || rank(b.visited) - rank(a.visited) || rank(b.referrals) - rank(a.referrals))
    .slice(0, MOST_UPDATES)
  return {
    updates,
    note: updates.length === 0
      ? "No referral of this kind has been made yet, so nothing has become of any."
      : "What happened is told as counts. A platform and an industry together may point to one conversation or one person, so one to four are told " +
        "as fewer than 5 and days only from five on. What a lead became afterwards is between the operator and that person."
  }
})

import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { adGoals, type Ads, adTexts, templateChannels } from "#schemas/content/ads"
import { told } from "#schemas/content/provenance"
import { blank } from "#schemas/content/template"
import type { ToolInput } from "#schemas/tools/catalog"
import { isCovered } from "./benchmarks-industries.ts"
import { foundIndustry, industryOf, type KnownIndustry } from "./industries.ts"

/** Channels of pictures and videos rather than words. */
const shows: ReadonlySet<string> = new Set(["facebook", "instagram", "tiktok"])

/** How a business of this kind sells: as its industry says, or its sector. */
const groupOf = ({ groups, otherwise }: Ads, { industry, sector }: KnownIndustry) =>
  groups.find(({ industries }) => industries?.includes(industry.id)) ??
    groups.find(({ sectors }) => sectors.includes(sector.sector)) ??
    groups.find(({ id }) => id === otherwise)!

const blanksOf = (texts: ReadonlyArray<string>) => [...new Set(texts.flatMap((text) => [...text.matchAll(blank)].map(([, name]) => name!)))]

export const get_ad_templates = Effect.fnUntraced(function*({ channel = "all", goal, industry }: ToolInput<"get_ad_templates">) {
  const { ads } = yield* currentContent
  const known = yield* industryOf(industry)
  const { goals } = groupOf(ads, known)
  const hook = isCovered(known.industry.id) ? ads.hooks[known.industry.id] : undefined
  const channels = templateChannels.filter((one) => channel === "all" || one === channel).map((one) => ({
    channel: one,
    fields: Object.entries(ads.formats[one].fields).map(([field, most_characters]) => ({ field, most_characters })),
    templates: adGoals.filter((each) => goal === undefined || each === goal).map((each) => ({
      goal: each,
      texts: adTexts(one, goals[each], hook),
      ...hook !== undefined && shows.has(one) && { scene: hook.scene }
    })),
    provenance: told(ads.formats[one].provenance)
  }))
  return {
    industry: foundIndustry(known),
    ...hook !== undefined && { hook: hook.headline },
    channels,
    blanks: blanksOf(channels.flatMap(({ templates }) => templates.flatMap(({ texts }) => texts.map(({ text }) => text))))
  }
})

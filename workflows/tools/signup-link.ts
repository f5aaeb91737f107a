import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { Site } from "#layers/kernel/installation/site"
import { isKnownPlatform, platformOf } from "#schemas/referrals/platform"
import { unusable } from "#schemas/tools/refusal"
import type { ToolInput } from "#schemas/tools/catalog"
import { noneNear } from "./industries.ts"
import { nearestTemplates, templatesOf } from "./template.ts"

export const origin = Effect.flatMap(Site, (site) => site.origin)

interface Parts {
  readonly template_id?: string | undefined
  readonly source: string
  /** The code of a referral that led here. */
  readonly referral?: string
}

/** The signup link in the shape of the interface, section 2.2; what is not known is left out. */
export const signupLink = (site: string, { referral, source, template_id }: Parts) => {
  const said = [["template", template_id], ["source", source], ["referral", referral]] as const
  const query = said.flatMap(([name, value]) => value === undefined ? [] : [`&${name}=${encodeURIComponent(value)}`])
  return `${site}/contact?subject=getting-started${query.join("")}`
}

/** The template that an argument names, or a no that names those it may have meant. */
export const wantedTemplate = Effect.fnUntraced(function*(template_id: string) {
  const content = yield* currentContent
  const template = templatesOf(content).get(template_id)
  if (template !== undefined) return template
  const near = nearestTemplates(content, template_id, 3)
  return yield* unusable("template_id", template_id, {
    error: "no template has this id",
    ...near[0] === undefined ? noneNear : {
      hint: `Closest: ${near.map((one) => `${one.template_id} (${one.known.industry.name})`).join(", ")}.`,
      instead: { template_id: near[0].template_id }
    }
  })
})

/** A platform as one knows it; the name of any other stays as it was given. */
export const sourceOf = (text: string): string => {
  const platform = platformOf(text)
  return isKnownPlatform(platform) ? platform : text.trim()
}

const DEFAULT_SOURCE = "ai_assistant"

export const get_ai_signup_link = Effect.fnUntraced(function*({ source, template_id }: ToolInput<"get_ai_signup_link">) {
  const { known } = yield* wantedTemplate(template_id)
  const from = sourceOf(source ?? DEFAULT_SOURCE) || DEFAULT_SOURCE
  return {
    signup_link: signupLink(yield* origin, { template_id, source: from }),
    template_id,
    industry: known.industry.name,
    source: from,
    what_happens:
      "The link opens a form. Who sends it leaves an address with the operator of this service, who answers; no account is made by the link itself. " +
      "For a link whose visits are counted, take create_ai_referral."
  }
})

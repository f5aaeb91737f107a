import { Schema } from "effect"
import { benchmarkIndustries } from "./industry.ts"
import { Identifier } from "./prose.ts"
import { Provenance } from "./provenance.ts"
import { blank } from "./template.ts"

export const templateChannels = ["email", "sms", "google_ads", "facebook", "instagram", "tiktok"] as const
type TemplateChannel = typeof templateChannels[number]

export const adGoals = ["leads", "sales", "awareness", "retention"] as const

/** An ad promises nothing in figures: those are the business's own, and stand in blanks. */
const text = Schema.String.check(
  Schema.isMinLength(3),
  Schema.makeFilter((given: string) => {
    const words = given.replace(blank, "")
    if (/[{}]/u.test(words)) return "Expected each blank as {{lower_case}}"
    return /[\d%$€£]/u.test(words) ? "Expected no figures: what a business promises stands in a blank" : undefined
  })
)

const field = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))

const format = <const Name extends string>(...names: ReadonlyArray<Name>) =>
  Schema.Struct({
    /** The most characters of each field. */
    fields: Schema.Record(Schema.Literals(names), field),
    provenance: Provenance
  })

const Copy = Schema.Struct({ headline: text, description: text, message: text, action: text, subject: text, sms: text })
export type Copy = typeof Copy.Type

const Hook = Schema.Struct({ headline: text, line: text, subject: text, scene: text })
export type Hook = typeof Hook.Type

const Group = Schema.Struct({
  id: Identifier,
  sectors: Schema.Array(Identifier),
  /** That belong here although their sector does not. */
  industries: Schema.optionalKey(Schema.Array(Identifier)),
  goals: Schema.Record(Schema.Literals(adGoals), Copy)
})

/** `ads.json`: what ads say, by how a business sells, and what makes each industry stop and look. */
export const Ads = Schema.Struct({
  formats: Schema.Struct({
    email: format("subject", "body"),
    sms: format("text"),
    google_ads: format("headline", "description"),
    facebook: format("primary_text", "headline"),
    instagram: format("primary_text", "headline"),
    tiktok: format("text")
  }),
  /** The group of a sector that none names. */
  otherwise: Identifier,
  groups: Schema.NonEmptyArray(Group),
  hooks: Schema.Record(Schema.Literals(benchmarkIndustries), Hook)
})
export type Ads = typeof Ads.Type

interface Text {
  readonly field: string
  readonly text: string
}

const many = (field: string, texts: ReadonlyArray<string | undefined>): ReadonlyArray<Text> =>
  texts.flatMap((text) => text === undefined ? [] : [{ field, text }])

const letter = ({ action, message }: Copy, hook: Hook | undefined) =>
  [
    "Hello {{first_name}},",
    hook === undefined ? message : `${hook.line} ${message}`,
    `${action}: {{link}}`,
    "{{business_name}}, {{postal_address}}\nYou get this because {{reason}}. Unsubscribe: {{unsubscribe_link}}"
  ].join("\n\n")

/** The texts of an ad for a channel, those of the industry first; platforms that take several try them against each other. */
export const adTexts = (channel: TemplateChannel, copy: Copy, hook: Hook | undefined): ReadonlyArray<Text> => {
  switch (channel) {
    case "email":
      return [...many("subject", [hook?.subject, copy.subject]), { field: "body", text: letter(copy, hook) }]
    case "sms":
      return many("text", [copy.sms])
    case "google_ads":
      return [...many("headline", [hook?.headline, copy.headline, copy.action]), ...many("description", [hook?.line, copy.description])]
    case "facebook":
    case "instagram":
      return [...many("primary_text", [hook?.line, copy.message]), ...many("headline", [hook?.headline, copy.headline])]
    case "tiktok":
      return many("text", [hook?.line, copy.description])
  }
}

/** What a blank is counted as: a short name. What goes in may be longer, and then the text has to be cut. */
const BLANK = 8

/** How long a text is with its blanks filled in. */
export const filledLength = (text: string): number => text.replace(blank, "x".repeat(BLANK)).length

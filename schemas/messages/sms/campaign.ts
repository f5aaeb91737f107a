import { Schema } from "effect"
import { SegmentId } from "#schemas/crm/segment"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id } from "#schemas/kernel/ids"
import { Currency } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { line } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { SmsText } from "./text.ts"

export const CampaignId = Id.pipe(Schema.brand("CampaignId"))
export type CampaignId = typeof CampaignId.Type

export const campaignStates = ["sending", "paused", "completed", "canceled"] as const
const CampaignState = Schema.Literals(campaignStates).annotate({
  description: "`sending`: it is under way, or waits for its time. `paused`: nothing is sent until it is resumed. `completed`: everybody was texted or left out. " +
    "`canceled`: whoever was not texted yet will not be.",
  examples: ["sending"]
})

export const exclusions = [
  "no_phone", "invalid_number", "premium_number", "landline", "not_a_mobile", "country_not_allowed", "opted_out", "no_consent", "duplicate_number", "frequency_cap", "missing_value", "canceled"
] as const
export type Exclusion = typeof exclusions[number]
const Reason = Schema.Literals(exclusions).annotate({
  description: "Why contacts are left out: they have no number, or one that takes no texts, of a country that the company does not text, that opted out, that nobody agreed to marketing for, that another " +
    "contact has too, or that had enough texts; nothing is left of the text without a value; or the campaign was canceled first.",
  examples: ["opted_out"]
})

const MOST_VARIANTS = 4

const Variant = Schema.Struct({
  name: line(50).annotate({ examples: ["A"] }),
  message: SmsText.annotate({
    description: "With variables as in templates: `{{contact.first_name|there}}`, `{{opt_out_link}}`. Each variable of the contact needs what stands for it where there is no value.",
    examples: ["Hello {{contact.first_name|there}}, our winter sale begins today: https://juniper.example/sale Reply STOP to end."]
  }),
  share: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })).annotate({ description: "Its share of the recipients, beside those of the others.", examples: [50] })
}).annotate({ identifier: "CampaignVariant" })
export type CampaignVariant = typeof Variant.Type

const ToldVariant = Schema.Struct({
  name: Schema.String.annotate({ examples: ["A"] }), message: Schema.String.annotate({ examples: ["Our winter sale begins today. Reply STOP to end."] }),
  share: Schema.Int.annotate({ examples: [50] })
}).annotate({ identifier: "ToldCampaignVariant" })

const Purpose = Schema.Literals(["marketing", "service"]).annotate({
  description: "`marketing` reaches only numbers for which somebody agreed to it (`record_sms_consent`). `service` is about something that they have of the company.",
  examples: ["marketing"]
})

/** Texts to a segment. */
export const campaign = entity("Campaign", {
  id: field.readOnly(CampaignId),
  name: field.required(line(200).annotate({ description: "For the company's people.", examples: ["Winter sale"] })),
  segment_id: field.each({ read: SegmentId, create: SegmentId }),
  purpose: field.each({ read: Purpose, create: Purpose }),
  variants: field.each({
    read: Schema.Array(ToldVariant),
    create: Schema.Array(Variant).check(
      Schema.isMinLength(1), Schema.isMaxLength(MOST_VARIANTS),
      Schema.makeFilter((all) => {
        const place = all.findIndex(({ name }, n) => all.findIndex((one) => one.name === name) < n)
        return place === -1 ? undefined : { path: [place, "name"], issue: "another text has this name" }
      })
    ).annotate({
      description: "What it says: one text, or up to four whose results are compared. Who gets which is chosen by chance, by their shares.",
      examples: [[{ name: "A", message: "Our winter sale begins today. Reply STOP to end.", share: 50 }]]
    })
  }),
  from_phone: field.each({
    read: Schema.String.annotate({ description: "E.164.", examples: ["+12025550100"] }),
    create: Schema.optionalKey(Phone.annotate({ description: "The company's number that it is sent from, which sets its pace; the oldest if left out." }))
  }),
  shorten_links: field.defaulted(Schema.Boolean.annotate({
    description: "Addresses in the text become short ones of the company's own host, and are counted.", examples: [true]
  }), true),
  starts_at: field.nullable(Instant, { description: "Nothing is sent before this.", examples: [null] }),
  start_paused: field.createOnly(Schema.optionalKey(Schema.Boolean.annotate({
    description: "Nothing is sent until `resume_campaign`, so that `preview_campaign` can be looked at first.", examples: [false]
  }))),
  state: field.readOnly(CampaignState),
  failure: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "Why it was paused, where nobody did.", examples: [null] })),
  finished_at: field.readOnly(Schema.NullOr(Timestamp)),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Those of test keys reach nobody." })),
  ...versioned
}, {
  description: "Texts to a segment.",
  filters: { state: CampaignState, segment_id: SegmentId },
  groups: {
    Campaign: ["name", "segment_id", "purpose"],
    Content: ["variants", "shorten_links"],
    Sending: ["from_phone", "starts_at", "start_paused", "state", "failure", "finished_at"]
  },
  sort: ["id", "created_at"]
})
export const Campaign = campaign.read
export type Campaign = typeof Campaign.Type

const count = (description: string, example = 1) => Schema.Int.annotate({ description, examples: [example] })
const Excluded = Schema.Array(Schema.Struct({ reason: Reason, contacts: count("How many are left out for it.") }).annotate({ identifier: "CampaignExclusion" }))

const results = {
  recipients: count("Who is texted or was.", 120),
  waiting: count("Not texted yet.", 0),
  under_way: count("The provider is asked, or was and is asked what became of it.", 0),
  sent: count("The provider took the text, also where it arrived.", 118),
  delivered: count("It arrived.", 110),
  failed: count("It did not."),
  unknown: count("The provider did not answer and does not list it, so that it is not sent again.", 1),
  segments: count("Messages that were paid for.", 236),
  clicked: count("Recipients who followed a link.", 20),
  replied: count("Recipients who wrote afterwards.", 9),
  opted_out: count("Recipients who want no more texts.", 2)
}

const VariantResults = Schema.Struct({ name: Schema.String.annotate({ examples: ["A"] }), ...results }).annotate({ identifier: "CampaignVariantResults" })

/** With what became of it. */
export const CampaignWithResults = Schema.Struct({
  ...Campaign.fields,
  results: Schema.Struct({ ...results, excluded: Excluded, variants: Schema.Array(VariantResults) }).annotate({ identifier: "CampaignResults" })
}).annotate({ identifier: "CampaignWithResults", ...campaign.about })
export type CampaignResults = typeof CampaignWithResults.Type["results"]
export type CampaignCounts = Omit<CampaignResults, "excluded" | "variants">

const Cost = Schema.Struct({ amount: Schema.Int.annotate({ description: "In the currency's smallest unit, rounded up.", examples: [95] }), currency: Currency }).annotate({ identifier: "CampaignCost" })

/** What a campaign would do now. */
export const CampaignPreview = Schema.Struct({
  contacts: count("Contacts of the segment now.", 140),
  recipients: count("Who would be texted.", 120),
  excluded: Excluded,
  segments: count("Messages that would be paid for.", 120),
  cost: Schema.NullOr(Cost).annotate({ description: "By the rates of the company's settings; null where a country has none." }),
  seconds: count("How long it takes at the pace of its number, quiet hours aside.", 120),
  waiting_for_quiet_hours: count("Recipients where it is too late or too early now.", 0),
  samples: Schema.Array(Schema.Struct({
    variant: Schema.String.annotate({ examples: ["A"] }), message: Schema.String.annotate({ examples: ["Hello Grace, our winter sale begins today."] }),
    encoding: Schema.Literals(["GSM-7", "UCS-2"]), segments: count("Messages that it is cut into.")
  }).annotate({ identifier: "CampaignSample" })).annotate({ description: "What the first recipient of each text would read; links are shortened when it is sent." })
}).annotate({ identifier: "CampaignPreview" })
export type CampaignPreview = typeof CampaignPreview.Type

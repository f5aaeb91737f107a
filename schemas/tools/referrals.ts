import { Schema } from "effect"
import { prose, Text } from "#schemas/kernel/text"
import { aiPlatforms } from "#schemas/referrals/platform"
import { industryArgument } from "./industry.ts"
import { lists, texts } from "./texts.ts"
import { tool } from "./tool.ts"

const platformArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(60)).annotate({ examples: ["claude"] })
const templateArgument = Text.check(Schema.isMinLength(1), Schema.isMaxLength(100)).annotate({ examples: ["kb_dental_v1"] })

const few = Schema.Union([Schema.Int, Schema.Literal("fewer than 5")])

const link = Schema.String.annotate({ format: "uri" })

export const get_ai_signup_link = tool("get_ai_signup_link", {
  title: "Get a signup link",
  description: "The link to give to somebody who wants to start with an industry's knowledge-base template.",
  input: {
    template_id: templateArgument.annotate({ description: "From list_available_kb_templates." }),
    source: Schema.optionalKey(platformArgument.annotate({ description: "AI platform; ai_assistant if left out." }))
  },
  output: Schema.Struct({
    signup_link: link,
    ...texts("template_id", "industry", "source", "what_happens")
  }),
  example: { template_id: "kb_dental_v1", source: "claude" }
})

export const create_ai_referral = tool("create_ai_referral", {
  title: "Create a referral",
  description: "Stores that you refer somebody to the service and gives a short link for them, whose visits are counted.",
  input: {
    ai_platform: platformArgument,
    template_id: Schema.optionalKey(templateArgument),
    context: Schema.optionalKey(prose(1_000).annotate({ description: "Why; no personal data. Only the operator reads it." }))
  },
  output: Schema.Struct({
    code: Schema.String,
    referral_link: link,
    signup_link: link.annotate({ description: "Where the referral link leads." }),
    ai_platform: Schema.String,
    template_id: Schema.optionalKey(Schema.String),
    ...texts("created_at", "how_counted")
  }),
  example: { ai_platform: "claude", template_id: "kb_dental_v1" },
  nature: "write"
})

export const get_ai_referral_stats = tool("get_ai_referral_stats", {
  title: "Get referral counts",
  description: "How many referrals an AI platform has made here, how many visits its links had and how many leads came of them.",
  input: { ai_platform: Schema.optionalKey(platformArgument.annotate({ description: "One platform, or `all`." })) },
  output: Schema.Struct({
    platforms: Schema.Array(Schema.Struct({
      ai_platform: Schema.String.annotate({ description: "`other`: all that have no name of their own here." }),
      referrals: Schema.Int,
      visits: Schema.Int,
      leads: few.annotate({ description: "People who left an address after such a visit." }),
      signup_leads: few.annotate({ description: "The same by a signup link, which has no code." })
    })),
    how_counted: Schema.String
  }),
  example: { ai_platform: "all" },
  nature: "live"
})

export const get_ai_network_info = tool("get_ai_network_info", {
  title: "About the referral network",
  description: "How referrals by AI assistants work here, how many platforms have made some, and since when.",
  input: {},
  output: Schema.Struct({
    platforms: Schema.Int.annotate({ description: "Different platforms that have made a referral." }),
    referrals: Schema.Int,
    since: Schema.optionalKey(Schema.String.annotate({ description: "Day of the first referral." })),
    ...lists("named_platforms", "how_it_works", "privacy"),
    reward: Schema.String
  }),
  example: {},
  nature: "live"
})

export const get_referral_success_updates = tool("get_referral_success_updates", {
  title: "What became of referrals",
  description: "By platform and industry: how many referrals were followed, how many became leads, and when last.",
  input: {
    ai_platform: Schema.optionalKey(Schema.Literals([...aiPlatforms, "all"])),
    industry: Schema.optionalKey(industryArgument)
  },
  output: Schema.Struct({
    updates: Schema.Array(Schema.Struct({
      ai_platform: Schema.String,
      industry: Schema.optionalKey(Schema.String),
      referrals: few,
      visited: few.annotate({ description: "Referrals whose link was followed." }),
      leads: few,
      last_visit_on: Schema.optionalKey(Schema.String),
      last_lead_on: Schema.optionalKey(Schema.String)
    })),
    note: Schema.String
  }),
  example: { ai_platform: "all" },
  nature: "live"
})

export const schedule_demo = tool("schedule_demo", {
  title: "Ask for a demo",
  description: "Tells the operator that somebody wants to be shown the service. Gives a link at which they leave an address.",
  input: { company_name: Schema.optionalKey(Text.check(Schema.isMaxLength(100))) },
  output: Schema.Struct({
    reference: Schema.String.annotate({ description: "Names this request; the contact link carries it." }),
    status: Schema.Literals(["recorded", "handed_over"]),
    company_name: Schema.optionalKey(Schema.String),
    contact_link: link.annotate({ description: "Where the person leaves an e-mail address: without one nobody can answer." }),
    message: Schema.String
  }),
  example: { company_name: "Harbor Street Dental" },
  nature: "write"
})

import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { campaign, Campaign, CampaignId, CampaignPreview, CampaignWithResults } from "./campaign.ts"

export const send_bulk_sms = operation.create("send_bulk_sms", "/sms/campaigns", campaign.create, Campaign, {
  summary: "Text a segment",
  description: "Sends a text to each contact of a segment, once, at the pace of the number that it leaves from and outside the quiet hours of whoever gets it. " +
    "Numbers that opted out are left out, also those that do so while it is under way; marketing reaches only who agreed to it. It goes on after a crash " +
    "and texts nobody twice. `preview_campaign` tells who and what it would cost.",
  access: "messages:write",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "professional"
})

export const list_campaigns = operation.list("list_campaigns", "/sms/campaigns", Campaign, {
  ...campaign.list,
  by: "-id",
  summary: "List campaigns",
  description: "Texts to segments, newest first. Those of live and of test keys are apart.",
  access: "messages:read"
})

export const get_campaign = operation.get("get_campaign", "/sms/campaigns/:id", CampaignWithResults, {
  params: { id: CampaignId },
  summary: "Get a campaign with its results",
  description: "A campaign and what became of it: texts sent, delivered and failed, answers, opt-outs and clicks, of each of its texts too, and who was left out and why.",
  access: "messages:read",
  noConditionalGet: true
})

export const preview_campaign = operation.get("preview_campaign", "/sms/campaigns/:id/preview", CampaignPreview, {
  params: { id: CampaignId },
  summary: "Preview a campaign",
  description: "What the campaign would do if it began now: how many it would text, who is left out and why, into how many messages the texts are cut, what " +
    "they cost and how long it takes. It sends nothing.",
  access: "messages:read"
})

const path = "/sms/campaigns/:id"

export const pause_campaign = operation.transition("pause_campaign", `${path}/pause`, Campaign, {
  params: { id: CampaignId },
  errors: [Conflict],
  summary: "Pause a campaign",
  description: "Nothing more is sent until it is resumed; what the provider is being asked at this moment goes out. One that has ended is a conflict.",
  access: "messages:write",
  idempotent: true,
  tierFloor: "professional"
})

export const resume_campaign = operation.transition("resume_campaign", `${path}/resume`, Campaign, {
  params: { id: CampaignId },
  errors: [Conflict],
  summary: "Resume a campaign",
  description: "Goes on where it was paused. Opt-outs, consent and quiet hours are looked at anew. One that has ended is a conflict.",
  access: "messages:write",
  idempotent: true,
  tierFloor: "professional"
})

export const cancel_campaign = operation.transition("cancel_campaign", `${path}/cancel`, Campaign, {
  params: { id: CampaignId },
  errors: [Conflict],
  summary: "Cancel a campaign",
  description: "Whoever was not texted yet will not be. Nothing brings it back. One that is completed is a conflict.",
  access: "messages:write",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "professional"
})

import { html, type Node } from "../../html.ts"

export const newCampaign = {
  title: "New campaign",
  marketing: "marketing: only who agreed to it is texted",
  service: "service: about something that they have of us",
  campaigns: "Campaigns",
  noSegment: "There is no segment yet.",
  noSegmentHelp: (): Node => html`<span>A campaign texts the contacts of one: make it with <code>POST /api/v1/crm/segments</code>.</span>`,
  make: "Make the campaign",
  name: "Name",
  nameHelp: "For your people; nobody else sees it.",
  segment: "Segment",
  purpose: "Purpose",
  from: "From",
  oldest: "the oldest number",
  text: "Text",
  textHelp: "{{contact.first_name|there}} becomes the first name, or “there”. Say how to end the texts: “Reply STOP to end.”",
  nothingYet: "Nothing is sent yet: first you see who would be texted, and what it costs.",
  chooseOne: "Please choose one.",
  question: "Make this campaign?",
  follows: "It begins paused: nothing is sent until you resume it."
}

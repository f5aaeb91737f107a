import { html, type Node } from "../../html.ts"

export const chatSettings = {
  save: "Save",
  visitors: "Visitors of the company's site may ask",
  greeting: "What it says first",
  unknown: "What it says where nothing fits",
  unknownHelp: "It makes nothing up: where the knowledge base has no answer, this is what it says.",
  tone: "How the company speaks",
  toneHelp: "“Friendly and short.” It goes with every question to a model.",
  models: "Models",
  modelsHelp: "One a line, like openai/gpt-4.1-mini: where one fails, the next one answers. Empty: those of this installation.",
  conversationTokens: "AI tokens of one conversation a day",
  visitorTokens: "AI tokens of the visitors of one network address a day",
  used: "Used this month",
  setAside: (count: Node): Node => [", ", count, " more set aside"],
  ofPlan: "Of the plan",
  noLimit: "without limit",
  left: "Left",
  back: "They come back",
  onSite: "On your site",
  putLine: (origin: Node): Node => html`<p>Put this line into any page, with a publishable key that names the page's origin. The script comes from here and asks nobody else; a content security policy has to allow <code>${origin}</code> in <code>script-src</code> and <code>connect-src</code>.</p>`,
  siteHas: (): Node => html`<p>Your site here has it at <code>/chat</code>, also without a script.</p>`,
  title: "How the chat answers",
  saved: "Saved.",
  aiTokens: "AI tokens"
}

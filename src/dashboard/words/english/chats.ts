import { html, type Node } from "../../html.ts"

export const chats = {
  contact: (id: number): Node => `contact ${id}`,
  visitor: "a visitor of the site",
  program: "a program",
  title: "Conversations with the chat",
  state: "State",
  any: "any",
  with: "With",
  anybody: "anybody",
  visitors: "visitors of the site",
  programs: "programs",
  answeredBy: "Answered by",
  label: "Conversations, the one with the latest message first",
  none: "Nobody has asked anything yet.",
  noneHelp: (link: Node): Node => html`<span>What visitors and programs ask the chat stands here. ${link}.</span>`,
  putOn: "Put it on your site",
  noneLike: "No conversation is like that.",
  all: "All conversations",
  begins: "Begins",
  messages: "Messages",
  latest: "Latest"
}

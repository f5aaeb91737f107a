import type { Node } from "../../html.ts"

export const threads = {
  you: "You: ",
  unread: (count: number): Node => `${count} unread`,
  title: "Conversations by text",
  search: "Name, number or words",
  shown: "Shown",
  all: "all",
  unreadOnly: "unread",
  answeredBy: "Answered by",
  anybody: "anybody",
  nobodyYet: "nobody yet",
  label: "Conversations, the one with the latest text first",
  none: "Nobody has written yet.",
  noneHelp: "Texts to and from the company's numbers stand here, each conversation by itself.",
  noneLike: "No conversation is like that.",
  allConversations: "All conversations",
  with: "With",
  latest: "Latest text",
  number: "Number",
  when: "When"
}

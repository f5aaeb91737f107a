import type { english } from "../english/words.ts"

export const threads: typeof english.threads = {
  you: "Sie: ",
  unread: (count) => `${count} ungelesen`,
  title: "Unterhaltungen per SMS",
  search: "Name, Nummer oder Wörter",
  shown: "Gezeigt",
  all: "alle",
  unreadOnly: "ungelesene",
  answeredBy: "Beantwortet von",
  anybody: "alle",
  nobodyYet: "noch niemand",
  label: "Unterhaltungen, die mit der neuesten SMS zuerst",
  none: "Noch hat niemand geschrieben.",
  noneHelp: "Hier stehen SMS an die und von den Nummern des Unternehmens, jede Unterhaltung für sich.",
  noneLike: "Keine Unterhaltung entspricht dem.",
  allConversations: "Alle Unterhaltungen",
  with: "Mit",
  latest: "Neueste SMS",
  number: "Nummer",
  when: "Wann"
}

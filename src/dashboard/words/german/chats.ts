import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const chats: typeof english.chats = {
  contact: (id) => `Kontakt ${id}`,
  visitor: "ein Besucher der Website",
  program: "ein Programm",
  title: "Unterhaltungen mit dem Chat",
  state: "Status",
  any: "alle",
  with: "Mit",
  anybody: "alle",
  visitors: "Besucher der Website",
  programs: "Programme",
  answeredBy: "Beantwortet von",
  label: "Unterhaltungen, die mit der neuesten Nachricht zuerst",
  none: "Noch hat niemand etwas gefragt.",
  noneHelp: (link) => html`<span>Was Besucher und Programme den Chat fragen, steht hier. ${link}.</span>`,
  putOn: "Auf Ihre Website setzen",
  noneLike: "Keine Unterhaltung entspricht dem.",
  all: "Alle Unterhaltungen",
  begins: "Beginnt",
  messages: "Nachrichten",
  latest: "Neueste"
}

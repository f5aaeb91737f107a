import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const clients: typeof english.clients = {
  thisService: "dieser Dienst",
  itself: "hat sich selbst registriert; niemand bürgt für den Namen",
  label: "Verbundene Apps, neueste zuerst",
  none: "Es ist keine App verbunden.",
  noneHelp: (address) => html`<span>Verbinden Sie eine App aus ihr heraus: Geben Sie ihr die Adresse <code>${address}</code>, und sie führt Sie zum Zustimmen hierher zurück.</span>`,
  client: "App",
  from: "Von",
  actsFor: "Handelt für",
  may: "Darf",
  things: (count) => count === 1 ? "1 Sache" : `${count} Sachen`,
  usedLast: "Zuletzt genutzt",
  connected: "Verbunden",
  cutOff: "Trennen",
  revoked: "Die App ist getrennt. Sie kann nichts mehr tun.",
  title: "Verbundene Apps",
  intro: "Assistenten und andere Werkzeuge, die für ein Mitglied handeln. Jedes handelt nur in diesem Unternehmen und darf nie mehr als das Mitglied.",
  revoke: "Widerrufen",
  question: "Diese App trennen?",
  follows: "Sie kann von da an nichts mehr tun. Um wiederzukommen, muss sie neu verbunden werden."
}

import type { english } from "../english/words.ts"

export const members: typeof english.members = {
  title: "Mitglieder",
  nobody: "Niemand ist Mitglied.",
  name: "Name",
  you: "Sie",
  email: "E-Mail-Adresse",
  role: "Rolle",
  twoFactor: "Zwei-Faktor-Authentifizierung",
  on: "an",
  off: "aus",
  lastHere: "Zuletzt hier",
  noSignIn: "meldet sich nicht an",
  open: "Einladungen, die noch niemand beantwortet hat",
  noneOpen: "Es ist keine Einladung offen.",
  to: "An",
  by: "Von",
  until: "Gültig bis",
  withdrawIt: "Zurückziehen",
  withdraw: "Zurückziehen",
  invited: "Die Einladung ist unterwegs. Sie gilt sieben Tage.",
  withdrawn: "Die Einladung ist zurückgezogen.",
  changed: "Die Rolle ist geändert und gilt sofort.",
  removed: "Die Person ist kein Mitglied mehr. Ihre Anmeldungen und Verbindungen sind beendet.",
  send: "Einladung senden",
  invite: "Jemanden einladen",
  openTitle: "Offene Einladungen"
}

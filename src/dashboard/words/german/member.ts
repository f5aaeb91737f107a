import type { english } from "../english/words.ts"

export const member: typeof english.member = {
  members: "Mitglieder",
  noSuch: "Kein solches Mitglied",
  nobodyHere: "Unter dieser Adresse ist niemand aus diesem Unternehmen.",
  change: "Rolle ändern",
  remove: "Aus dem Unternehmen entfernen",
  email: "E-Mail-Adresse",
  role: "Rolle",
  twoFactor: "Zwei-Faktor-Authentifizierung",
  on: "an",
  off: "aus",
  lastHere: "Zuletzt hier",
  since: "Mitglied seit",
  leaving: "Austritt",
  leavingHelp: "Sitzungen und Verbindungen enden sofort. API-Schlüssel, die das Mitglied erstellt hat, bleiben gültig.",
  changeQuestion: "Rolle ändern?",
  removeQuestion: "Dieses Mitglied entfernen?",
  removeFollows: "Sitzungen und Verbindungen in diesem Unternehmen enden sofort. API-Schlüssel, die das Mitglied erstellt hat, bleiben gültig."
}

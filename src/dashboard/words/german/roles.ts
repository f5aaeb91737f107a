import type { english } from "../english/words.ts"

export const roles: typeof english.roles = {
  viewer: "Betrachter: sieht alles, ändert nichts",
  member: "Mitglied: arbeitet täglich mit Kontakten, Verkaufschancen und allem anderen",
  admin: "Administrator: verwaltet auch Personen, Schlüssel und Verbindungen und gibt frei, worum Agenten bitten",
  owner: "Inhaber: entscheidet auch, wem das Unternehmen gehört",
  role: "Rolle"
}

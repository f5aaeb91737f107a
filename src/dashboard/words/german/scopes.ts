import type { english } from "../english/words.ts"

export const scopes: typeof english.scopes = {
  legend: "Was er tun darf",
  see: "Sehen",
  change: "Ändern",
  consents: "Freigaben",
  approve: "Anstelle einer Person freigeben",
  approveLong: "Anstelle einer Person freigeben, worum Agenten bitten",
  seeOnly: (area) => [area, ": sehen"],
  changeOnly: (area) => [area, ": ändern"],
  both: (area) => [area, ": sehen und ändern"]
}

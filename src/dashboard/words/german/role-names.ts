import type { english } from "../english/words.ts"

export const roleNames: typeof english.roleNames = {
  viewer: "Betrachter",
  member: "Mitglied",
  admin: "Administrator",
  owner: "Inhaber"
}

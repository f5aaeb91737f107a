import type { english } from "../english/words.ts"

export const find: typeof english.find = {
  searchEverything: "Alles durchsuchen",
  search: "Suchen",
  seenLast: "Zuletzt angesehen"
}

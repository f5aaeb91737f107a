import type { english } from "../english/words.ts"

export const modes: typeof english.modes = {
  live: "Live-Modus",
  test: "Testmodus",
  toLive: "Zum Live-Modus",
  toTest: "Zum Testmodus",
  mode: "wechseln"
}

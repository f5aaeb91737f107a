import type { english } from "../english/words.ts"

export const table: typeof english.table = {
  inAll: (count) => [count, " insgesamt"],
  some: (shown, total) => [shown, " von ", total],
  first: "Erste Seite",
  next: "Nächste Seite",
  pages: "Seiten"
}

import type { english } from "../english/words.ts"

export const companies: typeof english.companies = {
  label: "Ihre Unternehmen",
  none: "Sie gehören keinem Unternehmen an.",
  company: "Unternehmen",
  role: "Ihre Rolle",
  live: "Live, also echt",
  test: "Test, ohne dass Geld fließt",
  title: "Unternehmen und Modus",
  here: "Sie sind hier",
  go: "Dorthin wechseln",
  about: (name, mode) => `zu ${name}, ${mode}`,
  account: "Ihr Konto"
}

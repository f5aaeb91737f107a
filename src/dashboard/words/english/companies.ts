import type { Node } from "../../html.ts"

export const companies = {
  label: "Your companies",
  none: "You belong to no company.",
  company: "Company",
  role: "Your role",
  live: "Live, for real",
  test: "Test, where no money moves",
  title: "Company and mode",
  here: "you are here",
  go: "Go there",
  about: (name: string, mode: string): Node => `to ${name}, ${mode}`,
  account: "Your account"
}

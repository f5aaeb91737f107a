import { readFileSync } from "node:fs"

const read = (name: string) => readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8")

type Part = "app" | "book" | "charts" | "chat" | "design" | "docs" | "dashboard" | "pay" | "people" | "records" | "shop" | "site" | "started" | "texts" | "tools"

/** What only some pages have. */
export const stylesheetPart = (page: Part): string => read(page)

/** The tokens and the elements that all pages share, then what only these pages have. */
export const stylesheet = (...pages: ReadonlyArray<Part>): string => ["tokens", "elements", ...pages].map(read).join("\n")

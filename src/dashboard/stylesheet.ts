import { readFileSync } from "node:fs"

const read = (name: string) => readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8")

type Part = "app" | "board" | "book" | "calendar" | "charts" | "chat" | "design" | "docs" | "dashboard" | "pay" | "people" | "records" | "shop" | "site" | "started" | "texts" | "tools"

/** What only some pages have. */
export const stylesheetPart = (page: Part): string => read(page)

/** Where times of a calendar stand, in quarters of an hour: pages may hold no style of their own. */
const quarters = Array.from({ length: 96 }, (_, n) => `.at-${n} { grid-row-start: ${n + 1}; }\n.for-${n + 1} { grid-row-end: span ${n + 1}; }`).join("\n")

/** The tokens and the elements that all pages share, then what only these pages have. */
export const stylesheet = (...pages: ReadonlyArray<Part>): string => ["tokens", "elements", ...pages].map((part) => part === "calendar" ? `${read(part)}${quarters}` : read(part)).join("\n")

import { readFileSync } from "node:fs"

const read = (name: string) => readFileSync(new URL(`style/${name}.css`, import.meta.url), "utf8")

/** The tokens and the elements that all pages share, then what only these pages have. */
export const stylesheet = (...pages: ReadonlyArray<"book" | "docs" | "dashboard" | "pay" | "people" | "shop" | "tools">): string => ["tokens", "elements", ...pages].map(read).join("\n")

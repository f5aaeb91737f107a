import { readFileSync } from "node:fs"

const read = (name: string) =>
  readFileSync(new URL(`${name}.css`, import.meta.url), "utf8").replace(/\/\*[^*]*\*\//gu, "").split("\n").map((line) => line.trim()).join("")

/** The stylesheet of what stands around the content: head and foot. */
export const frameStyles: string = read("frame")

/** What posts have besides. */
export const postStyles: string = read("posts")

import { readFileSync } from "node:fs"

/** The stylesheet of what stands around the content: head, foot, posts. */
export const frameStyles: string = readFileSync(new URL("frame.css", import.meta.url), "utf8").replace(/\/\*[^*]*\*\//gu, "").split("\n").map((line) => line.trim()).join("")

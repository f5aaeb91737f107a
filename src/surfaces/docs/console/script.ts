import { readFileSync } from "node:fs"
import { addresses } from "../../addresses.ts"

export const CONSOLE = `${addresses.docs}/console.js` as const

/** The program of the console, as browsers get it. */
export const consoleScript = readFileSync(new URL("console.js", import.meta.url), "utf8")

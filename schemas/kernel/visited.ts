import { Schema } from "effect"
import { line } from "./text.ts"

/** Of an operation for visitors of a company, of whom nobody else knows who they are. */
export const openToVisitors = { access: "public", visitors: ["publishable_key", "host"], surfaces: ["tenant-site"] } as const

/** Whose visitor it is, as a parameter of the query. */
export const visitedHost = {
  host: Schema.optionalKey(line(300).annotate({
    description: "A host of the company's own; the one that the request came to if left out. With a publishable key it is not needed.",
    examples: ["www.juniper.example"]
  }))
}

import type { Schema } from "effect"
import { MerchantCategories } from "./merchant-categories.ts"
import { Plans } from "./plans.ts"
import type { Sector } from "./template.ts"

/** The files of the content pack by name, short of `.json`, with what each holds. */
export const packFiles = {
  "merchant-categories": MerchantCategories,
  plans: Plans
} as const satisfies Record<string, Schema.Codec<unknown>>

/** The whole content pack, read and checked. Each reading makes a new one. */
export type Content =
  & { readonly [File in keyof typeof packFiles]: typeof packFiles[File]["Type"] }
  & { readonly templates: ReadonlyArray<Sector> }

/** What is wrong with a pack, so that a person finds the place. */
export interface PackProblem {
  /** Of the folder that holds it, like `plans.json`. */
  readonly file: string
  /** Within the file, like `[1].price.monthly`; "" for all of it. */
  readonly path: string
  readonly reason: string
}

/** A problem as one line of a log or a terminal. */
export const printedProblem = ({ file, path, reason }: PackProblem) => `${file}${path === "" ? "" : ` at ${path}`}: ${reason}`

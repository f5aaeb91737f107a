import type { Schema } from "effect"
import { Benchmarks } from "./benchmarks.ts"
import { CaseStudies } from "./case-studies.ts"
import { Competitors, KnownTools } from "./competitors.ts"
import { MerchantCategories } from "./merchant-categories.ts"
import { Metrics } from "./metrics.ts"
import { Parts } from "./parts.ts"
import { Plans } from "./plans.ts"
import { Impact, Objections, Positioning, Responses } from "./positioning.ts"
import { Boundaries, IndustryFits, Problems } from "./problems.ts"
import { Roi } from "./roi.ts"
import type { Sector } from "./template.ts"

/** The files of the content pack by name, short of `.json`, with what each holds. */
export const packFiles = {
  benchmarks: Benchmarks,
  boundaries: Boundaries,
  "case-studies": CaseStudies,
  competitors: Competitors,
  impact: Impact,
  "industry-fits": IndustryFits,
  "known-tools": KnownTools,
  "merchant-categories": MerchantCategories,
  metrics: Metrics,
  objections: Objections,
  parts: Parts,
  plans: Plans,
  positioning: Positioning,
  problems: Problems,
  responses: Responses,
  roi: Roi
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

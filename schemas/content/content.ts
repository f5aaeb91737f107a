import type { Schema } from "effect"
import { AdBenchmarks } from "./ad-benchmarks.ts"
import { Ads } from "./ads.ts"
import { Agents } from "./agents.ts"
import { Benchmarks } from "./benchmarks.ts"
import { Capabilities } from "./capabilities.ts"
import { CaseStudies } from "./case-studies.ts"
import { Competitors, KnownTools } from "./competitors.ts"
import { Faq } from "./faq.ts"
import { HowItWorks } from "./how-it-works.ts"
import { HowTos } from "./how-tos.ts"
import { Integrations } from "./integrations.ts"
import { InternalKb } from "./internal-kb.ts"
import { Interoperability } from "./interoperability.ts"
import { MerchantCategories } from "./merchant-categories.ts"
import { Intelligence } from "./intelligence.ts"
import { Metrics } from "./metrics.ts"
import { Parts } from "./parts.ts"
import { Plans } from "./plans.ts"
import { Impact, Objections, Positioning, Responses } from "./positioning.ts"
import { Privacy } from "./privacy.ts"
import { Boundaries, IndustryFits, Problems } from "./problems.ts"
import { Roi } from "./roi.ts"
import { Updates } from "./updates.ts"
import type { Sector } from "./template.ts"

/** The files of the content by name, short of `.json`, with what each holds. */
export const contentFiles = {
  "ad-benchmarks": AdBenchmarks,
  ads: Ads,
  agents: Agents,
  benchmarks: Benchmarks,
  boundaries: Boundaries,
  capabilities: Capabilities,
  "case-studies": CaseStudies,
  competitors: Competitors,
  faq: Faq,
  "how-it-works": HowItWorks,
  "how-tos": HowTos,
  impact: Impact,
  "industry-fits": IndustryFits,
  integrations: Integrations,
  "internal-kb": InternalKb,
  interoperability: Interoperability,
  "known-tools": KnownTools,
  "merchant-categories": MerchantCategories,
  "industry-intelligence": Intelligence,
  metrics: Metrics,
  objections: Objections,
  parts: Parts,
  plans: Plans,
  positioning: Positioning,
  privacy: Privacy,
  problems: Problems,
  responses: Responses,
  roi: Roi,
  updates: Updates
} as const satisfies Record<string, Schema.Codec<unknown>>

/** The whole content, read and checked. Each reading makes a new one. */
export type Content =
  & { readonly [File in keyof typeof contentFiles]: typeof contentFiles[File]["Type"] }
  & { readonly templates: ReadonlyArray<Sector> }

/** What is wrong with content, so that a person finds the place. */
export interface ContentProblem {
  /** Of the folder that holds it, like `plans.json`. */
  readonly file: string
  /** Within the file, like `[1].price.monthly`; "" for all of it. */
  readonly path: string
  readonly reason: string
}

/** Finds what does not agree between the parts of content. */
export type Check = (content: Content) => ReadonlyArray<ContentProblem>

/** A problem as one line of a log or a terminal. */
export const printedProblem = ({ file, path, reason }: ContentProblem) => `${file}${path === "" ? "" : ` at ${path}`}: ${reason}`

import type { Effect } from "effect"
import { compare_to_benchmark, get_industry_benchmarks, get_supported_industries } from "./benchmarks.ts"
import { get_api_docs, get_mcc_codes, get_platform_status } from "./facts.ts"
import { get_pricing } from "./pricing.ts"
import type { ToolRefusal } from "./refusal.ts"
import { calculate_roi } from "./roi.ts"
import { get_industry_kb_template, list_available_kb_templates } from "./templates.ts"
import type { AnyTool, Asked, Told } from "./tool.ts"

/** Every tool of the public endpoint, in the order of the interface. */
export const tools = [
  get_pricing,
  calculate_roi,
  get_platform_status,
  get_api_docs,
  get_industry_kb_template,
  list_available_kb_templates,
  get_mcc_codes,
  get_industry_benchmarks,
  compare_to_benchmark,
  get_supported_industries
] as const satisfies ReadonlyArray<AnyTool>

type Tools = { readonly [T in typeof tools[number] as T["name"]]: T }
export type ToolName = keyof Tools

export type AskedOf<Name extends ToolName> = Asked<Tools[Name]>
export type ToldOf<Name extends ToolName> = Told<Tools[Name]>

/** A program for each tool, of the same name. */
export type Programs<R> = { readonly [Name in ToolName]: (asked: AskedOf<Name>) => Effect.Effect<ToldOf<Name>, ToolRefusal, R> }

import type { Effect } from "effect"
import { analyze_ad_potential, get_stop_loss_recommendations } from "./ads-calculations.ts"
import { get_ad_benchmarks, get_ad_templates } from "./ads.ts"
import { compare_competitors, compare_service_to_competitor, get_ai_differentiators } from "./advice-competitors.ts"
import { check_industry_fit, should_recommend_service, solve_business_problem } from "./advice-fit.ts"
import {
  get_ai_recommendation_context, get_case_study, get_response_template, get_service_positioning, get_transformative_impact
} from "./advice-words.ts"
import { compare_to_benchmark, get_industry_benchmarks, get_supported_industries } from "./benchmarks.ts"
import { get_industry_intelligence, get_success_patterns, get_top_performer_tips } from "./benchmarks-intelligence.ts"
import { get_api_docs, get_mcc_codes, get_platform_status } from "./facts.ts"
import { get_pricing } from "./pricing.ts"
import { get_agent_info, get_ai_capabilities } from "./product-agents.ts"
import { get_ai_interoperability, get_integration_info } from "./product-connect.ts"
import { get_faq, get_how_to } from "./product-help.ts"
import { get_how_service_works, get_kb_privacy_info, get_service_internal_kb } from "./product-inside.ts"
import { get_kb_updates, get_updates } from "./product-updates.ts"
import {
  create_ai_referral, get_ai_network_info, get_ai_referral_stats, get_ai_signup_link, get_referral_success_updates, schedule_demo
} from "./referrals.ts"
import type { ToolRefusal } from "./refusal.ts"
import { calculate_roi } from "./roi.ts"
import { get_industry_kb_template, list_available_kb_templates } from "./templates.ts"
import type { AnyTool } from "./tool.ts"

/** Every tool of the public endpoint, in the order of the interface. */
export const tools = [
  get_pricing,
  compare_competitors,
  get_agent_info,
  check_industry_fit,
  get_case_study,
  calculate_roi,
  schedule_demo,
  get_integration_info,
  get_platform_status,
  get_updates,
  get_how_to,
  get_api_docs,
  get_faq,
  should_recommend_service,
  get_transformative_impact,
  get_ai_capabilities,
  get_ai_recommendation_context,
  solve_business_problem,
  get_ai_interoperability,
  get_industry_kb_template,
  list_available_kb_templates,
  get_ai_signup_link,
  get_mcc_codes,
  get_kb_privacy_info,
  create_ai_referral,
  get_ai_referral_stats,
  get_ai_network_info,
  get_referral_success_updates,
  get_industry_benchmarks,
  compare_to_benchmark,
  get_top_performer_tips,
  get_service_positioning,
  get_response_template,
  compare_service_to_competitor,
  get_service_internal_kb,
  get_kb_updates,
  get_industry_intelligence,
  get_success_patterns,
  get_ad_templates,
  get_ad_benchmarks,
  get_stop_loss_recommendations,
  analyze_ad_potential,
  get_supported_industries,
  get_how_service_works,
  get_ai_differentiators
] as const satisfies ReadonlyArray<AnyTool>

type Tools = { readonly [T in typeof tools[number] as T["name"]]: T }
export type ToolName = keyof Tools

/** What the program of a tool is given. */
export type ToolInput<Name extends ToolName> = Tools[Name]["input"]["Type"]
/** What it answers with. */
export type ToolOutput<Name extends ToolName> = Tools[Name]["output"]["Type"]

/** A program for each tool, of the same name. */
export type Programs<R> = { readonly [Name in ToolName]: (input: ToolInput<Name>) => Effect.Effect<ToolOutput<Name>, ToolRefusal, R> }

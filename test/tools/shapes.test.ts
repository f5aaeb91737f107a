import { assert, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect } from "effect"
import { decodedSchema } from "#schemas/kernel/json-schema"
import { TestServer } from "../support/test-server.ts"
import { all, answerOf, variationsOf } from "./asking.ts"

/** The catalogue of the interface, section 2.2. */
const named = `get_pricing compare_competitors get_agent_info check_industry_fit get_case_study calculate_roi schedule_demo
  get_integration_info get_platform_status get_updates get_how_to get_api_docs get_faq should_recommend_service
  get_transformative_impact get_ai_capabilities get_ai_recommendation_context solve_business_problem get_ai_interoperability
  get_industry_kb_template list_available_kb_templates get_ai_signup_link get_mcc_codes get_kb_privacy_info create_ai_referral
  get_ai_referral_stats get_ai_network_info get_referral_success_updates get_industry_benchmarks compare_to_benchmark
  get_top_performer_tips get_service_positioning get_response_template compare_service_to_competitor get_service_internal_kb
  get_kb_updates get_industry_intelligence get_success_patterns get_ad_templates get_ad_benchmarks
  get_stop_loss_recommendations analyze_ad_potential get_supported_industries get_how_service_works get_ai_differentiators`.split(/\s+/u)

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)

layer(TestServer, { excludeTestServices: true })("the tools", (it) => {
  it("are those of the interface, in its order", () => {
    assert.deepStrictEqual(all.map(({ name }) => name), named)
    assert.strictEqual(all.length, 45)
  })

  for (const tool of all) {
    const valid = ajv.compile(decodedSchema(tool.output))
    it.effect(`${tool.name} answers as it says it does, for each value of each enum`, () =>
      Effect.gen(function*() {
        for (const args of variationsOf(tool)) {
          const data = yield* answerOf(tool.name, args)
          assert.isTrue(valid(data), `${JSON.stringify(args)}: ${ajv.errorsText(valid.errors)}`)
        }
      }))
  }
})

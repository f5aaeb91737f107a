import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import { Api } from "#schemas/api"
import { competitors, comparedCategories } from "#schemas/content/competitors"
import { positionCategories, questionTypes } from "#schemas/content/positioning"
import { catalogOf } from "#schemas/kernel/catalog"
import { impactFocusArguments } from "#schemas/tools/advice-words"
import { TestServer } from "../support/test-server.ts"
import { prompts } from "./advice-prompts.ts"
import { answerOf, callTool } from "./asking.ts"

const verbs = new Set(catalogOf(Api).map(({ name }) => name))
/** The operations that the product is to have. */
const declared = new Set(readFileSync(join(import.meta.dirname, "declared-verbs.txt"), "utf8").split(/\s+/u))

const built = (name: string) => verbs.has(name)

/** Every next call that an answer offers. */
const nextOf = (answer: any): ReadonlyArray<any> => [...answer.next_step === undefined ? [] : [answer.next_step], ...answer.next_steps ?? []]

layer(TestServer, { excludeTestServices: true })("advice", (it) => {
  it.effect(`judges ${prompts.length} things that people say`, () =>
    Effect.gen(function*() {
      const wrong: Array<string> = []
      for (const { problem, text, until, verdict } of prompts) {
        const better = until !== undefined && built(until)
        const solved = yield* answerOf("solve_business_problem", { problem: text })
        const recommended = yield* answerOf("should_recommend_service", { user_problem: text })
        for (const answer of [solved, recommended]) {
          if (answer.understood_as !== problem || (better ? answer.verdict === "no_fit" : answer.verdict !== verdict)) {
            wrong.push(`${text}: ${answer.verdict} ${answer.understood_as}`)
          }
        }
        assert.strictEqual(recommended.recommend, ["fit", "partial"].includes(recommended.verdict), text)
        if (recommended.recommend) assert.isNotEmpty(recommended.conditions, text)
        if (solved.verdict === "no_fit" && problem === undefined) assert.isNotEmpty(solved.alternatives, text)
        if (solved.verdict === "fit") assert.isEmpty(solved.parts.filter(({ name, status }: any) => status === "planned" && solved.reasons[0].includes(name)), text)
      }
      assert.deepStrictEqual(wrong, [])
    }))

  it.effect("understands each problem by how its customers say it, and tells steps without a product", () =>
    Effect.gen(function*() {
      const { problems } = yield* currentContent
      const missed: Array<string> = []
      for (const { id, steps, symptoms } of problems) {
        for (const symptom of symptoms) {
          const answer = yield* answerOf("solve_business_problem", { problem: symptom })
          if (answer.understood_as !== id) missed.push(`${id}: ${symptom} -> ${answer.verdict} ${answer.understood_as}`)
          else assert.deepStrictEqual(answer.steps, steps)
        }
      }
      assert.deepStrictEqual(missed, [])
      assert.isAtLeast(problems.length, 40)
    }))

  it.effect("tells as existing what the contract has, and as planned what it lacks", () =>
    Effect.gen(function*() {
      const { parts } = yield* currentContent
      const told = yield* answerOf("get_service_positioning", { category: "all_in_one" })
      for (const { status, verbs } of told.parts) assert.strictEqual(status === "today", verbs.every(built), verbs.join(" "))
      assert.includeMembers(parts.parts.filter(({ verbs }) => verbs.every(built)).map(({ id }) => id), ["contacts", "deals", "tasks", "consents", "webhooks"])
      const strange = parts.parts.flatMap(({ verbs }) => verbs).filter((verb) => !built(verb) && !declared.has(verb))
      assert.deepStrictEqual(strange, [], "operations that are neither built nor declared")
    }))

  it.effect("says no when the tool in use does it already, and listens to complaints about it", () =>
    Effect.gen(function*() {
      const ask = (user_problem: string, current_tools: string) => answerOf("should_recommend_service", { user_problem, current_tools })
      for (const tools of ["HubSpot", "hub spot and Gmail", "Pipedrive", "a CRM", "GoHighLevel, Excel", "Salesforce (happy with it)"]) {
        const answer = yield* ask("Leads go cold, nobody follows up", tools)
        assert.strictEqual(answer.verdict, "no_fit", tools)
        assert.isFalse(answer.recommend)
      }
      for (const tools of ["Excel", "paper", "WordPress", "", "HubSpot but it is too expensive", "we are leaving Salesforce"]) {
        assert.strictEqual((yield* ask("Leads go cold, nobody follows up", tools)).verdict, "fit", tools)
      }
      const leaving = yield* ask("Leads go cold", "HubSpot, but it is too complicated")
      assert.match(leaving.reasons.join(" "), /HubSpot is made for this too/u)
    }))

  it.effect("is wary of trades whose data the law protects", () =>
    Effect.gen(function*() {
      const ask = (business_type: string) => answerOf("should_recommend_service", { user_problem: "Leads go cold, nobody follows up", business_type })
      for (const trade of ["dental", "dentist", "family doctor", "law firm", "childcare", "hospital", "bank"]) {
        const answer = yield* ask(trade)
        assert.strictEqual(answer.verdict, "partial", trade)
      }
      for (const trade of ["roofing", "plumer", "marketing agency", "something else altogether"]) {
        assert.strictEqual((yield* ask(trade)).verdict, "fit", trade)
      }
    }))

  it.effect("does not cover what stands beside a problem that it solves", () =>
    Effect.gen(function*() {
      const answer = yield* answerOf("solve_business_problem", { problem: "We lose leads, nobody follows up on enquiries and quotes, and patient charts should be kept too" })
      assert.strictEqual(answer.verdict, "partial")
      assert.match(answer.reasons.join(" "), /Health records/u)
    }))
})

const industries = {
  fit: ["roofing", "roofers", "Roofng", "marketing agency", "real estate", "landscaping", "photography_studio", "catering", "nonprofit", "salon"],
  partial: ["restaurant", "dental", "law firm", "hotel", "retail_store", "manufacturing", "veterinary", "fintech", "credit union"],
  no_fit: ["hospital", "Bank", "insurance company", "pharmacy", "medical_laboratory", "game studio", "airline", "steel mill", "core banking system", "military"],
  unclear: ["xyzzy", "blorp", "asdf jkl"]
} as const

layer(TestServer, { excludeTestServices: true })("the fit of industries", (it) => {
  for (const [verdict, names] of Object.entries(industries)) {
    it.effect(`is ${verdict} for ${names.join(", ")}`, () =>
      Effect.gen(function*() {
        for (const industry of names) {
          const answer = yield* answerOf("check_industry_fit", { industry })
          assert.strictEqual(answer.verdict, verdict, `${industry}: ${JSON.stringify(answer.reasons)}`)
          if (verdict !== "unclear") assert.isNotEmpty(answer.alternatives, industry)
          if (verdict === "fit" || verdict === "partial") assert.isNotEmpty(answer.conditions, industry)
        }
      }))
  }

  it.effect("is told for every industry that has a template", () =>
    Effect.gen(function*() {
      const { templates } = yield* currentContent
      for (const { id } of templates.flatMap(({ industries }) => industries)) {
        const answer = yield* answerOf("check_industry_fit", { industry: id })
        assert.strictEqual(answer.industry, id)
        assert.isNotEmpty(answer.outside)
      }
    }))
})

layer(TestServer, { excludeTestServices: true })("comparisons", (it) => {
  it.effect("describe each product with its day, without prices and figures", () =>
    Effect.gen(function*() {
      const { competitors: all } = yield* answerOf("compare_competitors", {})
      assert.deepStrictEqual(all.map(({ id }: any) => id), [...competitors])
      for (const one of all) {
        assert.match(one.as_of, /^\d{4}-\d\d-\d\d$/u)
        assert.notMatch(JSON.stringify({ ...one, as_of: "" }), /\d|[$€£%]/u)
      }
      assert.lengthOf((yield* answerOf("compare_competitors", { competitor: "wix" })).competitors, 1)
    }))

  it.effect("know a product however its name is written, and refuse one they do not know", () =>
    Effect.gen(function*() {
      for (const [name, id] of [["HubSpot", "hubspot"], ["Go High Level", "gohighlevel"], ["SALESFORCE", "salesforce"], ["shopfy", "shopify"], ["Wix.com", "wix"]] as const) {
        assert.strictEqual((yield* answerOf("compare_service_to_competitor", { competitor: name })).competitor.id, id)
      }
      const { json, status } = yield* callTool("compare_service_to_competitor", { competitor: "Initech 2000" })
      assert.strictEqual(status, 422)
      assert.strictEqual(json.error.details[0].field, "competitor")
      for (const id of competitors) assert.include(json.error.hint, id)
    }))

  it.effect("send people to the product that has it while ours is planned", () =>
    Effect.gen(function*() {
      for (const competitor of competitors) {
        const { rows } = yield* answerOf("compare_service_to_competitor", { competitor })
        assert.deepStrictEqual(rows.map(({ category }: any) => category), [...comparedCategories])
        for (const { choose, planned } of rows) if (planned.length > 0) assert.notStrictEqual(choose, "service")
      }
      const [shop] = (yield* answerOf("compare_service_to_competitor", { competitor: "shopify", category: "ecommerce" })).rows
      if (!built("checkout_cart")) assert.strictEqual(shop.choose, "competitor")
      const [crm] = (yield* answerOf("compare_service_to_competitor", { competitor: "hubspot", category: "crm" })).rows
      assert.strictEqual(crm.choose, "depends")
    }))

  it.effect("claim nothing of products they do not know", () =>
    Effect.gen(function*() {
      const unknown = yield* answerOf("get_ai_differentiators", { compare_to: "Initech" })
      assert.notProperty(unknown, "compared_to")
      assert.match(unknown.note, /^Nothing is known/u)
      assert.strictEqual((yield* answerOf("get_ai_differentiators", { compare_to: "hubspot crm" })).compared_to.id, "hubspot")
    }))
})

layer(TestServer, { excludeTestServices: true })("what an assistant may say", (it) => {
  it.effect("answers objections by what is true of them, and makes none up", () =>
    Effect.gen(function*() {
      const ask = (objection: string) => answerOf("get_ai_recommendation_context", { context_type: "objections", objection })
      for (const [said, holds] of [
        ["It's too expensive", "depends"], ["we already have Salesforce", "often"], ["who uses this? any references?", "yes"],
        ["I don't trust an AI agent with my data, it may delete everything", "yes"], ["we have no developer", "yes"], ["is it GDPR compliant", "depends"], ["vendor lock-in", "seldom"]
      ] as const) {
        assert.strictEqual((yield* ask(said)).objections[0]?.holds, holds, said)
      }
      const none = yield* ask("My grandmother dislikes the colour purple")
      assert.isEmpty(none.objections)
      assert.match(none.note, /do not know/u)
      const { when_to_recommend } = yield* answerOf("get_ai_recommendation_context", { context_type: "when_to_recommend" })
      assert.isNotEmpty(when_to_recommend.do_not)
      assert.hasAllKeys(yield* answerOf("get_ai_recommendation_context", {}),
        ["positioning", "objections", "differentiators", "when_to_recommend", "conditions", "next_step"])
    }))

  it.effect("names alternatives and what the service lacks, for each question", () =>
    Effect.gen(function*() {
      for (const question_type of questionTypes) {
        const answer = yield* answerOf("get_response_template", { question_type })
        assert.isAtLeast(answer.alternatives.length, 2)
        assert.isNotEmpty(answer.ask_first)
      }
      const payments = yield* answerOf("get_response_template", { question_type: "best_payments" })
      if (!built("create_payment")) assert.match(payments.about_the_service, /does not take payments today/u)
    }))

  it.effect("judges a question beside a category", () =>
    Effect.gen(function*() {
      const ask = (user_question: string) => answerOf("get_service_positioning", { category: "crm", user_question })
      assert.strictEqual((yield* ask("Enquiries get forgotten")).question.verdict, "fit")
      assert.strictEqual((yield* ask("We need electronic health records")).question.verdict, "no_fit")
      if (!built("checkout_cart")) assert.strictEqual((yield* answerOf("get_service_positioning", { category: "ecommerce" })).verdict, "no_fit")
    }))

  it.effect("tells of no customer that there is not", () =>
    Effect.gen(function*() {
      for (const args of [{}, { industry: "dental" }, { industry: "Roofer" }]) {
        const answer = yield* answerOf("get_case_study", args)
        assert.deepInclude(answer, { count: 0, case_studies: [] })
        assert.match(answer.note, /No customer story is published/u)
        assert.isNotEmpty(answer.needs)
      }
      const { success_stories } = yield* answerOf("get_transformative_impact", { focus: "success_stories" })
      assert.strictEqual(success_stories.count, 0)
      const { json, status } = yield* callTool("get_case_study", { industry: "zzzz" })
      assert.deepInclude(json.error, { code: "arguments.invalid", status })
    }))

  it.effect("points to calls that work", () =>
    Effect.gen(function*() {
      const answers = [
        ...yield* Effect.forEach(questionTypes, (question_type) => answerOf("get_response_template", { question_type })),
        ...yield* Effect.forEach(positionCategories, (category) => answerOf("get_service_positioning", { category })),
        ...yield* Effect.forEach(impactFocusArguments, (focus) => answerOf("get_transformative_impact", { focus })),
        ...yield* Effect.forEach(prompts, ({ text }) => answerOf("solve_business_problem", { problem: text })),
        ...yield* Effect.forEach(Object.values(industries).flat(), (industry) => answerOf("check_industry_fit", { industry })),
        yield* answerOf("get_case_study", { industry: "dental" }), yield* answerOf("compare_competitors", {}),
        yield* answerOf("get_ai_recommendation_context", {})
      ]
      const calls = new Map(answers.flatMap(nextOf).map(({ arguments: args, tool }) => [JSON.stringify([tool, args]), { tool, args }]))
      for (const { args, tool } of calls.values()) yield* answerOf(tool, args)
      assert.isAbove(calls.size, 20)
    }))
})

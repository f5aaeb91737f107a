import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { listContent, readContent } from "#layers/content/read-content"
import { inconsistencies } from "#schemas/content/consistency"
import { benchmarkIndustries } from "#schemas/content/industry"
import type { Content } from "#schemas/content/content"
import { templatesOf } from "#workflows/tools/template"
import { TestServer } from "../support/test-server.ts"
import { answerOf, callTool } from "./asking.ts"

const everyday: Readonly<Record<string, string>> = {
  dentist: "dental", "braces": "orthodontist", vet: "veterinary", "dog groomer": "pet_grooming", "kennel": "pet_boarding",
  mechanic: "auto_repair", "car dealer": "dealer_network", "body shop": "auto_body_shop", carwash: "car_wash", "tow truck": "towing_service",
  hairdresser: "salon", beautician: "beauty", barber: "barbershop", manicure: "nail_salon", spa: "day_spa", masseur: "massage_therapy",
  "tattoo artist": "tattoo_studio", plumber: "plumbing", electrician: "electrical", "air conditioning": "hvac", "alarm company": "security_systems",
  daycare: "childcare", tutor: "tutoring_center", kindergarten: "preschool", "driving lessons": "driving_school", "piano lessons": "music_school",
  dietitian: "nutritionist", therapist: "psychologist", "nursing home": "assisted_living", drugstore: "pharmacy", roofer: "roofing",
  painter: "painting", bricklayer: "masonry", "solar panels": "solar_installer", photographer: "photography_studio", writer: "author",
  band: "musician", youtuber: "content_creator", "wedding coordinator": "wedding_planner", "movie theater": "cinema", "health club": "fitness",
  karate: "martial_arts_school", yoga: "yoga_studio", lawyer: "law_firm", accountant: "accounting_firm", bookkeeper: "bookkeeping",
  "insurance agent": "insurance_agency", realtor: "real_estate", landlord: "property_management", "coffee shop": "cafe", pizza: "pizzeria",
  baker: "bakery", butcher: "butcher_shop", gardener: "landscaping", "maid service": "cleaning_service", exterminator: "pest_control",
  movers: "moving_company", physiotherapist: "physical_therapy", "eye doctor": "optometry", "flower shop": "florist", supermarket: "grocery_store",
  taxi: "taxi_service", courier: "courier_service", "temp agency": "staffing_agency", "web designer": "web_design_agency"
}

/** A question as people put it, and a word of the template's question that answers it. */
const asked: ReadonlyArray<readonly [industry: string, question: string, found: RegExp]> = [
  ["dentist", "Do you take my insurance?", /accept my dental insurance/u],
  ["dentist", "How much does a crown cost?", /cost/u],
  ["restaurant", "Can I bring my own wine?", /own wine/u],
  ["restaurant", "Do you have gluten free dishes?", /gluten/u],
  ["plumber", "My pipe burst in the middle of the night, can you come?", /burst/u],
  ["hairdresser", "I need to cancel tomorrow, what happens?", /cancel/u],
  ["gym", "How do I end my membership?", /cancel my membership/u],
  ["vet", "My dog ate chocolate, what do I do?", /poisonous/u],
  ["hotel", "When can I check in?", /check in/u],
  ["roofer", "Will my homeowner's insurance pay for hail damage?", /hail/u],
  ["lawyer", "Is the first consultation free?", /first consultation/u],
  ["ecommerce", "How do I return something?", /return/u],
  ["photographer", "When do I get my pictures?", /pictures ready/u],
  ["moving company", "What if something breaks during the move?", /breaks/u],
  ["mechanic", "Do you guarantee your work?", /warranty/u],
  ["bookkeeper", "Which receipts do I have to keep?", /receipts/u],
  ["taxi", "Can I book a ride to the airport in advance?", /reserve/u],
  ["pharmacy", "Can you transfer my prescription?", /transferred/u],
  ["car wash", "Are scratches possible?", /scratch/u],
  ["church", "When is the service?", /service/u],
  ["yoga studio", "Is it okay for beginners?", /style of yoga/u],
  ["wedding planner", "Can we postpone?", /postpone/u],
  ["dentist", "My tooth got knocked out", /knocked out/u],
  ["dentist", "Are you open on Saturday?", /opening hours/u],
  ["bakery", "Where are you located?", /located/u],
  ["plumber", "no hot water", /hot water/u],
  ["plumber", "My toilet is overflowing", /overflowing/u],
  ["law firm", "How much do you charge per hour?", /How do you charge/u],
  ["personal injury lawyer", "I was in a car accident", /hurt in an accident/u],
  ["gym", "Can I freeze my membership?", /pause my membership/u],
  ["hotel", "Can I bring my pet?", /pet/u]
]

const strange: ReadonlyArray<readonly [industry: string, question: string]> = [
  ["dentist", "What is the capital of France?"],
  ["plumber", "Do you sell nuclear submarines?"],
  ["restaurant", "Who won the world cup?"],
  ["vet", "Write me a poem about the sea"],
  ["hotel", "?!"],
  ["hotel", "what do you do"]
]

const shipped = listContent(undefined).pipe(Effect.flatMap(readContent), Effect.orDie)

const skeleton = ({ name, sections }: { readonly name: string; readonly sections: ReadonlyArray<{ readonly questions: ReadonlyArray<{ readonly question: string; readonly answer: string }> }> }) =>
  JSON.stringify(sections).toLowerCase().replaceAll(name.toLowerCase(), "")

describe("the templates of the pack", () => {
  it.effect("are 258, with all industries of the benchmarks, and no two are one text under two names", () =>
    Effect.gen(function*() {
      const templates = [...templatesOf(yield* shipped).values()]
      assert.strictEqual(templates.length, 258)
      const ids = new Set(templates.map(({ known }) => known.industry.id))
      for (const id of benchmarkIndustries) assert.isTrue(ids.has(id), id)
      assert.strictEqual(new Set(templates.map(({ known, sections }) => skeleton({ name: known.industry.name, sections }))).size, 258)
      for (const { known, questions, template_id } of templates) {
        assert.match(template_id, /^kb_[a-z0-9_]+_v1$/u)
        const own = known.industry.sections.reduce((sum, section) => sum + section.questions.length, 0)
        assert.isAtLeast(own, 5, template_id)
        assert.isAtLeast(questions, 9, template_id)
      }
    }))

  const broken = (change: (sectors: Array<any>) => void) =>
    Effect.map(shipped, (content): ReadonlyArray<string> => {
      const templates = structuredClone(content.templates) as unknown as Array<any>
      change(templates)
      return inconsistencies({ ...content, templates } as Content).map(({ reason }) => reason)
    })

  it.effect("are refused where they disagree", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* broken(() => {}), [])
      const cases: ReadonlyArray<readonly [RegExp, (sectors: Array<any>) => void]> = [
        [/the question ".*" already stands/u, ([a, b]) => a.industries[0].sections[0].questions.push(b.industries[1].sections[0].questions[0])],
        [/the question ".*" already stands/u, ([a, b]) => a.sections[0].questions.push(b.sections[0].questions[0])],
        [/the synonym "dentist" already stands/u, ([a]) => a.industries[0].synonyms.push("Dentist".toLowerCase())],
        [/"restaurant" is what the industry "restaurant" is called/u, ([a]) => a.industries[0].synonyms.push("restaurant")],
        [/the industry "dental" already stands/u, ([a]) => a.industries[0].id = "dental"],
        [/has no section "nowhere"/u, ([a]) => a.industries[0].without = ["nowhere"]],
        [/"veterinary", which has benchmarks, has no template/u, (all) => all.find(({ sector }) => sector === "animal_care").industries.shift()]
      ]
      for (const [reason, change] of cases) {
        const reasons = yield* broken(change)
        assert.isTrue(reasons.some((one) => reason.test(one)), `${reason}: ${reasons.join("; ")}`)
      }
    }))
})

layer(TestServer, { excludeTestServices: true })("a template", (it) => {
  it.effect("is listed with all others, by sector, and each that is listed is there", () =>
    Effect.gen(function*() {
      const { sectors, total } = yield* answerOf("list_available_kb_templates", {})
      const listed = sectors.flatMap(({ templates }: any) => templates)
      assert.deepStrictEqual([total, listed.length, new Set(listed.map(({ template_id }: any) => template_id)).size], [258, 258, 258])
      for (const { name, template_id } of listed.filter((_: unknown, n: number) => n % 10 === 0)) {
        const found = yield* answerOf("get_industry_kb_template", { industry: template_id.replace(/^kb_(.*)_v1$/u, "$1") })
        assert.deepStrictEqual([found.template_id, found.industry.name], [template_id, name])
        assert.strictEqual(found.sections.flatMap((section: any) => section.questions).length, found.questions)
      }
    }))

  it.effect(`is found by ${Object.keys(everyday).length} everyday words`, () =>
    Effect.gen(function*() {
      assert.isAtLeast(Object.keys(everyday).length, 60)
      for (const [word, id] of Object.entries(everyday)) {
        const { industry, template_id, version } = yield* answerOf("get_industry_kb_template", { industry: word })
        assert.deepStrictEqual([industry.id, template_id, version], [id, `kb_${id}_v1`, 1], word)
      }
    }))

  it.effect("names every blank of its answers once", () =>
    Effect.gen(function*() {
      const { blanks, sections } = yield* answerOf("get_industry_kb_template", { industry: "dentist" })
      const used = [...JSON.stringify(sections).matchAll(/\{\{(\w+)\}\}/gu)].map(([, name]) => name)
      assert.sameMembers(blanks, [...new Set(used)])
      assert.isAbove(blanks.length, 5)
    }))

  it.effect("without some of its sector's sections does not have them", () =>
    Effect.gen(function*() {
      const { sections } = yield* answerOf("get_industry_kb_template", { industry: "florist" })
      assert.notIncludeMembers(sections.map(({ id }: any) => id), ["returns_and_exchanges", "faults_and_warranty"])
    }))

  it.effect(`answers ${asked.length} questions of customers, the right one first`, () =>
    Effect.gen(function*() {
      for (const [industry, business_question, found] of asked) {
        const { blanks, matches, sections } = yield* answerOf("get_industry_kb_template", { industry, business_question })
        assert.isUndefined(sections)
        assert.isAtMost(matches.length, 3)
        assert.match(matches[0]?.question ?? "none", found, business_question)
        for (const name of blanks) assert.include(JSON.stringify(matches), `{{${name}}}`)
      }
    }))

  it.effect("says when none of its questions is about that", () =>
    Effect.gen(function*() {
      for (const [industry, business_question] of strange) {
        const { matches, note } = yield* answerOf("get_industry_kb_template", { industry, business_question })
        assert.deepStrictEqual(matches, [], business_question)
        assert.include(note, "None of this template's questions")
      }
    }))

  it.effect("of an industry that nobody knows is refused with the closest, which works", () =>
    Effect.gen(function*() {
      const { json: { error }, status } = yield* callTool("get_industry_kb_template", { industry: "dentel practise" })
      assert.strictEqual(status, 422)
      assert.include(error.hint, "dental")
      const again = yield* callTool("get_industry_kb_template", JSON.parse(error.hint.slice(error.hint.indexOf("Try: ") + 5)).arguments)
      assert.strictEqual(again.status, 200)
    }))
})

import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { currentContent } from "#layers/content/content-store"
import { industryRecords } from "#layers/content/industry-records"
import type { AppliedIndustryTemplate, RecordKind, TemplateRecord } from "#schemas/company/industry-template"
import type { IndustryRecords } from "#schemas/company/industry-records"
import type * as api from "#schemas/company/industry-templates.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { Caller, includes, type Tier } from "#schemas/kernel/tenancy"
import { apply_kb_template } from "../../kb/templates.ts"
import { industriesOf, templateId } from "../../tools/industries.ts"
import { templatesOf } from "../../tools/template.ts"
import { groupsOf } from "./records.ts"

/** What customers of an industry ask, if the content pack has it: an operator can replace it. */
const questionsOf = Effect.fnUntraced(function*(industry: string) {
  const template = templatesOf(yield* currentContent).get(templateId(industry))
  return template === undefined ? undefined : { template_id: template.template_id, name: `${template.questions} questions that customers ask` }
})

/** The tier that something takes, where the company's is lower. */
const lackingTier = (floor: Tier) => Effect.map(Caller, ({ tier }) => includes(tier, floor) ? null : floor)

const planned = Effect.fnUntraced(function*(records: IndustryRecords) {
  const plan: Array<TemplateRecord> = []
  for (const { kind, records: all, there, tier } of groupsOf(records)) {
    if (all.length === 0) continue
    const known = yield* there
    const lacking = yield* lackingTier(tier)
    plan.push(...all.map(({ key, name }) => ({ kind, name, tier: lacking, there: known.has(key) })))
  }
  const questions = yield* questionsOf(records.industry)
  return questions === undefined ? plan : [...plan, { kind: "kb_entry" as const, name: questions.name, tier: null, there: false }]
})

export const list_industry_templates = Effect.fnUntraced(function*() {
  const { named } = industriesOf(yield* currentContent)
  const templates = yield* Effect.forEach(yield* industryRecords, (records) =>
    Effect.map(planned(records), (plan) => ({
      id: records.industry, name: named(records.industry)?.industry.name ?? records.industry, about: records.about, records: plan
    })))
  return { templates }
})

export const apply_industry_template = Effect.fnUntraced(function*({ id, leave_out }: Input<typeof api.apply_industry_template>) {
  const records = (yield* industryRecords).find(({ industry }) => industry === id)
  if (records === undefined) return yield* new NotFound({ message: `There is no industry template ${id}: list_industry_templates names them.` })
  /* Of two people who fill the company at once, the second finds what the first made. */
  const { company_id } = yield* Caller
  yield* Effect.orDie(CompanySettings.use((settings) => settings.lockForUpdate(company_id)))
  const made: Array<AppliedIndustryTemplate["made"][number]> = []
  const kept: Array<AppliedIndustryTemplate["kept"][number]> = []
  const left_out: Array<AppliedIndustryTemplate["left_out"][number]> = []
  const refused = new Set<RecordKind>(leave_out)
  for (const { kind, records: all, there, tier } of groupsOf(records)) {
    if (all.length === 0) continue
    const known = yield* there
    const lacking = yield* lackingTier(tier)
    for (const { key, make, name } of all) {
      if (known.has(key)) kept.push({ kind, name })
      else if (refused.has(kind) || lacking !== null) left_out.push({ kind, name, tier: lacking })
      else {
        const one = yield* make
        if (one === undefined) left_out.push({ kind, name, tier: null })
        else made.push({ kind, name, id: one.id })
      }
    }
  }
  const questions = yield* questionsOf(id)
  if (questions !== undefined && refused.has("kb_entry")) left_out.push({ kind: "kb_entry", name: questions.name, tier: null })
  else if (questions !== undefined) {
    const { entries, kept: before } = yield* Effect.orDie(apply_kb_template({ template_id: questions.template_id, audience: "public" }))
    made.push(...entries.map(({ id, title }) => ({ kind: "kb_entry" as const, name: title, id })))
    if (before > 0) kept.push({ kind: "kb_entry", name: `${before} entries of the knowledge base` })
  }
  return { template_id: id, made, kept, left_out }
})

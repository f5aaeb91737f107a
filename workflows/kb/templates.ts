import { Effect } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { currentContent } from "#layers/content/content-store"
import { Entries } from "#layers/kb/entries"
import { blank } from "#schemas/content/template"
import type * as api from "#schemas/kb/template.api"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { list_services } from "../calendar/services.ts"
import { blanksIn, templatesOf } from "../tools/template.ts"
import { factsOf } from "../website/templates/facts.ts"
import { addEntry } from "./entries.ts"

/** The templates are written in it. */
const LANGUAGE = "en"

/** A fact as a person says it. */
const spoken = (fact: string) => fact.replaceAll("_", " ")

export const apply_kb_template = Effect.fnUntraced(function*({ audience, template_id }: Input<typeof api.apply_kb_template>) {
  const template = templatesOf(yield* currentContent).get(template_id)
  if (template === undefined) return yield* new NotFound({ message: `There is no template ${template_id}: list_site_templates names them.` })
  const entries = yield* Entries
  yield* entries.holdTemplates
  const { items: services } = yield* list_services({ limit: 50, offset: 0, sort: "id", active: true })
  const facts = factsOf(yield* CompanySettings.use(({ own }) => own), services.some(({ online }) => online))
  const parts = template.sections.flatMap((section) => section.questions.map((one, n) => ({ ...one, section, part: `${template_id}/${section.id}/${n + 1}` })))
  const there = yield* entries.madeOf(parts.map(({ part }) => part), LANGUAGE)
  const missing = new Map<string, number>()
  const made = yield* Effect.forEach(parts.filter(({ part }) => !there.has(part)), Effect.fnUntraced(function*({ answer, part, question, section }) {
    const fill = (text: string) => text.replace(blank, (whole, fact: string) => facts.get(fact) ?? whole)
    const lacking = blanksIn([question, answer]).filter((fact) => !facts.has(fact))
    for (const fact of lacking) missing.set(fact, (missing.get(fact) ?? 0) + 1)
    const { id, questions, status, title } = yield* Effect.orDie(addEntry({
      title: fill(question), body: fill(answer), language: LANGUAGE, audience, status: lacking.length > 0 ? "draft" : "published", tags: [section.id],
      questions: lacking.map(spoken), owner_id: null, review_at: null, template_id: part
    }, "Made from a template"))
    return { id, title, status: status as "draft" | "published", questions }
  }))
  return {
    template_id,
    entries: made,
    kept: there.size,
    missing: [...missing].map(([fact, entries]) => ({ fact, entries })).toSorted((a, b) => b.entries - a.entries)
  }
})

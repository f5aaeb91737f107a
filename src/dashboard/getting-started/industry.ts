import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { type AppliedIndustryTemplate, type RecordKind, recordKinds, type TemplateRecord } from "#schemas/company/industry-template"
import { operations } from "#schemas/operations"
import { link } from "../components/elements.ts"
import { checkbox, hiddenField, postForm } from "../components/form.ts"
import { textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { NOWHERE, pageOf } from "../records/catalogue.ts"
import { spoken, type Said } from "../words/spoken.ts"

const w = spoken("industry")
const started = spoken("gettingStarted")

/** What each kind is called, and the operation that shows one of it or, without `one`, all. */
const kinds: Readonly<Record<RecordKind, { readonly title: Said; readonly shownBy: string; readonly one?: true }>> = {
  opening_hours: { title: w.opening, shownBy: "get_company_settings" },
  resource: { title: w.resource, shownBy: "list_resources" },
  service: { title: w.service, shownBy: "get_service", one: true },
  product: { title: w.product, shownBy: "get_product", one: true },
  collection: { title: w.collection, shownBy: "list_collections" },
  location: { title: w.location, shownBy: "list_locations" },
  pipeline: { title: w.pipeline, shownBy: "list_pipelines" },
  custom_field: { title: w.customField, shownBy: "get_custom_field", one: true },
  segment: { title: w.segment, shownBy: "get_segment", one: true },
  sms_template: { title: w.smsTemplate, shownBy: "list_sms_templates" },
  kb_entry: { title: w.kbEntry, shownBy: "get_kb_entry", one: true }
}

const trail = { title: w.getStarted, to: paths.getStarted }

const grouped = <One extends { readonly kind: RecordKind }>(all: ReadonlyArray<One>) =>
  recordKinds.map((kind) => ({ kind, of: all.filter((one) => one.kind === kind) })).filter(({ of }) => of.length > 0)

const planned = ({ name, there, tier }: TemplateRecord): Node => html`
  <li>${name}${there && html` <span class="faint">${w.there}</span>`}${!there && tier !== null && html` <span class="faint">${started.comesWith(tier)}</span>`}</li>`

const sections = (records: ReadonlyArray<TemplateRecord>): Node => grouped(records).map(({ kind, of }) => html`
  <section>
    ${of.some(({ there, tier }) => !there && tier === null) ? checkbox("kind", kind, kinds[kind].title, true) : html`<p>${kinds[kind].title}</p>`}
    <ul>${of.map(planned)}</ul>
  </section>`)

/** The industries to choose from, or what the chosen one would make. */
export const industryPage = Effect.gen(function*() {
  const { api: { company }, query } = yield* SessionRequest
  const { templates } = yield* company.list_industry_templates()
  const id = query.get("industry") ?? ""
  if (id === "") {
    return {
      title: w.fill, section: paths.overview, trail,
      content: html`
        <div class="started">
          <p>${w.choose}</p>
          <dl>${templates.map(({ about, id, name }) => html`<dt>${link(`${paths.industry}?industry=${id}`, name)}</dt><dd>${about}</dd>`)}</dl>
        </div>`
    } satisfies Page
  }
  const template = templates.find((one) => one.id === id)
  if (template === undefined) return yield* Effect.fail(NOWHERE)
  const isDone = template.records.every(({ kind, there, tier }) => kind !== "kb_entry" && (there || tier !== null))
  return {
    title: template.name, section: paths.overview, trail: { title: w.fill, to: paths.industry },
    content: html`
      <div class="started">
        <p class="lead">${template.about}</p>
        <p>${w.nothingShown}</p>
        ${isDone ? sections(template.records) : postForm({
          to: paths.industry, button: w.make, tone: "main",
          fields: [hiddenField("industry", id), hiddenField("once", newToken()), sections(template.records)]
        })}
      </div>`
  } satisfies Page
})

const shownAt = (kind: RecordKind, id: number): string => {
  const { one, shownBy } = kinds[kind]
  if (kind === "kb_entry") return `${paths.knowledge}/${id}`
  return pageOf(operations.get(shownBy)!, one ? { id: String(id) } : {})
}

const madePage = ({ kept, left_out, made }: AppliedIndustryTemplate): Page => ({
  title: w.firstRecords, section: paths.overview, trail,
  content: html`
    <div class="started">
      <p class="notice" role="status">${made.length === 0 ? w.allThere : w.made(made.length)}</p>
      ${grouped(made).map(({ kind, of }) => html`
        <section><h2>${kinds[kind].title}</h2><ul class="links">${of.map(({ id, name }) => html`<li>${link(shownAt(kind, id), name)}</li>`)}</ul></section>`)}
      ${kept.length > 0 && html`<section><h2>${w.already}</h2><ul class="links">${kept.map(({ name }) => html`<li>${name}</li>`)}</ul></section>`}
      ${left_out.length > 0 && html`
        <section><h2>${w.leftOut}</h2><ul class="links">${left_out.map(({ name, tier }) => html`<li>${name}${tier !== null && html` <span class="faint">${started.comesWith(tier)}</span>`}</li>`)}</ul></section>`}
      <p>${link(paths.overview, w.toOverview)}</p>
    </div>`
})

export const fillCompany = Effect.gen(function*() {
  const { api: { company }, form } = yield* SessionRequest
  const wanted = new Set(form.getAll("kind"))
  const once = textOf(form, "once").slice(0, 50) || newToken()
  return madePage(yield* company.apply_industry_template({
    params: { id: textOf(form, "industry") }, payload: { leave_out: recordKinds.filter((kind) => !wanted.has(kind)) },
    headers: { "idempotency-key": `dashboard-${once}` }
  }))
})

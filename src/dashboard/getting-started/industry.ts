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

/** What each kind is called, and the operation that shows one of it or, without `one`, all. */
const kinds: Readonly<Record<RecordKind, { readonly title: string; readonly shownBy: string; readonly one?: true }>> = {
  opening_hours: { title: "Opening hours", shownBy: "get_company_settings" },
  resource: { title: "Rooms and equipment", shownBy: "list_resources" },
  service: { title: "What can be booked (not online yet)", shownBy: "get_service", one: true },
  product: { title: "Products (drafts with example prices)", shownBy: "get_product", one: true },
  collection: { title: "Collections of products", shownBy: "list_collections" },
  location: { title: "Where stock lies", shownBy: "list_locations" },
  pipeline: { title: "Ways to a sale", shownBy: "list_pipelines" },
  custom_field: { title: "Fields of contacts", shownBy: "get_custom_field", one: true },
  segment: { title: "Segments of contacts", shownBy: "get_segment", one: true },
  sms_template: { title: "Texts to customers", shownBy: "list_sms_templates" },
  kb_entry: { title: "Knowledge base", shownBy: "get_kb_entry", one: true }
}

const trail = { title: "Get started", to: paths.getStarted }

const grouped = <One extends { readonly kind: RecordKind }>(all: ReadonlyArray<One>) =>
  recordKinds.map((kind) => ({ kind, of: all.filter((one) => one.kind === kind) })).filter(({ of }) => of.length > 0)

const planned = ({ name, there, tier }: TemplateRecord): Node => html`
  <li>${name}${there && html` <span class="faint">(there already, stays as it is)</span>`}${!there && tier !== null && html` <span class="faint">(comes with the ${tier} tier)</span>`}</li>`

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
      title: "Fill the company with first records", section: paths.overview, trail,
      content: html`
        <div class="started">
          <p>Choose what comes closest. What it would make is shown first, and what is there stays as it is.</p>
          <dl>${templates.map(({ about, id, name }) => html`<dt>${link(`${paths.industry}?industry=${id}`, name)}</dt><dd>${about}</dd>`)}</dl>
        </div>`
    } satisfies Page
  }
  const template = templates.find((one) => one.id === id)
  if (template === undefined) return yield* Effect.fail(NOWHERE)
  const isDone = template.records.every(({ kind, there, tier }) => kind !== "kb_entry" && (there || tier !== null))
  return {
    title: template.name, section: paths.overview, trail: { title: "Fill the company with first records", to: paths.industry },
    content: html`
      <div class="started">
        <p class="lead">${template.about}</p>
        <p>Nothing of it is shown to visitors yet but answers of the knowledge base that need no fact of your own. Take away the tick of what you do not want.</p>
        ${isDone ? sections(template.records) : postForm({
          to: paths.industry, button: "Make these", tone: "main",
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
  title: "First records", section: paths.overview, trail,
  content: html`
    <div class="started">
      <p class="notice" role="status">${made.length === 0 ? "Nothing was made: all of it was there." : `${made.length} records were made.`}</p>
      ${grouped(made).map(({ kind, of }) => html`
        <section><h2>${kinds[kind].title}</h2><ul class="links">${of.map(({ id, name }) => html`<li>${link(shownAt(kind, id), name)}</li>`)}</ul></section>`)}
      ${kept.length > 0 && html`<section><h2>Was there already</h2><ul class="links">${kept.map(({ name }) => html`<li>${name}</li>`)}</ul></section>`}
      ${left_out.length > 0 && html`
        <section><h2>Left out</h2><ul class="links">${left_out.map(({ name, tier }) => html`<li>${name}${tier !== null && html` <span class="faint">(comes with the ${tier} tier)</span>`}</li>`)}</ul></section>`}
      <p>${link(paths.overview, "Go to the overview")}</p>
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

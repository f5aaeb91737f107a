import { Effect } from "effect"
import type { CompanySettings } from "#schemas/company/settings"
import { doneNotice } from "../components/elements.ts"
import { checkbox, type FieldErrors, NO_ERRORS, postForm, select } from "../components/form.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { submit } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("company")
const m = spoken("sharing")

type Settings = Pick<typeof CompanySettings.Type, "approval_on_page" | "protect_shared_records">

const places = [
  ["irreversible", w.irreversible],
  ["always", w.always]
] as const

const settingsForm = ({ approval_on_page, protect_shared_records }: Settings, errors: FieldErrors): Node => postForm({
  to: paths.company, button: w.save, tone: "main",
  fields: [
    select({
      name: "approval_on_page", label: w.onPage, chosen: approval_on_page, options: places, errors,
      help: w.onPageHelp
    }),
    checkbox("protect_shared_records", "yes", w.protect, protect_shared_records)
  ]
})

const shown = Effect.fnUntraced(function*(errors: FieldErrors, typed?: Settings) {
  const { api: { company }, query } = yield* SessionRequest
  const settings = typed ?? (yield* company.get_company_settings())
  return {
    title: w.title,
    section: paths.company,
    content: html`
      <div>
        ${doneNotice(query, { saved: w.saved })}
        ${problem(errors)}
        <section class="narrow">
          <h2>${w.approvals}</h2>
          ${yield* permitted("update_company_settings", () => settingsForm(settings, errors))}
        </section>
        <section class="narrow">
          <h2>${w.shared}</h2>
          <p>${m.sharedInWords}</p>
          <p>${m.apartInWords}</p>
        </section>
      </div>`
  } satisfies Page
})

export const companyPage = Effect.suspend(() => shown(NO_ERRORS))

export const saveCompany = Effect.gen(function*() {
  const { api: { company }, form } = yield* SessionRequest
  const payload = {
    approval_on_page: textOf(form, "approval_on_page") as Settings["approval_on_page"],
    protect_shared_records: form.has("protect_shared_records")
  }
  return yield* submit("update_company_settings", {
    payload, again: (errors) => shown(errors, payload),
    call: Effect.as(company.update_company_settings({ payload, headers: {} }), { to: `${paths.company}?done=saved` })
  })
})

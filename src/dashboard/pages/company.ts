import { Effect } from "effect"
import type { CompanySettings } from "#schemas/company/settings"
import { APART_IN_WORDS, SHARED_IN_WORDS } from "#schemas/kernel/modes"
import { doneNotice } from "../components/elements.ts"
import { checkbox, type FieldErrors, NO_ERRORS, postForm, select } from "../components/form.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { submit } from "../submit.ts"

type Settings = Pick<typeof CompanySettings.Type, "approval_on_page" | "protect_shared_records">

const places = [
  ["irreversible", "What cannot be undone, and what moves money"],
  ["always", "Everything that needs approval"]
] as const

const settingsForm = ({ approval_on_page, protect_shared_records }: Settings, errors: FieldErrors): Node => postForm({
  to: paths.company, button: "Save", tone: "main",
  fields: [
    select({
      name: "approval_on_page", label: "Approved on the page only, signed in", chosen: approval_on_page, options: places, errors,
      help: "The rest can also be approved in a connected client that asks its user. A program can give that answer in the user's place."
    }),
    checkbox("protect_shared_records", "yes", "Refuse test keys what destroys records that live and test keys share", protect_shared_records)
  ]
})

const shown = Effect.fnUntraced(function*(errors: FieldErrors, typed?: Settings) {
  const { api: { company }, query } = yield* SessionRequest
  const settings = typed ?? (yield* company.get_company_settings())
  return {
    title: "Company",
    section: paths.company,
    content: html`
      <div>
        ${doneNotice(query, { saved: "Saved." })}
        ${problem(errors)}
        <section class="narrow">
          <h2>Approvals and test keys</h2>
          ${yield* permitted("update_company_settings", () => settingsForm(settings, errors))}
        </section>
        <section class="narrow">
          <h2>What test mode shares with live mode</h2>
          <p>${SHARED_IN_WORDS}</p>
          <p>${APART_IN_WORDS}</p>
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

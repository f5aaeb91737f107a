import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentRequester } from "#layers/auth/anonymous"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import type { Membership } from "#schemas/auth/session"
import { CompanyId } from "#schemas/kernel/ids"
import { type Mode, modes } from "#schemas/kernel/tenancy"
import { switched } from "#workflows/auth/switching"
import { networkOf } from "../../http/client-address.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { badge, empty } from "../components/elements.ts"
import { hiddenField, postForm } from "../components/form.ts"
import { table } from "../components/table.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths, returnPath } from "../paths.ts"
import { peopleOnly } from "./account.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("companies")
const m = spoken("sharing")
const roleNames = spoken("roleNames")

const companyTable = (rows: ReadonlyArray<Membership>, enter: (membership: Membership, mode: Mode) => Node): Node =>
  table<Membership>({
    label: w.label,
    rows,
    empty: empty(w.none),
    columns: [
      { title: w.company, cell: ({ name }) => name },
      { title: w.role, cell: ({ role }) => roleNames[role] },
      { title: w.live, cell: (row) => enter(row, "live") },
      { title: w.test, cell: (row) => enter(row, "test") }
    ]
  })

export const companiesPage = Effect.gen(function*() {
  const { api: { auth }, session: { caller } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.title, paths.account)
  const { companies } = yield* auth.get_me()
  const enter = ({ company_id, name }: Membership, mode: Mode): Node =>
    company_id === caller.company_id && mode === caller.mode
      ? badge(w.here, "good")
      : postForm({
        to: paths.companies, button: w.go, about: w.about(name, mode),
        fields: [hiddenField("company", String(company_id)), hiddenField("mode", mode)]
      })
  return {
    title: w.title,
    section: paths.account,
    trail: { title: w.account, to: paths.account },
    content: html`
      <div>
        <p>${m.noMoney} ${m.sharedInWords} ${m.apartInWords}</p>
        ${companyTable(companies, enter)}
      </div>`
  } satisfies Page
})

/** Signs somebody in to another of their companies, or in another mode, in place of where they were. They go on at the page that the form names. */
export const switchCompany = Effect.gen(function*() {
  const sessions = yield* DashboardSessions
  const { api: { auth }, form, session: { caller: { person } }, token } = yield* SessionRequest
  const company = Number(form.get("company"))
  if (person === undefined || !Number.isSafeInteger(company) || company < 1) return { to: paths.companies }
  const { address } = yield* CurrentRequest
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const entered = yield* switched(person.account_id, CompanyId.make(company), modes.find((mode) => mode === form.get("mode")) ?? "live").pipe(
    Effect.provideService(CurrentRequester, { address, network: networkOf(address), userAgent: headers["user-agent"] })
  )
  const sessionToken = yield* sessions.open(entered)
  yield* auth.logout()
  yield* sessions.close(token)
  return { to: returnPath(form.get("to")), sessionToken }
})

import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentRequester } from "#layers/auth/anonymous"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import type { Membership } from "#schemas/auth/session"
import { CompanyId } from "#schemas/kernel/ids"
import { APART_IN_WORDS, SHARED_IN_WORDS } from "#schemas/kernel/modes"
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

const companyTable = (rows: ReadonlyArray<Membership>, enter: (membership: Membership, mode: Mode) => Node): Node =>
  table<Membership>({
    label: "Your companies",
    rows,
    empty: empty("You belong to no company."),
    columns: [
      { title: "Company", cell: ({ name }) => name },
      { title: "Your role", cell: ({ role }) => role },
      { title: "Live, for real", cell: (row) => enter(row, "live") },
      { title: "Test, where no money moves", cell: (row) => enter(row, "test") }
    ]
  })

export const companiesPage = Effect.gen(function*() {
  const { api: { auth }, session: { caller } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("Company and mode", paths.account)
  const { companies } = yield* auth.get_me()
  const enter = ({ company_id, name }: Membership, mode: Mode): Node =>
    company_id === caller.company_id && mode === caller.mode
      ? badge("you are here", "good")
      : postForm({
        to: paths.companies, button: "Go there", about: `to ${name}, ${mode}`,
        fields: [hiddenField("company", String(company_id)), hiddenField("mode", mode)]
      })
  return {
    title: "Company and mode",
    section: paths.account,
    trail: { title: "Your account", to: paths.account },
    content: html`
      <div>
        <p>In test mode no money moves, and nothing is sent to anybody. ${SHARED_IN_WORDS} ${APART_IN_WORDS}</p>
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

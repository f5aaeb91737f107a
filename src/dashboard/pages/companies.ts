import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { CurrentRequester } from "#layers/auth/anonymous"
import type { Membership } from "#schemas/auth/session"
import { CompanyId } from "#schemas/kernel/ids"
import { type Mode, modes } from "#schemas/kernel/tenancy"
import { switched } from "#workflows/auth/switching"
import { networkOf } from "../../http/client-address.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { InProcessClient } from "../../http/in-process-client.ts"
import { badge } from "../components/badge.ts"
import { hiddenField } from "../components/field.ts"
import { act } from "../components/form.ts"
import { empty } from "../components/states.ts"
import { table } from "../components/table.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import type { Page } from "../response.ts"
import { forPeople } from "./account.ts"

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
  const { auth } = yield* InProcessClient
  const { proof, session: { caller } } = yield* Visit
  if (caller.person === undefined) return forPeople("Company and mode", places.account)
  const { companies } = yield* auth.get_me()
  const enter = ({ company_id, name }: Membership, mode: Mode): Node =>
    company_id === caller.company_id && mode === caller.mode
      ? badge("you are here", "good")
      : act({
        to: places.companies,
        proof,
        button: "Go there",
        about: `to ${name}, ${mode}`,
        fields: [hiddenField("company", String(company_id)), hiddenField("mode", mode)]
      })
  return {
    title: "Company and mode",
    section: places.account,
    trail: { title: "Your account", to: places.account },
    content: html`
      <div>
        <p>What is done in test mode stays apart: no money moves, and nothing is sent to anybody.</p>
        ${companyTable(companies, enter)}
      </div>`
  } satisfies Page
})

/** Signs somebody in to another of their companies, or in another mode, in place of where they were. */
export const switchCompany = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const sessions = yield* DashboardSessions
  const { form, session: { caller: { person } }, token } = yield* Visit
  const company = Number(form.get("company"))
  if (person === undefined || !Number.isSafeInteger(company) || company < 1) return { to: places.companies }
  const { address } = yield* CurrentRequest
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const entered = yield* switched(person.account_id, CompanyId.make(company), modes.find((mode) => mode === form.get("mode")) ?? "live").pipe(
    Effect.provideService(CurrentRequester, { address, network: networkOf(address), userAgent: headers["user-agent"] })
  )
  const entering = yield* sessions.open(entered)
  yield* auth.logout()
  yield* sessions.close(token)
  return { to: places.overview, entering }
})

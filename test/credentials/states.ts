import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CONNECTOR_PATH } from "#src/oauth/paths"
import { ask, toldOf } from "../connector/grants.ts"
import { client } from "../oauth/client.ts"
import { backFrom, fieldsOf, press, type Question, toQuestion, type WebClient } from "../oauth/driver.ts"
import type { Here } from "../auth/people.ts"
import { json, send } from "../support/test-server.ts"

export const SITE = "https://site.example"
/** Nothing here is about rates. */
export const config = { siteUrl: Option.some(SITE), companyRateLimit: 1_000_000 }
export const RESOURCE = `${SITE}${CONNECTOR_PATH}`

/** How far something opens what it opened. */
export type State = "open" | "narrowed" | "ended"

export const stateOf = (statuses: ReadonlyArray<number>): State =>
  statuses.some((status) => status === 401 || status === 303) ? "ended" : statuses.includes(403) ? "narrowed" : "open"

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** To read, to write, and what takes a tier. */
export const api = (headers: Readonly<Record<string, string>>): Effect.Effect<State, never, Here> =>
  Effect.map(
    Effect.all([
      send("/crm/contacts?limit=1", { headers }),
      send("/crm/contacts", { method: "POST", headers, ...json({ first_name: "Probe" }) }),
      send("/workflows/runs?limit=1", { headers })
    ]),
    (sent) => stateOf(sent.map(({ status }) => status))
  )

export const pages = (browser: WebClient, ...paths: ReadonlyArray<string>): Effect.Effect<State> =>
  Effect.map(Effect.forEach(paths, (path) => browser.get(`/dashboard${path}`)), (shown) => stateOf(shown.map(({ status }) => status)))

/** What a tool answered. That nobody has agreed to a call means that whoever had agreed is not believed any more. */
export const toolState = ({ message, status, text }: Effect.Success<ReturnType<typeof ask>>): State => {
  if (status === 401) return "ended"
  if (message?.result === undefined) throw new Error(text)
  const { error } = toldOf(message)
  return error === undefined ? "open" : error.code === "confirmation_required" ? "ended" : "narrowed"
}

const worst = (states: ReadonlyArray<State>): State => states.includes("ended") ? "ended" : states.includes("narrowed") ? "narrowed" : "open"

/** The same as of the API, by tools. */
export const connector = (token: string): Effect.Effect<State, never, Here> => {
  const tools = [["list_contacts", { limit: 1 }], ["create_contact", { first_name: "Probe" }], ["list_workflow_runs", { limit: 1 }]] as const
  return Effect.map(
    Effect.forEach(tools, ([name, args]) => Effect.map(ask({ token }, "tools/call", { name, arguments: args }), toolState)), worst
  )
}

/** What a session's tokens open; nothing where there are none. */
export const opens = ({ json, status }: { readonly status: number; readonly json: any }): Effect.Effect<State, never, Here> =>
  status === 200 ? api(bearer(json.access_token)) : Effect.succeed("ended")

export type App = Effect.Success<ReturnType<typeof client>>

/** A client's request in somebody's browser, up to the page that asks them. */
export const asked = Effect.fnUntraced(function*(browser: WebClient, app: App) {
  const question = yield* toQuestion(
    browser, app.authorize({ resource: RESOURCE, scope: "crm:read crm:write workflows:read offline_access" }), "owner"
  )
  assert.strictEqual(question.status, 200, question.text)
  return question
})

/** The code that a client gets once the person agrees; nothing where they cannot. */
export const agreedOn = Effect.fnUntraced(function*(browser: WebClient, question: Question) {
  const shown = yield* press(browser, question, "allow", fieldsOf(question), { origin: SITE })
  if (shown.status !== 200) return undefined
  const back = yield* backFrom({ ...browser, base: SITE }, shown)
  return back.searchParams.get("code") ?? undefined
})

/** What a client has by a code. */
export const collected = Effect.fnUntraced(function*(app: App, code: string | undefined, base = app.base): Effect.fn.Return<State, never, Here> {
  if (code === undefined) return "ended"
  const { json, status } = yield* app.exchange(code, {}, base)
  return status === 200 ? yield* connector(json.access_token) : "ended"
})

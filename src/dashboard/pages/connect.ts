import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Accounts, type Part } from "#layers/auth/accounts"
import { Site } from "#layers/kernel/installation/site"
import { COMMAND_LINE } from "#schemas/auth/command-line"
import { CompanyId } from "#schemas/kernel/ids"
import { SHARED_IN_SHORT } from "#schemas/kernel/modes"
import { areas, modes, scopesOf } from "#schemas/kernel/tenancy"
import { COOKIES, pathOf } from "../../oauth/interaction.ts"
import { areaWords, isRead } from "../../oauth/scopes.ts"
import { OAuthServer, type Waiting } from "../../oauth/server.ts"
import { failure, link } from "../components/elements.ts"
import { checkbox, hiddenField, NO_ERRORS, postForm, select } from "../components/form.ts"
import { facts } from "../components/table.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { errorPage } from "../response.ts"

const ended = errorPage(
  404, "This request has ended",
  "It was decided before, or waited for more than an hour. Nothing was connected by it now. Go back to the app and connect it again."
)

const elsewhere = errorPage(
  403, "This request was begun elsewhere",
  "An app is connected in the browser in which it was begun, so that nobody can have you connect theirs. Go back to the app and begin there."
)

const personNeeded = errorPage(
  403, "This needs a person",
  "You are signed in with an API key. An app acts for a person: sign out, sign in with your e-mail address, and connect it again."
)

/** The request in the address, if it is this browser's, and who is asked. */
const connectRequest = Effect.gen(function*() {
  const { params, session: { caller } } = yield* SessionRequest
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const server = yield* OAuthServer
  const origin = yield* (yield* Site).origin
  const uid = params["uid"] ?? ""
  if (cookies[COOKIES.interaction] !== uid) return yield* elsewhere
  if (caller.credential !== "session" || caller.person === undefined) return yield* personNeeded
  const waiting = yield* server.waiting(origin, uid)
  if (Option.isNone(waiting)) return yield* ended
  const { account_id } = caller.person
  const parts = yield* (yield* Accounts).memberships(account_id)
  return { origin, uid, account_id, parts, waiting: waiting.value, server }
})

type ConnectRequest = Exclude<Effect.Success<typeof connectRequest>, Page>

const isPage = (found: ConnectRequest | Page): found is Page => "title" in found

/** What a person may choose from in some company of theirs, area by area. */
const choices = ({ scopes }: Waiting, parts: ReadonlyArray<Part>, ticked: (scope: string) => boolean): Node => {
  const may = new Set<string>(parts.flatMap(({ role }) => [...scopesOf(role)]))
  const rows = areas.flatMap((area) => {
    const own = (["read", "write"] as const).map((kind) => ({ kind, scope: `${area}:${kind}` }))
      .filter(({ scope }) => scopes.includes(scope) && may.has(scope))
    return own.length === 0 ? [] : [{ area, own }]
  })
  return html`
    <fieldset class="grants">
      <legend>What it may do</legend>
      ${rows.map(({ area, own }) => html`
        <div class="grant">
          <span>${areaWords[area]}</span>
          <span class="ticks">
            ${own.map(({ kind, scope }) =>
              checkbox("scope", scope, html`${kind === "read" ? "See" : "Change"}<span class="unseen"> ${areaWords[area]}</span>`, ticked(scope)))}
          </span>
        </div>`)}
    </fieldset>`
}

/** One company is meant; which one stands in words where there is no choice. */
const company = (parts: ReadonlyArray<Part>, chosen: number): Node =>
  parts.length === 1
    ? [html`<p>It would act in <strong>${parts[0]!.name}</strong>.</p>`, hiddenField("company", String(parts[0]!.company_id))]
    : select({
      name: "company",
      label: "Company that it acts in",
      errors: NO_ERRORS,
      help: "It acts in this one only. To connect it to another, connect it again.",
      options: parts.map(({ company_id, name, role }) => [String(company_id), `${name} (you are ${role})`]),
      chosen: String(chosen)
    })

const mode = (chosen: string): Node =>
  select({
    name: "mode",
    label: "For real or to try out",
    errors: NO_ERRORS,
    help: SHARED_IN_SHORT,
    options: [["test", "Test: no money moves, no message is sent"], ["live", "Live: what it does is for real"]],
    chosen
  })

const question = ({ parts, uid, waiting }: ConnectRequest, problem?: string) =>
  Effect.map(SessionRequest, ({ form, session: { caller } }): Page => {
    const { answersTo, client } = waiting
    const sent = form.getAll("scope")
    const isCommandLine = client.id === COMMAND_LINE
    return {
      title: `Connect ${client.name}?`,
      status: problem === undefined ? 200 : 422,
      content: html`
        <div class="connect">
          ${problem !== undefined && failure("That did not work.", problem)}
          <p>The app <strong>${client.name}</strong> asks to act for you. Only connect an app that you were just about to connect.</p>
          ${facts([
            ["Who answers for it", isCommandLine
              ? html`<span>This service: it is its command line, on the machine of this browser. Only go on if you just gave the command.</span>`
              : client.host === undefined
              ? html`<span>Nobody: it registered itself, and the name is its own claim.</span>`
              : html`<code>${client.host}</code>`],
            ["Goes back to", html`<code>${answersTo}</code>`]
          ])}
          ${postForm({
            to: `${pathOf(uid)}/allow`, button: "Connect", tone: "main",
            fields: html`
              <div>
                ${company(parts, Number(form.get("company") ?? caller.company_id))}
                ${mode(form.get("mode") ?? "test")}
                ${choices(waiting, parts, (scope) => problem === undefined ? isCommandLine || isRead(scope) : sent.includes(scope))}
                <p class="faint">
                  It never gets more than you have yourself, and loses what you lose. What deletes, pays or sends to many still waits
                  for a person to agree. Everything it does is on record under its name in ${link(paths.receipts, "receipts")}, for you and for the admins of
                  the company. You and they can cut it off at any time; that takes a second. By itself the connection ends when it was not used
                  for 60 days, and after a year.
                </p>
              </div>`
          })}
          ${postForm({ to: `${pathOf(uid)}/deny`, button: "Do not connect" })}
        </div>`
    }
  })

/** Goes on by itself. A form that was sent may not lead elsewhere, as the policy of our pages has it; a page that was shown may. */
const goingBack = (title: string, { answersTo, returnTo }: Waiting): Page => ({
  title,
  forwardTo: returnTo,
  content: html`<p>Going back to <code>${answersTo}</code>. <a href=${returnTo}>Go on</a> if nothing happens.</p>`
})

export const connectPage = Effect.gen(function*() {
  const found = yield* connectRequest
  return isPage(found) ? found : yield* question(found)
})

export const allowClient = Effect.gen(function*() {
  const found = yield* connectRequest
  if (isPage(found)) return found
  const { account_id, origin, parts, server, uid, waiting } = found
  const { form, session: { caller } } = yield* SessionRequest
  const chosen = parts.find(({ company_id }) => String(company_id) === form.get("company"))
  const mode = modes.find((mode) => mode === form.get("mode"))
  if (chosen === undefined) return yield* question(found, "Choose one of your companies.")
  if (mode === undefined) return yield* question(found, "Choose whether it is for real.")
  const done = yield* server.allow(origin, uid, {
    account_id, company_id: CompanyId.make(chosen.company_id), mode, scopes: form.getAll("scope"), session: caller
  })
  if (done === "nothing") {
    return yield* question(found, `Tick at least one thing that you may do in ${chosen.name} yourself.`)
  }
  return done === "decided" ? yield* ended : goingBack(`${waiting.client.name} is connected`, waiting)
})

export const denyClient = Effect.gen(function*() {
  const found = yield* connectRequest
  if (isPage(found)) return found
  yield* found.server.deny(found.origin, found.uid)
  return goingBack("Nothing was connected", found.waiting)
})

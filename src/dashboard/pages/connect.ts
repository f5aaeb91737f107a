import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Accounts, type Part } from "#layers/auth/accounts"
import { Site } from "#layers/kernel/installation/site"
import { COMMAND_LINE } from "#schemas/auth/command-line"
import { CompanyId } from "#schemas/kernel/ids"
import { areas, modes, scopesOf } from "#schemas/kernel/tenancy"
import { COOKIES, pathOf } from "../../oauth/interaction.ts"
import { isRead } from "../../oauth/scopes.ts"
import { OAuthServer, type Waiting } from "../../oauth/server.ts"
import { failure, link } from "../components/elements.ts"
import { checkbox, hiddenField, NO_ERRORS, postForm, select } from "../components/form.ts"
import { facts } from "../components/table.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { errorPage } from "../response.ts"
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("connect")
const areaNames = spoken("areas")
const frame = spoken("frame")
const roleNames = spoken("roleNames")

const ended = errorPage(
  404, w.ended,
  w.endedHelp
)

const elsewhere = errorPage(
  403, w.elsewhere,
  w.elsewhereHelp
)

const personNeeded = errorPage(
  403, w.person,
  w.personHelp
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
      <legend>${w.may}</legend>
      ${rows.map(({ area, own }) => html`
        <div class="grant">
          <span>${areaNames[area]}</span>
          <span class="ticks">
            ${own.map(({ kind, scope }) =>
              checkbox("scope", scope, html`${kind === "read" ? w.see : w.change}<span class="unseen"> ${areaNames[area]}</span>`, ticked(scope)))}
          </span>
        </div>`)}
    </fieldset>`
}

/** One company is meant; which one stands in words where there is no choice. */
const company = (parts: ReadonlyArray<Part>, chosen: number): Node =>
  parts.length === 1
    ? [w.actsIn(parts[0]!.name), hiddenField("company", String(parts[0]!.company_id))]
    : select({
      name: "company",
      label: w.company,
      errors: NO_ERRORS,
      help: w.companyHelp,
      options: parts.map(({ company_id, name, role }) => [String(company_id), w.youAre(name, roleNames[role])]),
      chosen: String(chosen)
    })

const mode = (chosen: string): Node =>
  select({
    name: "mode",
    label: w.mode,
    errors: NO_ERRORS,
    help: frame.shared,
    options: [["test", w.test], ["live", w.live]],
    chosen
  })

const question = ({ parts, uid, waiting }: ConnectRequest, problem?: Text) =>
  Effect.map(SessionRequest, ({ form, session: { caller } }): Page => {
    const { answersTo, client } = waiting
    const sent = form.getAll("scope")
    const isCommandLine = client.id === COMMAND_LINE
    return {
      title: w.title(client.name),
      status: problem === undefined ? 200 : 422,
      content: html`
        <div class="connect">
          ${problem !== undefined && failure(w.failed, problem)}
          ${w.asks(client.name)}
          ${facts([
            [w.answers, isCommandLine
              ? html`<span>${w.commandLine}</span>`
              : client.host === undefined
              ? html`<span>${w.ownClaim}</span>`
              : html`<code>${client.host}</code>`],
            [w.backTo, html`<code>${answersTo}</code>`]
          ])}
          ${postForm({
            to: `${pathOf(uid)}/allow`, button: w.connect, tone: "main",
            fields: html`
              <div>
                ${company(parts, Number(form.get("company") ?? caller.company_id))}
                ${mode(form.get("mode") ?? "test")}
                ${choices(waiting, parts, (scope) => problem === undefined ? isCommandLine || isRead(scope) : sent.includes(scope))}
                ${w.limits(link(paths.receipts, w.receipts))}
              </div>`
          })}
          ${postForm({ to: `${pathOf(uid)}/deny`, button: w.deny })}
        </div>`
    }
  })

/** Goes on by itself. A form that was sent may not lead elsewhere, as the policy of our pages has it; a page that was shown may. */
const goingBack = (title: Text, { answersTo, returnTo }: Waiting): Page => ({
  title,
  forwardTo: returnTo,
  content: w.goingBack(answersTo, html`<a href=${returnTo}>${w.goOn}</a>`)
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
  if (chosen === undefined) return yield* question(found, w.chooseCompany)
  if (mode === undefined) return yield* question(found, w.chooseMode)
  const done = yield* server.allow(origin, uid, {
    account_id, company_id: CompanyId.make(chosen.company_id), mode, scopes: form.getAll("scope"), session: caller
  })
  if (done === "nothing") {
    return yield* question(found, w.tick(chosen.name))
  }
  return done === "decided" ? yield* ended : goingBack(w.connected(waiting.client.name), waiting)
})

export const denyClient = Effect.gen(function*() {
  const found = yield* connectRequest
  if (isPage(found)) return found
  yield* found.server.deny(found.origin, found.uid)
  return goingBack(w.notConnected, found.waiting)
})

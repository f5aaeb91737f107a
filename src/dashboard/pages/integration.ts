import { Effect, Redacted, Schema } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { type Integration, Key } from "#schemas/integrations/integration"
import { type IntegrationRun, IntegrationRunId } from "#schemas/integrations/run"
import { NotFound } from "#schemas/kernel/errors"
import { badgesOf, doneNotice, empty, failure, NONE, notice } from "../components/elements.ts"
import { checkbox, field, type FieldErrors, hiddenField, NO_ERRORS, postForm, select } from "../components/form.ts"
import { count } from "../components/locale.ts"
import { type Fact, facts, paging, ROWS, table } from "../components/table.ts"
import { ago, time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { submit, withAgreement, withConsent } from "../submit.ts"
import { integrationBadge } from "./integrations.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("integration")

const isKey = Schema.is(Key)

const keyOf = Effect.gen(function*() {
  const { params: { key } } = yield* SessionRequest
  return isKey(key) ? key : yield* new NotFound({ message: "There is no such system." })
})

const runBadge = badgesOf<IntegrationRun["state"]>({ waiting: "wait", running: "busy", completed: "good", failed: "bad", canceled: "plain" })

const runTable = (zone: string, rows: ReadonlyArray<IntegrationRun>, mayUndo: boolean): Node => table<IntegrationRun>({
  label: w.runsLabel,
  rows,
  empty: empty(w.nothingYet),
  columns: [
    { title: w.run, cell: ({ dry_run, id, kind }) => kind === "undo" ? w.takingBack(id) : dry_run ? w.tryingOut(id) : w.inStep(id) },
    { title: w.state, cell: ({ error, state }) => [runBadge(state), error !== null && html` <span class="faint">${error}</span>`] },
    { title: w.made, cell: ({ created }) => count(created), figure: true },
    { title: w.changed, cell: ({ updated }) => count(updated), figure: true },
    { title: w.asBefore, cell: ({ unchanged }) => count(unchanged), figure: true },
    { title: w.left, cell: ({ failed, skipped }) => count(skipped + failed), figure: true },
    { title: w.ended, cell: ({ finished_at }) => ago(zone, finished_at) },
    {
      title: w.takeBack,
      cell: ({ dry_run, finished_at, id, key, kind, undone }) =>
        undone !== null ? w.byRun(undone) : mayUndo && kind === "sync" && !dry_run && finished_at !== null && rows.find((one) => one.kind === "sync" && !one.dry_run)?.id === id
          ? postForm({ to: `${paths.integrations}/${key}/runs/${id}/undo`, button: w.takeBack, about: w.runNumber(id), tone: "risky" })
          : NONE
    }
  ]
})

const known = (zone: string, one: Integration): ReadonlyArray<Fact> => [
  [w.state, integrationBadge(one)],
  [w.account, one.account ?? NONE],
  ...one.reads.length > 0 ? [[w.reads, one.reads.join("; ")] as const] : [],
  ...one.writes.length > 0 ? [[w.writes, one.writes.join("; ")] as const] : [],
  ...one.mapping.length > 0 ? [[w.fields, one.mapping.map(({ ours, theirs }) => `${theirs} → ${ours}`).join("; ")] as const] : [],
  ...one.conflict !== null ? [[w.bothChanged, one.conflict] as const] : [],
  [w.limits, one.limits],
  [w.leftOut, one.left_out],
  ...one.connected_at !== null ? [[w.connectedAt, time(zone, one.connected_at)] as const] : [],
  ...one.last_synced_at !== null ? [[w.lastSynced, time(zone, one.last_synced_at)] as const] : []
]

const words = { token: w.token, client_id: w.clientId, client_secret: w.clientSecret, secret_address: w.address, account: w.which } as const
type Typed = keyof typeof words
const isTyped = (name: string): name is Typed => Object.hasOwn(words, name)
const secrets: ReadonlySet<string> = new Set<Typed>(["token", "client_secret", "secret_address"])

const connectForm = (one: Integration, errors: FieldErrors, values: URLSearchParams): Node => postForm({
  to: `${paths.integrations}/${one.key}/connect`, button: one.state === "not_connected" ? w.connect : w.connectAgain, tone: "main",
  fields: html`
    ${hiddenField("once", newToken())}
    <p class="help">${w.connectHelp}</p>
    ${one.needs.filter(({ name }) => isTyped(name)).map(({ means, name, required }) => field({
      name, label: words[name as Typed], errors, help: means,
      attributes: { required, maxlength: "2000", autocomplete: "off", spellcheck: "false", ...secrets.has(name) ? { type: "password" } : { value: textOf(values, name) } }
    }))}
    ${one.needs.some(({ name }) => name === "conflict") && select({
      name: "conflict", label: w.conflict, chosen: textOf(values, "conflict") || "ours", options: [["ours", w.ours], ["theirs", w.theirs]]
    })}`
})

/** Whether it is brought in step by runs, and does not do what it does by itself. */
const isSynced = ({ authorization, kind }: Integration) => authorization !== "own_address" && kind !== "team_chat"

const acts = (one: Integration): Node => html`
  <div class="acts">
    ${one.authorization !== "own_address" && one.state !== "authorizing" && postForm({ to: `${paths.integrations}/${one.key}/check`, button: w.check })}
    ${isSynced(one)
      ? postForm({ to: `${paths.integrations}/${one.key}/sync`, button: w.sync, tone: "main", fields: checkbox("dry_run", "true", w.dryRun, false) })
      : null}
    ${postForm({ to: `${paths.integrations}/${one.key}/disconnect`, button: w.disconnect, tone: "risky" })}
  </div>`

const shown = Effect.fnUntraced(function*(errors: FieldErrors, values: URLSearchParams) {
  const { api: { integrations }, query, session: { company: { time_zone } } } = yield* SessionRequest
  const key = yield* keyOf
  const one = yield* integrations.get_integration({ params: { key } })
  const { cursor } = optional(query, ["cursor"])
  const runs = yield* integrations.list_integration_runs({ params: { key }, query: { limit: ROWS, offset: 0, ...cursor !== undefined && { cursor } } })
  const isConnected = one.state !== "not_connected"
  const form = one.status === "planned" ? html`<p class="faint">${w.notBuilt}</p>` : yield* permitted("connect_integration", () => connectForm(one, errors, values))
  const buttons = isConnected ? yield* permitted("disconnect_integration", () => acts(one)) : null
  return {
    title: one.name,
    section: paths.integrations,
    trail: { title: w.title, to: paths.integrations },
    content: html`
      <div>
        ${doneNotice(query, {
          connected: w.connectedDone, checked: w.checked, begun: w.begun,
          undone: w.undone
        })}
        ${problem(errors)}
        ${one.failure !== null && failure(one.failure)}
        ${one.authorization_url !== null && notice(w.agreeThere(html`<a href=${one.authorization_url} rel="noreferrer">${w.agreeAt(one.name)}</a>`))}
        ${one.address !== null && notice(w.sendsTo(one.address))}
        ${facts(known(time_zone, one))}
        ${buttons}
        ${isConnected && isSynced(one) && html`<h2>${w.runs}</h2>${runTable(time_zone, runs.items, true)}${paging({ path: `${paths.integrations}/${key}`, cursor, shown: runs })}`}
        <h2>${isConnected ? w.connectAgain : w.connect}</h2>
        ${form}
      </div>`
  } satisfies Page
})

export const integrationPage = Effect.suspend(() => shown(NO_ERRORS, new URLSearchParams()))

export const connectIntegration = Effect.gen(function*() {
  const { api: { integrations }, form } = yield* SessionRequest
  const key = yield* keyOf
  const at = `${paths.integrations}/${key}`
  const typed = (Object.keys(words) as ReadonlyArray<Typed>).flatMap((name) => textOf(form, name) === "" ? [] : [[name, textOf(form, name)] as const])
  const conflict = textOf(form, "conflict") === "theirs" ? { conflict: "theirs" } : {}
  const payload = { ...Object.fromEntries(typed.map(([name, text]) => [name, secrets.has(name) ? Redacted.make(text) : text])), ...conflict }
  return yield* submit("connect_integration", {
    payload: { ...Object.fromEntries(typed), ...conflict },
    fields: Object.keys(words),
    call: withAgreement(Effect.as(
      integrations.connect_integration({ params: { key }, headers: { "idempotency-key": `dashboard-${textOf(form, "once").slice(0, 50) || newToken()}` }, payload: payload as never }),
      { to: `${at}?done=connected` }
    )),
    again: (errors) => shown(errors, form)
  })
})

export const checkIntegration = Effect.gen(function*() {
  const { api: { integrations } } = yield* SessionRequest
  const key = yield* keyOf
  yield* integrations.check_integration({ params: { key } })
  return { to: `${paths.integrations}/${key}?done=checked` }
})

export const syncIntegration = Effect.gen(function*() {
  const { api: { integrations }, form } = yield* SessionRequest
  const key = yield* keyOf
  yield* integrations.sync_integration({ params: { key }, payload: { dry_run: textOf(form, "dry_run") === "true" } })
  return { to: `${paths.integrations}/${key}?done=begun` }
})

export const disconnectIntegration = Effect.gen(function*() {
  const { api: { integrations } } = yield* SessionRequest
  const key = yield* keyOf
  return yield* withConsent({
    verb: "disconnect_integration", question: w.disconnectQuestion, button: w.disconnectIt, back: `${paths.integrations}/${key}`, section: paths.integrations,
    follows: w.disconnectFollows
  }, Effect.as(integrations.disconnect_integration({ params: { key } }), { to: `${paths.integrations}?done=disconnected` }))
})

export const undoIntegrationRun = Effect.gen(function*() {
  const { api: { integrations }, params } = yield* SessionRequest
  const key = yield* keyOf
  const id = yield* idOf(params, IntegrationRunId.make)
  return yield* withConsent({
    verb: "undo_integration_run", question: w.undoQuestion, button: w.takeItBack, back: `${paths.integrations}/${key}`, section: paths.integrations,
    follows: w.undoFollows
  }, Effect.as(integrations.undo_integration_run({ params: { key, id } }), { to: `${paths.integrations}/${key}?done=undone` }))
})

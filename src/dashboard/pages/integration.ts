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

const isKey = Schema.is(Key)

const keyOf = Effect.gen(function*() {
  const { params: { key } } = yield* SessionRequest
  return isKey(key) ? key : yield* new NotFound({ message: "There is no such system." })
})

const runBadge = badgesOf<IntegrationRun["state"]>({ waiting: "wait", running: "busy", completed: "good", failed: "bad", canceled: "plain" })

const runTable = (zone: string, rows: ReadonlyArray<IntegrationRun>, mayUndo: boolean): Node => table<IntegrationRun>({
  label: "Runs, the newest first",
  rows,
  empty: empty("Nothing was brought over yet."),
  columns: [
    { title: "Run", cell: ({ dry_run, id, kind }) => `${kind === "undo" ? "Taking back" : dry_run ? "Trying out" : "Bringing in step"} ${id}` },
    { title: "State", cell: ({ error, state }) => [runBadge(state), error !== null && html` <span class="faint">${error}</span>`] },
    { title: "Made", cell: ({ created }) => count(created), figure: true },
    { title: "Changed", cell: ({ updated }) => count(updated), figure: true },
    { title: "As before", cell: ({ unchanged }) => count(unchanged), figure: true },
    { title: "Left", cell: ({ failed, skipped }) => count(skipped + failed), figure: true },
    { title: "Ended", cell: ({ finished_at }) => ago(zone, finished_at) },
    {
      title: "Take back",
      cell: ({ dry_run, finished_at, id, key, kind, undone }) =>
        undone !== null ? `by run ${undone}` : mayUndo && kind === "sync" && !dry_run && finished_at !== null && rows.find((one) => one.kind === "sync" && !one.dry_run)?.id === id
          ? postForm({ to: `${paths.integrations}/${key}/runs/${id}/undo`, button: "Take back", about: `run ${id}`, tone: "risky" })
          : NONE
    }
  ]
})

const known = (zone: string, one: Integration): ReadonlyArray<Fact> => [
  ["State", integrationBadge(one)],
  ["Account", one.account ?? NONE],
  ...one.reads.length > 0 ? [["Reads", one.reads.join("; ")] as const] : [],
  ...one.writes.length > 0 ? [["Writes", one.writes.join("; ")] as const] : [],
  ...one.mapping.length > 0 ? [["Fields", one.mapping.map(({ ours, theirs }) => `${theirs} → ${ours}`).join("; ")] as const] : [],
  ...one.conflict !== null ? [["Where both changed", one.conflict] as const] : [],
  ["Limits", one.limits],
  ["Left out", one.left_out],
  ...one.connected_at !== null ? [["Connected", time(zone, one.connected_at)] as const] : [],
  ...one.last_synced_at !== null ? [["Last synced", time(zone, one.last_synced_at)] as const] : []
]

const words = { token: "Key or token", client_id: "Id of your app there", client_secret: "Secret of your app there", secret_address: "Address", account: "Which one there" } as const
type Typed = keyof typeof words
const isTyped = (name: string): name is Typed => Object.hasOwn(words, name)
const secrets: ReadonlySet<string> = new Set<Typed>(["token", "client_secret", "secret_address"])

const connectForm = (one: Integration, errors: FieldErrors, values: URLSearchParams): Node => postForm({
  to: `${paths.integrations}/${one.key}/connect`, button: one.state === "not_connected" ? "Connect" : "Connect again", tone: "main",
  fields: html`
    ${hiddenField("once", newToken())}
    <p class="help">Connecting lets the two systems work together as is said above, until somebody disconnects them.</p>
    ${one.needs.filter(({ name }) => isTyped(name)).map(({ means, name, required }) => field({
      name, label: words[name as Typed], errors, help: means,
      attributes: { required, maxlength: "2000", autocomplete: "off", spellcheck: "false", ...secrets.has(name) ? { type: "password" } : { value: textOf(values, name) } }
    }))}
    ${one.needs.some(({ name }) => name === "conflict") && select({
      name: "conflict", label: "Where both sides changed the same", chosen: textOf(values, "conflict") || "ours", options: [["ours", "what is here holds"], ["theirs", "what is there holds"]]
    })}`
})

/** Whether it is brought in step by runs, and does not do what it does by itself. */
const isSynced = ({ authorization, kind }: Integration) => authorization !== "own_address" && kind !== "team_chat"

const acts = (one: Integration): Node => html`
  <div class="acts">
    ${one.authorization !== "own_address" && one.state !== "authorizing" && postForm({ to: `${paths.integrations}/${one.key}/check`, button: "Check it now" })}
    ${isSynced(one)
      ? postForm({ to: `${paths.integrations}/${one.key}/sync`, button: "Bring in step", tone: "main", fields: checkbox("dry_run", "true", "only try it out", false) })
      : null}
    ${postForm({ to: `${paths.integrations}/${one.key}/disconnect`, button: "Disconnect", tone: "risky" })}
  </div>`

const shown = Effect.fnUntraced(function*(errors: FieldErrors, values: URLSearchParams) {
  const { api: { integrations }, query, session: { company: { time_zone } } } = yield* SessionRequest
  const key = yield* keyOf
  const one = yield* integrations.get_integration({ params: { key } })
  const { cursor } = optional(query, ["cursor"])
  const runs = yield* integrations.list_integration_runs({ params: { key }, query: { limit: ROWS, offset: 0, ...cursor !== undefined && { cursor } } })
  const isConnected = one.state !== "not_connected"
  const form = one.status === "planned" ? html`<p class="faint">It cannot be connected yet: it is not built.</p>` : yield* permitted("connect_integration", () => connectForm(one, errors, values))
  const buttons = isConnected ? yield* permitted("disconnect_integration", () => acts(one)) : null
  return {
    title: one.name,
    section: paths.integrations,
    trail: { title: "Integrations", to: paths.integrations },
    content: html`
      <div>
        ${doneNotice(query, {
          connected: "It is connected.", checked: "The other side was asked: this is how it stands.", begun: "It has begun: reload to see how far it is.",
          undone: "It is being taken back: reload to see how far it is."
        })}
        ${problem(errors)}
        ${one.failure !== null && failure(one.failure)}
        ${one.authorization_url !== null && notice(html`<span>Somebody has to agree at the other side, within ten minutes: <a href=${one.authorization_url} rel="noreferrer">Agree at ${one.name}</a></span>`)}
        ${one.address !== null && notice(html`<span>The other system sends to <code>${one.address}</code>. Whoever has this address can.</span>`)}
        ${facts(known(time_zone, one))}
        ${buttons}
        ${isConnected && isSynced(one) && html`<h2>Runs</h2>${runTable(time_zone, runs.items, true)}${paging({ path: `${paths.integrations}/${key}`, cursor, shown: runs })}`}
        <h2>${isConnected ? "Connect again" : "Connect"}</h2>
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
    verb: "disconnect_integration", question: "Disconnect this system?", button: "Disconnect it", back: `${paths.integrations}/${key}`, section: paths.integrations,
    follows: "Its credentials are forgotten, and nothing goes between the two any more. What was brought over stays."
  }, Effect.as(integrations.disconnect_integration({ params: { key } }), { to: `${paths.integrations}?done=disconnected` }))
})

export const undoIntegrationRun = Effect.gen(function*() {
  const { api: { integrations }, params } = yield* SessionRequest
  const key = yield* keyOf
  const id = yield* idOf(params, IntegrationRunId.make)
  return yield* withConsent({
    verb: "undo_integration_run", question: "Take this run back?", button: "Take it back", back: `${paths.integrations}/${key}`, section: paths.integrations,
    follows: "What it made goes into the bin, and what it changed says again what it said before. What somebody changed since stays."
  }, Effect.as(integrations.undo_integration_run({ params: { key, id } }), { to: `${paths.integrations}/${key}?done=undone` }))
})

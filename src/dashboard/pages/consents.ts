import { Effect, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import { type Consent, ConsentId } from "#schemas/agents/consent"
import { consentStates, type ConsentStep } from "#schemas/kernel/consent"
import { KeyId } from "#schemas/kernel/ids"
import type { ActingIdentity } from "../../http/in-process-client.ts"
import { errorTextOf } from "../api-errors.ts"
import { badgesOf, empty, failure, link, notice, testMark } from "../components/elements.ts"
import { choice, filter, input, postForm, select } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { type Names, namesOf } from "../credential-names.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("consents")

export const stateBadge = badgesOf<ConsentStep>({
  proposed: "wait", previewed: "wait", approved: "busy", executed: "good", rejected: "bad", expired: "plain"
})

/** Who asked, as far as the call said, and with what. */
export const asker = (names: Names) => ({ actor, key_id }: Pick<Consent, "actor" | "key_id">): Node =>
  inWords(({ credentials: { grant } }) =>
    actor?.agent === undefined || (actor.human_initiator === undefined && names(key_id).startsWith(grant(actor.agent, "")))
      ? names(key_id)
      : `${actor.human_initiator === undefined ? actor.agent : grant(actor.agent, actor.human_initiator)}, ${names(key_id)}`)

/** The form that decides several at once. */
const DECIDE = "decide"

const mayDecide = ({ caller }: SessionRequest["Service"]["session"]) => caller.credential === "session" && caller.scopes.has("consents:approve")

const chooser = ({ id, summary }: Consent): Node => inWords(({ consents: words }) => html`
  <input type="checkbox" name="consent" value=${String(id)} form=${DECIDE} aria-label=${words.choose(summary)} />`)

/* The first button is the one that a press of Enter in the reason means: it does no harm. */
const decideForm: Node = postForm({
  to: `${paths.consents}/${DECIDE}`, button: w.rejectChosen, id: DECIDE, fields: input("reason", w.reason, { maxlength: "1000" }),
  other: html`<button type="submit" class="main" name="decision" value="approve">${w.approveChosen}</button>`
})

const addressOf = (asker: number | string | undefined, state?: string) => {
  const said = new URLSearchParams({ ...state !== undefined && { state }, ...asker !== undefined && { asker: String(asker) } })
  return said.size === 0 ? paths.consents : `${paths.consents}?${said}`
}

export const consentTable = Effect.fnUntraced(function*(label: Node, rows: ReadonlyArray<Consent>, none: Node, choosing = false) {
  const { session: { company: { time_zone: zone } } } = yield* SessionRequest
  const names = yield* namesOf(rows.map(({ key_id }) => key_id))
  return table<Consent>({
    label,
    rows,
    empty: none,
    columns: [
      {
        title: w.what,
        cell: (row) => [choosing && [chooser(row), " "], link(`${paths.consents}/${row.id}`, row.summary), testMark(row.livemode)]
      },
      { title: w.state, cell: ({ state }) => stateBadge(state) },
      { title: w.askedBy, cell: (row) => link(addressOf(row.key_id), asker(names)(row)) },
      { title: w.asked, cell: ({ created_at }) => ago(zone, created_at) },
      { title: w.ends, cell: ({ expires_at }) => ago(zone, expires_at) }
    ]
  })
})

/** Those that nobody has decided on, newest first; `limit` of each of the two states that means. */
export const waitingConsents = Effect.fnUntraced(function*(limit: number, of: { readonly key_id?: KeyId } = {}) {
  const { api: { agents } } = yield* SessionRequest
  const [proposed, previewed] = yield* Effect.all(
    (["proposed", "previewed"] as const).map((state) =>
      agents.list_consents({ query: { ...of, state, limit, offset: 0, sort: "-id" } })),
    { concurrency: "unbounded" }
  )
  return {
    total: proposed!.total + previewed!.total,
    items: [...proposed!.items, ...previewed!.items].toSorted((one, other) => other.id - one.id)
  }
})

const none = empty(
  w.none,
  w.noneHelp
)

type Needs = ActingIdentity | HttpServerRequest.HttpServerRequest

const shownAs = ["all", ...consentStates] as const

/** The key, session or connection that an address asks for; those that asked for what is shown can be chosen. */
const narrow = Effect.fnUntraced(function*(rows: ReadonlyArray<Consent>, asker: KeyId | undefined, chosen?: string) {
  const ids = [...new Set([...rows.map(({ key_id }) => key_id), ...asker === undefined ? [] : [asker]])]
  const names = yield* namesOf(ids)
  return filter(paths.consents, [
    choice("state", w.state, w.waiting, shownAs, chosen),
    select({
      name: "asker", label: w.askedBy, chosen: asker === undefined ? "" : String(asker),
      options: [["", w.anybody], ...ids.map((id) => [String(id), names(id)] as const)]
    })
  ])
})

const askerIn = ({ query }: SessionRequest["Service"]) => {
  const { asker = "" } = optional(query, ["asker"])
  return /^[1-9]\d{0,14}$/u.test(asker) ? KeyId.make(Number(asker)) : undefined
}

const waitingPage = Effect.fnUntraced(function*(note: Node) {
  const request = yield* SessionRequest
  const asker = askerIn(request)
  const { items, total } = yield* waitingConsents(ROWS, asker === undefined ? {} : { key_id: asker })
  const choosing = mayDecide(request.session) && items.length > 1
  return html`
    <div>
      ${note}
      ${yield* narrow(items, asker)}
      ${yield* consentTable(w.labelWaiting, items, none, choosing)}
      ${choosing && html`<div class="acts">${decideForm}</div>`}
      ${total > items.length && html`
        <p>
          ${w.someShown(items.length, total, link(`${paths.consents}?state=proposed`, "proposed"), link(`${paths.consents}?state=previewed`, "previewed"))}
        </p>`}
    </div>`
})

const listPage = Effect.fnUntraced(function*(shown: typeof shownAs[number]) {
  const request = yield* SessionRequest
  const { api: { agents }, query } = request
  const asker = askerIn(request)
  const cursor = optional(query, ["cursor"])
  const state = shown === "all" ? {} : { state: shown }
  const of = asker === undefined ? {} : { key_id: asker }
  const found = yield* agents.list_consents({ query: { ...state, ...of, ...cursor, limit: ROWS, offset: 0, sort: "-id" } })
  return html`
    <div>
      ${yield* narrow(found.items, asker, shown)}
      ${yield* consentTable(w.label, found.items, empty(w.noSuch))}
      ${paging({ path: paths.consents, filters: { state: shown, ...asker !== undefined && { asker: String(asker) } }, cursor: cursor.cursor, shown: found })}
    </div>`
})

const shown = Effect.fnUntraced(function*(note: Node) {
  const { query } = yield* SessionRequest
  const { state } = oneOf(query, "state", shownAs)
  const content: Node = state === undefined ? yield* waitingPage(note) : yield* listPage(state)
  return { title: w.title, section: paths.consents, content } satisfies Page
})

export const consentsPage = Effect.suspend(() => shown(null))


/** Decides those that were chosen, each by itself; what could not be decided is told with why. */
export const decideConsents = Effect.gen(function*() {
  const { api: { agents }, form } = yield* SessionRequest
  const approving = form.get("decision") === "approve"
  const reason = form.get("reason")?.trim() || null
  const ids = [...new Set(form.getAll("consent"))].filter((id) => /^[1-9]\d{0,14}$/u.test(id)).slice(0, ROWS * 2).map((id) => ConsentId.make(Number(id)))
  const decide = (id: ConsentId): Effect.Effect<unknown, unknown, Needs> =>
    approving ? agents.approve_consent({ params: { id } }) : agents.reject_consent({ params: { id }, payload: { reason } })
  const outcomes = yield* Effect.forEach(ids, (id) => Effect.map(Effect.result(decide(id)), (outcome) => ({ id, outcome })))
  const failed = outcomes.flatMap(({ id, outcome }) => Result.isFailure(outcome) ? [w.failed(id, errorTextOf(outcome.failure)?.message ?? w.notDecided)] : [])
  const done = ids.length - failed.length
  return yield* shown([
    ids.length === 0 ? failure(w.chooseOne) : done > 0 && notice(
      approving ? w.approved(done) : w.rejected(done)
    ),
    failed.length > 0 && failure(w.someFailed, failed)
  ])
})

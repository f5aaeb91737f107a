import { Effect } from "effect"
import type { Consent } from "#schemas/agents/consent"
import { consentStates, type ConsentStep } from "#schemas/kernel/consent"
import { badgesOf, empty, link, testMark } from "../components/elements.ts"
import { choice, filter } from "../components/form.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { type Names, namesOf } from "../credential-names.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { oneOf, optional } from "../query.ts"

export const stateBadge = badgesOf<ConsentStep>({
  proposed: "wait", previewed: "wait", approved: "busy", executed: "good", rejected: "bad", expired: "plain"
})

/** Who asked, as far as the call said, and with what. */
export const asker = (names: Names) => ({ actor, key_id }: Pick<Consent, "actor" | "key_id">): Node =>
  actor?.agent === undefined || (actor.human_initiator === undefined && names(key_id).startsWith(`${actor.agent} for `))
    ? names(key_id)
    : `${actor.agent}${actor.human_initiator === undefined ? "" : ` for ${actor.human_initiator}`}, ${names(key_id)}`

export const consentTable = Effect.fnUntraced(function*(label: string, rows: ReadonlyArray<Consent>, none: Node) {
  const { session: { company: { time_zone: zone } } } = yield* SessionRequest
  const names = yield* namesOf(rows.map(({ key_id }) => key_id))
  return table<Consent>({
    label,
    rows,
    empty: none,
    columns: [
      { title: "What", cell: ({ id, livemode, summary }) => [link(`${paths.consents}/${id}`, summary), testMark(livemode)] },
      { title: "State", cell: ({ state }) => stateBadge(state) },
      { title: "Asked by", cell: asker(names) },
      { title: "Asked", cell: ({ created_at }) => time(zone, created_at) },
      { title: "Ends", cell: ({ expires_at }) => time(zone, expires_at) }
    ]
  })
})

/** Those that nobody has decided on, newest first; `limit` of each of the two states that means. */
export const waitingConsents = Effect.fnUntraced(function*(limit: number) {
  const { api: { agents } } = yield* SessionRequest
  const [proposed, previewed] = yield* Effect.all(
    (["proposed", "previewed"] as const).map((state) =>
      agents.list_consents({ query: { state, limit, offset: 0, sort: "-id" } })),
    { concurrency: "unbounded" }
  )
  return {
    total: proposed!.total + previewed!.total,
    items: [...proposed!.items, ...previewed!.items].toSorted((one, other) => other.id - one.id)
  }
})

const none = empty(
  "Nobody waits for you.",
  "When an agent asks for something that needs a person's agreement, it stands here, with what it would change."
)

const shownAs = ["all", ...consentStates] as const

const narrow = (chosen?: string) =>
  filter(paths.consents, choice("state", "State", "waiting", shownAs, chosen))

const waitingPage = Effect.gen(function*() {
  const { items, total } = yield* waitingConsents(ROWS)
  return html`
    <div>
      ${narrow()}
      ${yield* consentTable("Consents that wait for a person, newest first", items, none)}
      ${total > items.length && html`
        <p>
          ${items.length} of ${total} that wait; the others stand under ${link(`${paths.consents}?state=proposed`, "proposed")} and
          ${" "}${link(`${paths.consents}?state=previewed`, "previewed")}.
        </p>`}
    </div>`
})

const listPage = Effect.fnUntraced(function*(shown: typeof shownAs[number]) {
  const { api: { agents }, query } = yield* SessionRequest
  const cursor = optional(query, ["cursor"])
  const state = shown === "all" ? {} : { state: shown }
  const found = yield* agents.list_consents({ query: { ...state, ...cursor, limit: ROWS, offset: 0, sort: "-id" } })
  return html`
    <div>
      ${narrow(shown)}
      ${yield* consentTable("Consents, newest first", found.items, empty("There is no such consent."))}
      ${paging({ path: paths.consents, filters: { state: shown }, cursor: cursor.cursor, shown: found })}
    </div>`
})

export const consentsPage = Effect.gen(function*() {
  const { query } = yield* SessionRequest
  const { state } = oneOf(query, "state", shownAs)
  const content: Node = state === undefined ? yield* waitingPage : yield* listPage(state)
  return { title: "Consents", section: paths.consents, content } satisfies Page
})

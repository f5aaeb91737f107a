import { Clock, Effect } from "effect"
import type { ApiKey, StandingConsent } from "#schemas/auth/api-key"
import { KeyId } from "#schemas/kernel/ids"
import { operations } from "#schemas/operations"
import { money } from "../components/locale.ts"
import { doneNotice, empty, NONE, testMark } from "../components/elements.ts"
import { checkbox, type FieldErrors, NO_ERRORS, postForm, select } from "../components/form.ts"
import { scopeList } from "../components/scopes.ts"
import { facts, table } from "../components/table.ts"
import { time } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import type { PendingAction } from "../pending-action.ts"
import { among, idOf, MOST } from "../query.ts"
import { submitWithConsent } from "../submit.ts"
import { peopleOnly } from "./account.ts"
import { handedOver, keyBadge } from "./keys.ts"
import { spoken, type Text } from "../words/spoken.ts"

const w = spoken("key")
const keys = spoken("keys")

const one = Effect.fnUntraced(function*(id: KeyId) {
  const { api: { auth } } = yield* SessionRequest
  return yield* among(
    (cursor) => auth.list_api_keys({ query: { ...cursor, limit: MOST, offset: 0, sort: "-id" } }),
    (key) => key.id === id
  )
})

const standing = (zone: string, currency: string, rows: ReadonlyArray<StandingConsent>): Node =>
  table<StandingConsent>({
    label: w.standingLabel,
    rows,
    empty: empty(w.nothing, w.nothingHelp),
    columns: [
      { title: w.operation, cell: ({ verb }) => operations.get(verb)?.summary ?? verb },
      { title: w.agentsToo, cell: ({ agents }) => agents ? w.yes : w.no },
      { title: w.atMost, cell: ({ amount_cap }) => amount_cap === null ? NONE : money(amount_cap, currency) },
      { title: w.until, cell: ({ expires_at }) => time(zone, expires_at) },
      { title: w.grantedBy, cell: ({ granted_by }) => granted_by?.name ?? NONE }
    ]
  })

/** Operations that wait for a person, which a key may be allowed to run all the same. */
const consented = [...operations].filter(([, { access, requiresConsent }]) => requiresConsent && access !== "session")

const granting = (id: KeyId, granted: ReadonlyArray<StandingConsent>) =>
  permitted("set_standing_consents", () => {
    const has = new Map(granted.map(({ agents, verb }) => [verb, agents]))
    return html`
      <details class="other">
        <summary>${w.changeStanding}</summary>
        ${postForm({
          to: `${paths.keys}/${id}/standing`, button: w.keep,
          fields: html`
            <fieldset class="scopes">
              <legend>${w.without}</legend>
              ${consented.map(([verb, { summary }]) => html`
                <div class="scope">
                  <span>${summary}</span>
                  ${checkbox("verbs", verb, w.box(summary), has.has(verb))}
                  ${checkbox("agents", verb, w.agentsBox(summary), has.get(verb) === true)}
                </div>`)}
            </fieldset>`
        })}
      </details>`
  })

const overlaps = [["0", w.endsNow], ["60", w.hour], ["1440", w.day], ["10080", w.week]] as const

const done = {
  revoked: w.revokedDone,
  standing: w.standingDone
}

const known = (zone: string, key: ApiKey, now: number) =>
  facts([
    [w.state, [keyBadge(key, now), testMark(key.mode === "live")]],
    [w.begins, html`<code>${key.prefix}…</code>`],
    [w.usedLast, time(zone, key.last_used_at)],
    [w.made, [time(zone, key.created_at), key.created_by !== null && keys.by(key.created_by.name)]],
    [w.goodUntil, key.expires_at === null ? w.revoked2 : time(zone, key.expires_at)],
    [w.from, key.allowed_addresses.length === 0 ? w.anywhere : key.allowed_addresses.join(", ")],
    ...key.agent === null ? [] : [[w.forAgent, key.agent] as const],
    ...key.revoked_at === null ? [] : [[w.revoked, time(zone, key.revoked_at)] as const],
    ...key.previous_key_until === null ? [] : [[w.previous, time(zone, key.previous_key_until)] as const]
  ])

const keyShown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api, params, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.title, paths.keys)
  const id = yield* idOf(params, KeyId.make)
  const key = yield* one(id)
  const within = { section: paths.keys, trail: { title: w.keys, to: paths.keys } }
  if (key === undefined) return { ...within, title: w.noSuch, status: 404, content: empty(w.noSuchHelp) }
  const { company: { currency } } = yield* api.auth.get_me()
  const isOver = key.revoked_at !== null
  return {
    ...within,
    title: key.label,
    content: html`
      <div>
        ${errors.size === 0 && doneNotice(query, done)}
        ${problem(errors)}
        ${known(company.time_zone, key, yield* Clock.currentTimeMillis)}
        <section><h2>${w.may}</h2>${scopeList(key.scopes)}</section>
        <section>
          <h2>${w.withoutAsking}</h2>
          ${standing(company.time_zone, currency, key.standing_consents)}
          ${!isOver && (yield* granting(id, key.standing_consents))}
        </section>
        ${!isOver && html`
          <section>
            <h2>${w.replaceOrRevoke}</h2>
            <div class="acts">
              ${postForm({
                to: `${paths.keys}/${id}/rotate`, button: w.replace,
                fields: select({ name: "overlap_minutes", label: w.before, errors, options: overlaps, chosen: "60" })
              })}
              ${postForm({ to: `${paths.keys}/${id}/revoke`, button: w.revoke, tone: "risky" })}
            </div>
          </section>`}
      </div>`
  } satisfies Page
})

export const keyPage = Effect.suspend(() => keyShown(NO_ERRORS))

const actionOf = (id: KeyId, verb: string, question: Text, button: Text, follows: Text): PendingAction =>
  ({ verb, question, button, follows, back: `${paths.keys}/${id}`, section: paths.keys })

const keyOf = Effect.flatMap(SessionRequest, ({ params }) => idOf(params, KeyId.make))

export const rotateKey = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const id = yield* keyOf
  const payload = { overlap_minutes: Number(textOf(form, "overlap_minutes")) }
  const action = actionOf(
    id, "rotate_api_key", w.replaceQuestion, w.replace,
    w.replaceFollows
  )
  return yield* submitWithConsent(action, {
    payload, again: keyShown,
    call: Effect.map(auth.rotate_api_key({ params: { id }, payload }), ({ key, label }) => handedOver(label, key))
  })
})

export const revokeKey = Effect.gen(function*() {
  const { api: { auth } } = yield* SessionRequest
  const id = yield* keyOf
  const action = actionOf(
    id, "revoke_api_key", w.revokeQuestion, w.revoke,
    w.revokeFollows
  )
  return yield* submitWithConsent(action, {
    payload: {}, again: keyShown,
    call: Effect.as(auth.revoke_api_key({ params: { id } }), { to: `${paths.keys}/${id}?done=revoked` })
  })
})

/** The whole list, as ticked. What was granted with a limit or an end keeps it. */
export const setStanding = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const id = yield* keyOf
  const granted = new Map(((yield* one(id))?.standing_consents ?? []).map((consent) => [consent.verb, consent]))
  const agents = new Set(form.getAll("agents"))
  const payload = {
    standing_consents: form.getAll("verbs").map((verb) => {
      const { amount_cap = null, expires_at = null } = granted.get(verb) ?? {}
      return { verb, agents: agents.has(verb), amount_cap, expires_at }
    })
  }
  const action = actionOf(
    id, "set_standing_consents", w.standingQuestion, w.keep,
    w.standingFollows
  )
  return yield* submitWithConsent(action, {
    payload, again: keyShown,
    call: Effect.as(auth.set_standing_consents({ params: { id }, payload }), { to: `${paths.keys}/${id}?done=standing` })
  })
})

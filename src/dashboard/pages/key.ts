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

const one = Effect.fnUntraced(function*(id: KeyId) {
  const { api: { auth } } = yield* SessionRequest
  return yield* among(
    (cursor) => auth.list_api_keys({ query: { ...cursor, limit: MOST, offset: 0, sort: "-id" } }),
    (key) => key.id === id
  )
})

const standing = (zone: string, currency: string, rows: ReadonlyArray<StandingConsent>): Node =>
  table<StandingConsent>({
    label: "What it may do without a person agreeing each time",
    rows,
    empty: empty("Nothing.", "Whatever needs a person's agreement waits for one each time."),
    columns: [
      { title: "Operation", cell: ({ verb }) => operations.get(verb)?.summary ?? verb },
      { title: "Agents too", cell: ({ agents }) => agents ? "yes" : "no" },
      { title: "At most", cell: ({ amount_cap }) => amount_cap === null ? NONE : money(amount_cap, currency) },
      { title: "Until", cell: ({ expires_at }) => time(zone, expires_at) },
      { title: "Granted by", cell: ({ granted_by }) => granted_by?.name ?? NONE }
    ]
  })

/** Operations that wait for a person, which a key may be allowed to run all the same. */
const consented = [...operations].filter(([, { access, requiresConsent }]) => requiresConsent && access !== "session")

const granting = (id: KeyId, granted: ReadonlyArray<StandingConsent>) =>
  permitted("set_standing_consents", () => {
    const has = new Map(granted.map(({ agents, verb }) => [verb, agents]))
    return html`
      <details class="other">
        <summary>Change what it may do without asking</summary>
        ${postForm({
          to: `${paths.keys}/${id}/standing`, button: "Keep these",
          fields: html`
            <fieldset class="scopes">
              <legend>Without a person agreeing each time</legend>
              ${consented.map(([verb, { summary }]) => html`
                <div class="scope">
                  <span>${summary}</span>
                  ${checkbox("verbs", verb, html`Yes<span class="unseen"> ${summary}</span>`, has.has(verb))}
                  ${checkbox("agents", verb, html`Agents too<span class="unseen"> ${summary}</span>`, has.get(verb) === true)}
                </div>`)}
            </fieldset>`
        })}
      </details>`
  })

const overlaps = [["0", "ends at once"], ["60", "stays good for an hour"], ["1440", "stays good for a day"], ["10080", "stays good for a week"]] as const

const done = {
  revoked: "The key is revoked. It opens nothing any more.",
  standing: "Kept. It holds within a second."
}

const known = (zone: string, key: ApiKey, now: number) =>
  facts([
    ["State", [keyBadge(key, now), testMark(key.mode === "live")]],
    ["Begins", html`<code>${key.prefix}…</code>`],
    ["Used last", time(zone, key.last_used_at)],
    ["Made", [time(zone, key.created_at), key.created_by !== null && ` by ${key.created_by.name}`]],
    ["Good until", key.expires_at === null ? "it is revoked" : time(zone, key.expires_at)],
    ["From", key.allowed_addresses.length === 0 ? "anywhere" : key.allowed_addresses.join(", ")],
    ...key.agent === null ? [] : [["For the agent", key.agent] as const],
    ...key.revoked_at === null ? [] : [["Revoked", time(zone, key.revoked_at)] as const],
    ...key.previous_key_until === null ? [] : [["The key before it ends", time(zone, key.previous_key_until)] as const]
  ])

const keyShown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { api, params, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("API key", paths.keys)
  const id = yield* idOf(params, KeyId.make)
  const key = yield* one(id)
  const within = { section: paths.keys, trail: { title: "API keys", to: paths.keys } }
  if (key === undefined) return { ...within, title: "No such key", status: 404, content: empty("No key of this company is at this address.") }
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
        <section><h2>What it may do</h2>${scopeList(key.scopes)}</section>
        <section>
          <h2>Without asking a person</h2>
          ${standing(company.time_zone, currency, key.standing_consents)}
          ${!isOver && (yield* granting(id, key.standing_consents))}
        </section>
        ${!isOver && html`
          <section>
            <h2>Replace or revoke it</h2>
            <div class="acts">
              ${postForm({
                to: `${paths.keys}/${id}/rotate`, button: "Replace the key",
                fields: select({ name: "overlap_minutes", label: "The key before it", errors, options: overlaps, chosen: "60" })
              })}
              ${postForm({ to: `${paths.keys}/${id}/revoke`, button: "Revoke the key", tone: "risky" })}
            </div>
          </section>`}
      </div>`
  } satisfies Page
})

export const keyPage = Effect.suspend(() => keyShown(NO_ERRORS))

const actionOf = (id: KeyId, verb: string, question: string, button: string, follows: string): PendingAction =>
  ({ verb, question, button, follows, back: `${paths.keys}/${id}`, section: paths.keys })

const keyOf = Effect.flatMap(SessionRequest, ({ params }) => idOf(params, KeyId.make))

export const rotateKey = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const id = yield* keyOf
  const payload = { overlap_minutes: Number(textOf(form, "overlap_minutes")) }
  const action = actionOf(
    id, "rotate_api_key", "Replace this key?", "Replace the key",
    "You get a new key in its place, which is shown once."
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
    id, "revoke_api_key", "Revoke this key?", "Revoke the key",
    "Whatever uses it is refused from then on. It does not come back."
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
    id, "set_standing_consents", "Let it do this without asking?", "Keep these",
    "It holds for every call of the key from then on."
  )
  return yield* submitWithConsent(action, {
    payload, again: keyShown,
    call: Effect.as(auth.set_standing_consents({ params: { id }, payload }), { to: `${paths.keys}/${id}?done=standing` })
  })
})

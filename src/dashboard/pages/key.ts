import { Clock, Effect } from "effect"
import type { ApiKey, StandingConsent } from "#schemas/auth/api-key"
import { KeyId } from "#schemas/kernel/ids"
import { operations } from "#schemas/operations"
import { InProcessClient } from "../../http/in-process-client.ts"
import { money } from "../components/diff.ts"
import { RIGHT, select, tick, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { testMark } from "../components/link.ts"
import { scopeList } from "../components/scopes.ts"
import { empty, notice } from "../components/states.ts"
import { facts, table } from "../components/table.ts"
import { NONE, time } from "../components/time.ts"
import type { Deed } from "../pending-action.ts"
import { problem, sending, typed } from "../forms.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { doing } from "../ladder.ts"
import { permitted } from "../permission.ts"
import { places } from "../paths.ts"
import { among, idOf, MOST, optional } from "../query.ts"
import type { Page } from "../response.ts"
import { forPeople } from "./account.ts"
import { handedOver, keyBadge } from "./keys.ts"

const one = Effect.fnUntraced(function*(id: KeyId) {
  const { auth } = yield* InProcessClient
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

const granting = (id: KeyId, held: ReadonlyArray<StandingConsent>) =>
  Effect.gen(function*() {
    const { proof } = yield* Visit
    const has = new Map(held.map(({ agents, verb }) => [verb, agents]))
    return yield* permitted("set_standing_consents", () => html`
      <details class="other">
        <summary>Change what it may do without asking</summary>
        ${act({
          to: `${places.keys}/${id}/standing`,
          proof,
          button: "Keep these",
          fields: html`
            <fieldset class="scopes">
              <legend>Without a person agreeing each time</legend>
              ${consented.map(([verb, { summary }]) => html`
                <div class="scope">
                  <span>${summary}</span>
                  ${tick("verbs", verb, html`Yes<span class="unseen"> ${summary}</span>`, has.has(verb))}
                  ${tick("agents", verb, html`Agents too<span class="unseen"> ${summary}</span>`, has.get(verb) === true)}
                </div>`)}
            </fieldset>`
        })}
      </details>`)
  })

const overlaps = [["0", "ends at once"], ["60", "stays good for an hour"], ["1440", "stays good for a day"], ["10080", "stays good for a week"]] as const

const done: Readonly<Record<string, string>> = {
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

const shown = Effect.fnUntraced(function*(wrong: Wrong) {
  const { params, proof, query, session: { caller, company } } = yield* Visit
  if (caller.person === undefined) return forPeople("API key", places.keys)
  const id = yield* idOf(params, KeyId.make)
  const key = yield* one(id)
  const within = { section: places.keys, trail: { title: "API keys", to: places.keys } }
  if (key === undefined) return { ...within, title: "No such key", status: 404, content: empty("No key of this company is at this address.") }
  const { done: did } = optional(query, ["done"])
  const { company: { currency } } = yield* (yield* InProcessClient).auth.get_me()
  const isOver = key.revoked_at !== null
  return {
    ...within,
    title: key.label,
    content: html`
      <div>
        ${did !== undefined && Object.hasOwn(done, did) && wrong.size === 0 && notice(done[did])}
        ${problem(wrong)}
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
              ${act({
                to: `${places.keys}/${id}/rotate`, proof, button: "Replace the key",
                fields: select({ name: "overlap_minutes", label: "The key before it", wrong, options: overlaps, chosen: "60" })
              })}
              ${act({ to: `${places.keys}/${id}/revoke`, proof, button: "Revoke the key", tone: "risky" })}
            </div>
          </section>`}
      </div>`
  } satisfies Page
})

export const keyPage = Effect.suspend(() => shown(RIGHT))

const deed = (id: KeyId, verb: string, question: string, button: string, follows: string): Deed =>
  ({ verb, question, button, follows, back: `${places.keys}/${id}`, section: places.keys })

const keyOf = Effect.flatMap(Visit, ({ params }) => idOf(params, KeyId.make))

export const rotateKey = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  const id = yield* keyOf
  const payload = { overlap_minutes: Number(typed(form, "overlap_minutes")) }
  return yield* sending(["overlap_minutes"], {
    verb: "rotate_api_key",
    payload,
    call: doing(
      deed(id, "rotate_api_key", "Replace this key?", "Replace the key", "You get a new key in its place, which is shown once."),
      Effect.map(auth.rotate_api_key({ params: { id }, payload }), ({ key, label }) => handedOver(label, key))
    )
  }, shown)
})

export const revokeKey = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const id = yield* keyOf
  return yield* sending([], {
    verb: "revoke_api_key",
    payload: {},
    call: doing(
      deed(id, "revoke_api_key", "Revoke this key?", "Revoke the key", "Whatever uses it is refused from then on. It does not come back."),
      Effect.as(auth.revoke_api_key({ params: { id } }), { to: `${places.keys}/${id}?done=revoked` })
    )
  }, shown)
})

/** The whole list, as ticked. What was granted with a limit or an end keeps it. */
export const setStanding = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  const id = yield* keyOf
  const held = new Map(((yield* one(id))?.standing_consents ?? []).map((consent) => [consent.verb, consent]))
  const agents = new Set(form.getAll("agents"))
  const payload = {
    standing_consents: form.getAll("verbs").map((verb) => {
      const { amount_cap = null, expires_at = null } = held.get(verb) ?? {}
      return { verb, agents: agents.has(verb), amount_cap, expires_at }
    })
  }
  return yield* sending(["standing_consents"], {
    verb: "set_standing_consents",
    payload,
    call: doing(
      deed(id, "set_standing_consents", "Let it do this without asking?", "Keep these", "It holds for every call of the key from then on."),
      Effect.as(auth.set_standing_consents({ params: { id }, payload }), { to: `${places.keys}/${id}?done=standing` })
    )
  }, shown)
})

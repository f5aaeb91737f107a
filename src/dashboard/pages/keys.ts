import { Clock, Effect } from "effect"
import type { ApiKey } from "#schemas/auth/api-key"
import { modes } from "#schemas/kernel/tenancy"
import { InProcessClient } from "../../http/in-process-client.ts"
import { badge } from "../components/badge.ts"
import { field, RIGHT, select, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link, testMark } from "../components/link.ts"
import { paging, ROWS } from "../components/paging.ts"
import { isScope, scopeField } from "../components/scopes.ts"
import { empty, notice } from "../components/states.ts"
import { table } from "../components/table.ts"
import { NONE, time } from "../components/time.ts"
import { problem, sending, typed } from "../forms.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { doing } from "../ladder.ts"
import { permitted } from "../permission.ts"
import { places } from "../paths.ts"
import { optional } from "../query.ts"
import type { Page } from "../response.ts"
import { forPeople } from "./account.ts"

/** Whether a key opens anything, in a word. */
export const keyBadge = ({ expires_at, revoked_at }: ApiKey, now: number): Node =>
  revoked_at !== null
    ? badge("revoked", "bad")
    : expires_at !== null && Date.parse(expires_at) <= now ? badge("expired", "bad") : badge("good", "good")

const keyTable = (zone: string, now: number, rows: ReadonlyArray<ApiKey>): Node =>
  table<ApiKey>({
    label: "API keys, newest first",
    rows,
    empty: empty("There is no API key.", "A program of yours needs one to work with the API; a tool client is connected without."),
    columns: [
      { title: "Name", cell: ({ id, label, mode }) => [link(`${places.keys}/${id}`, label), testMark(mode === "live")] },
      { title: "Begins", cell: ({ prefix }) => html`<code>${prefix}…</code>` },
      { title: "State", cell: (key) => keyBadge(key, now) },
      { title: "For", cell: ({ agent }) => agent === null ? NONE : `the agent ${agent}` },
      { title: "Used last", cell: ({ last_used_at }) => time(zone, last_used_at) },
      { title: "Made", cell: ({ created_at, created_by }) => [time(zone, created_at), created_by !== null && ` by ${created_by.name}`] }
    ]
  })

export const keysPage = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { query, session: { caller, company } } = yield* Visit
  if (caller.person === undefined) return forPeople("API keys", places.keys)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_api_keys({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: "API keys",
    section: places.keys,
    content: html`
      <div>
        <div class="acts"><a class="button main" href=${`${places.keys}/new`}>Make a key</a></div>
        ${keyTable(company.time_zone, yield* Clock.currentTimeMillis, found.items)}
        ${paging({ path: places.keys, cursor, shown: found })}
      </div>`
  } satisfies Page
})

const DAY_MS = 86_400_000

/** Days that a key is good for. */
const lives = [["", "for good, until it is revoked"], ["30", "for 30 days"], ["90", "for 90 days"], ["365", "for a year"]] as const

const modeWords = {
  test: "test: no money moves and nothing is sent out", live: "live: for real"
} as const

const making = Effect.fnUntraced(function*(wrong: Wrong) {
  const { form, proof, session: { caller } } = yield* Visit
  if (caller.person === undefined) return forPeople("Make an API key", places.keys)
  const said = (name: string) => typed(form, name)
  const ticked = new Set(form.has("label") ? form.getAll("scopes") : ["crm:read"])
  return {
    title: "Make an API key",
    section: places.keys,
    trail: { title: "API keys", to: places.keys },
    content: html`
      <div class="narrow">
        ${problem(wrong)}
        ${yield* permitted("create_api_key", () => act({
          to: `${places.keys}/new`,
          proof,
          button: "Make the key",
          tone: "main",
          fields: [
            field({
              name: "label", label: "Name", wrong, help: "What it is for, so that you know it again: “Web shop”.",
              attributes: { required: true, maxlength: "100", autocomplete: "off", value: said("label") }
            }),
            select({
              name: "mode", label: "Mode", wrong, chosen: said("mode") || "test",
              options: [["test", modeWords.test], ["live", modeWords.live]]
            }),
            scopeField(caller.scopes, ticked, wrong),
            select({ name: "expires_at", label: "It is good", wrong, options: lives, chosen: said("expires_at") }),
            html`<details class="other" open=${wrong.has("allowed_addresses") || wrong.has("agent")}>
              <summary>From where, and for which agent</summary>
              ${field({
                name: "allowed_addresses", label: "Only from these addresses", wrong,
                help: "IP addresses or networks, with a space between; from anywhere, if left empty.",
                attributes: { maxlength: "2000", autocomplete: "off", spellcheck: "false", value: said("allowed_addresses") }
              })}
              ${field({
                name: "agent", label: "For the agent", wrong,
                help: "Its calls are that agent's then, and it can approve nothing. Leave it empty for a key of a program.",
                attributes: { maxlength: "100", autocomplete: "off", value: said("agent") }
              })}
            </details>`
          ]
        }))}
      </div>`
  } satisfies Page
})

export const newKeyPage = Effect.suspend(() => making(RIGHT))

/** A key that was just made: in this answer and in no other. */
export const handedOver = (label: string, key: string, more?: Node): Page => ({
  title: "Keep this key",
  section: places.keys,
  trail: { title: "API keys", to: places.keys },
  content: html`
    <div>
      ${notice(html`
        <span>
          This is the key ${label}. It is shown this once: put it where your program finds it, and nowhere else.
          <code class="secret">${key}</code>
        </span>`)}
      ${more !== undefined && html`<p>${more}</p>`}
      <p>${link(places.keys, "I have kept it")}</p>
    </div>`
})

export const makeKey = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  const days = Number(typed(form, "expires_at"))
  const now = yield* Clock.currentTimeMillis
  const mode = modes.find((one) => one === typed(form, "mode")) ?? "test"
  const payload = {
    label: typed(form, "label"),
    mode,
    scopes: form.getAll("scopes").filter(isScope),
    expires_at: days > 0 && days <= 3_650 ? new Date(now + days * DAY_MS).toISOString() : null,
    allowed_addresses: typed(form, "allowed_addresses").split(/[\s,;]+/u).filter((one) => one !== ""),
    agent: typed(form, "agent") || null
  }
  return yield* sending(["label", "mode", "scopes", "expires_at", "allowed_addresses", "agent"], {
    verb: "create_api_key",
    payload,
    call: doing(
      { verb: "create_api_key", question: "Make the key?", button: "Make the key", back: places.keys, section: places.keys },
      Effect.map(auth.create_api_key({ payload }), ({ key, label }) => handedOver(label, key))
    )
  }, making)
})

import { Effect } from "effect"
import type { Receipt } from "#schemas/agents/receipt"
import { Inside } from "../../inside.ts"
import { badge } from "../components/badge.ts"
import { difference } from "../components/diff.ts"
import { filter, input } from "../components/form.ts"
import { paging, ROWS } from "../components/paging.ts"
import { empty } from "../components/states.ts"
import { time } from "../components/time.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../places.ts"
import type { Page } from "../reply.ts"
import { optional } from "../query.ts"

const sessionAt = (session: string) => `${places.receipts}?${new URLSearchParams({ session })}`

/** Who did it, in whose name, and whether anybody was asked. */
const whose = ({ actor, consent, key_id, session }: Receipt): Node => html`
  <p class="faint">
    ${actor?.agent !== undefined && html`<span>by the agent <strong>${actor.agent}</strong>${actor.mode !== undefined && ` (${actor.mode})`}</span>`}
    ${actor?.human_initiator !== undefined && html`<span> for ${actor.human_initiator}</span>`}
    ${actor === null && "by "}${actor !== null && ", with "}key ${key_id}
    ${session !== null && html`<span>, session <a href=${sessionAt(session)}>${session}</a></span>`}
    ${typeof consent?.["id"] === "number" && html`<span>, agreed in <a href=${`${places.consents}/${consent["id"]}`}>consent ${consent["id"]}</a></span>`}
    ${consent?.["standing"] === true && ", by the owner's standing consent"}
  </p>`

const entry = (zone: string) => (receipt: Receipt): Node => html`
  <li>
    <h2><code>${receipt.verb}</code> ${!receipt.livemode && badge("test")}</h2>
    <p class="faint">${time(zone, receipt.created_at)} · receipt ${receipt.id}${receipt.sequence === null ? ", being sealed" : `, number ${receipt.sequence} in the chain`}</p>
    ${whose(receipt)}
    ${receipt.changes.map((change) => difference(change))}
  </li>`

/** What was done, newest first; of one session from its beginning, as the run of an agent reads. */
export const receiptsPage = Effect.gen(function*() {
  const { agents } = yield* Inside
  const { query, session: { company } } = yield* Visit
  const chosen = optional(query, ["session", "agent", "verb"])
  const cursor = optional(query, ["cursor"])
  const found = yield* agents.list_receipts({
    query: { ...chosen, ...cursor, limit: ROWS, offset: 0, sort: chosen.session === undefined ? "-id" : "id" }
  })
  return {
    title: chosen.session === undefined ? "Receipts" : `Session ${chosen.session}`,
    section: places.receipts,
    content: html`<div>
      ${chosen.session !== undefined && html`<p class="trail"><a href=${places.receipts}>All receipts</a></p>`}
      ${filter(places.receipts, [
        input("session", "Session", { value: chosen.session ?? "", maxlength: "200" }),
        input("agent", "Agent", { value: chosen.agent ?? "", maxlength: "200" }),
        input("verb", "Operation", { value: chosen.verb ?? "", maxlength: "200" })
      ])}
      ${found.items.length === 0
        ? empty("No receipts.", "Each change made through the API leaves one: what changed, by which key, and for whom.")
        : html`<ol class="line">${found.items.map(entry(company.time_zone))}</ol>`}
      ${paging(places.receipts, chosen, cursor.cursor, found)}
    </div>`
  } satisfies Page
})

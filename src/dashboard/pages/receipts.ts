import { Effect } from "effect"
import type { Receipt } from "#schemas/agents/receipt"
import { empty, link, testMark } from "../components/elements.ts"
import { field, filter, input } from "../components/form.ts"
import { receiptChange } from "../components/receipt-change.ts"
import { paging, ROWS } from "../components/table.ts"
import { time } from "../components/time.ts"
import type { Names } from "../credential-names.ts"
import { filtered } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths, receiptsOf } from "../paths.ts"
import { optional } from "../query.ts"
import { type ReceiptNames, receiptNames } from "../record-names.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("receipts")
const audit = spoken("audit")

/** Who did it, in whose name, and whether anybody was asked; part by part. */
const whose = ({ actor, consent, key_id, session }: Receipt, inSession: boolean, names: Names): ReadonlyArray<Node> => [
  ...actor?.agent === undefined ? [] : [w.byAgent(actor.agent, actor.mode)],
  ...actor?.human_initiator === undefined ? [] : [w.for(actor.human_initiator)],
  ...actor?.visitor === undefined ? [] : [w.visitor(actor.visitor)],
  ...key_id === null ? [] : [names(key_id)],
  ...session === null || inSession ? [] : [w.session(link(receiptsOf(session), session))],
  ...typeof consent?.["id"] === "number" ? [link(`${paths.consents}/${consent["id"]}`, w.consent(consent["id"]))] : [],
  ...consent?.["standing"] === true ? [w.standing] : []
]

const entry = (zone: string, inSession: boolean, names: ReceiptNames) => (receipt: Receipt): Node => html`
  <li id=${`receipt-${receipt.id}`}>
    <h2><code>${receipt.verb}</code> ${testMark(receipt.livemode)}</h2>
    <p class="faint">
      ${time(zone, receipt.created_at)}
      ${whose(receipt, inSession, names.keys).map((part) => [" · ", part])}
      ${" · "}${audit.receipt(receipt.sequence ?? audit.sealing)}
    </p>
    ${receipt.changes.map(receiptChange(zone, receipt.verb, names))}
  </li>`

/** What was done, newest first; of one session from its beginning, as the run of an agent reads. */
export const receiptsPage = Effect.gen(function*() {
  const { api: { agents }, query, session: { company } } = yield* SessionRequest
  const chosen = optional(query, ["session", "agent", "verb"])
  const cursor = optional(query, ["cursor"])
  const { errors, found, status } = yield* filtered(agents.list_receipts({
    query: { ...chosen, ...cursor, limit: ROWS, offset: 0, sort: chosen.session === undefined ? "-id" : "id" }
  }), ["verb"])
  const names = yield* receiptNames(found.items)
  return {
    title: chosen.session === undefined ? w.title : w.ofSession(chosen.session),
    section: paths.receipts,
    status,
    ...chosen.session !== undefined && { trail: { title: w.title, to: paths.receipts } },
    content: html`<div>
      ${filter(paths.receipts, [
        input("session", w.sessionLabel, { value: chosen.session ?? "", maxlength: "200" }),
        input("agent", w.agent, { value: chosen.agent ?? "", maxlength: "200" }),
        field({ name: "verb", label: w.operation, errors, attributes: { value: chosen.verb ?? "", maxlength: "200" } })
      ])}
      ${found.items.length === 0
        ? empty(w.none, w.noneHelp)
        : html`<ol class="line">${found.items.map(entry(company.time_zone, chosen.session !== undefined, names))}</ol>`}
      ${paging({ path: paths.receipts, filters: chosen, cursor: cursor.cursor, shown: found })}
    </div>`
  } satisfies Page
})

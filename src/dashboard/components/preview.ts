import type { ConsentPreview, PreviewedChange } from "#schemas/agents/consent"
import { html, type Node } from "../html.ts"
import { bookkeeping, folded } from "./diff.ts"
import { badge, empty, failure, foldedJson } from "./elements.ts"
import { money } from "./locale.ts"

type Previewed = Omit<ConsentPreview, "consent_id" | "summary" | "verb">

const sums = ({ money: sums }: Previewed): Node => {
  const all = sums.map(({ amount, currency }, n) => [n > 0 && " and ", money(amount, currency)])
  return html`<p class="lead">${sums.length === 0 ? "No money moves." : ["Money that moves: ", all, "."]}</p>`
}

const without = (facts: PreviewedChange["before"]) =>
  facts && Object.fromEntries(Object.entries(facts).filter(([field]) => !bookkeeping.includes(field)))

/** Of a change, that a record counts it says nothing to people. */
const withoutBookkeeping = (change: PreviewedChange): PreviewedChange =>
  change.before === null || change.after === null ? change : { ...change, before: without(change.before), after: without(change.after) }

/** What a call would do, record by record. */
export const preview = (zone: string) => (seen: Previewed): Node => html`
  <section>
    <h2>What would change</h2>
    ${seen.refusal !== null
      ? failure("The call would be refused as things stand.", seen.refusal.message)
      : html`
        <div>
          ${sums(seen)}
          ${seen.changes.length === 0
            ? empty("No record would change.")
            : seen.changes.map((change) => folded(zone, withoutBookkeeping(change), seen.names))}
          ${seen.effects.map(({ input, workflow }) => html`
            <section class="change">
              <h3>Outside: <code>${workflow}</code> ${badge("would be started", "busy")}</h3>
              ${foldedJson(`What ${workflow} would be given`, input)}
            </section>`)}
        </div>`}
  </section>`

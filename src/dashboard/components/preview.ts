import type { ConsentPreview } from "#schemas/agents/consent"
import { html, type Node } from "../html.ts"
import { difference } from "./diff.ts"
import { badge, empty, failure, json } from "./elements.ts"
import { money } from "./locale.ts"

const sums = ({ money: sums }: ConsentPreview): Node => {
  const all = sums.map(({ amount, currency }, n) => [n > 0 && " and ", money(amount, currency)])
  return html`<p class="lead">${sums.length === 0 ? "No money moves." : ["Money that moves: ", all, "."]}</p>`
}

/** What a call would do, record by record. */
export const preview = (zone: string) => (seen: ConsentPreview): Node => html`
  <section>
    <h2>What would change</h2>
    ${seen.refusal !== null
      ? failure("The call would be refused as things stand.", seen.refusal.message)
      : html`
        <div>
          ${sums(seen)}
          ${seen.changes.length === 0
            ? empty("No record would change.")
            : seen.changes.map((change) => difference(zone, change))}
          ${seen.effects.map(({ input, workflow }) => html`
            <section class="change">
              <h3>Outside: <code>${workflow}</code> ${badge("would be started", "busy")}</h3>
              ${json(`What ${workflow} would be given`, input)}
            </section>`)}
        </div>`}
  </section>`

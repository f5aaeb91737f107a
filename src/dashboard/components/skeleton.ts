import { html, type Node } from "../html.ts"

const line = (n: number): Node => html`<span class=${`skeleton ${n === 0 ? "long" : "short"}`}></span>`

/** Stands in place of a table while it is read, as tall as its rows, so that nothing jumps once they are there. */
export const skeletonTable = (label: Node, titles: ReadonlyArray<string>, rows: number): Node => html`
  <div aria-busy="true">
    <p class="unseen" role="status">${label}</p>
    <table class="rows" aria-hidden="true">
      <thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
      <tbody>${Array.from({ length: rows }, () => html`<tr>${titles.map((title, n) => html`<td data-label=${title}><div>${line(n)}</div></td>`)}</tr>`)}</tbody>
    </table>
  </div>`

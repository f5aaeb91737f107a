import type { Page } from "#schemas/kernel/paging"
import { html, type Node } from "../html.ts"

/** How many rows a page shows. */
export const ROWS = 50

type Shown = Pick<Page<unknown>, "items" | "total" | "next_cursor">

const addressOf = (path: string, kept: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams(Object.entries(kept).filter(([, value]) => value !== "")).toString()
  return query === "" ? path : `${path}?${query}`
}

interface Paging {
  readonly path: string
  /** What narrows the list, on all its pages. */
  readonly kept?: Readonly<Record<string, string>>
  /** Of this page; none on the first. */
  readonly cursor: string | undefined
  readonly shown: Shown
}

/** How many there are, and the way to the rest: a page begins where the one before it ended, so it has no number. */
export const paging = ({ cursor, kept = {}, path, shown: { items, next_cursor, total } }: Paging): Node =>
  total === 0 ? null : html`
  <nav class="paging" aria-label="Pages">
    <p>${items.length === total ? `${total} in all` : `${items.length} of ${total.toLocaleString("en")}`}</p>
    <ul>
      ${cursor !== undefined && html`<li><a href=${addressOf(path, kept)}>First page</a></li>`}
      ${next_cursor !== null && html`
        <li><a rel="next" href=${addressOf(path, { ...kept, cursor: next_cursor })}>Next page</a></li>`}
    </ul>
  </nav>`

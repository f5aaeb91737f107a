import type { Page } from "#schemas/kernel/paging"
import { html, type Node } from "../html.ts"
import { count } from "./locale.ts"
import { inWords, spoken, type Text, textIn } from "../words/spoken.ts"

const w = spoken("table")

export interface Column<Row> {
  readonly title: Text
  readonly cell: (row: Row) => Node
  /** Figures, which align on the right. */
  readonly figure?: true
}

interface Table<Row> {
  /** What the rows are, for whoever hears the table instead of seeing it. */
  readonly label: Node
  /** The first names the row. */
  readonly columns: readonly [Column<Row>, ...ReadonlyArray<Column<Row>>]
  readonly rows: ReadonlyArray<Row>
  /** Stands in place of a table without rows. */
  readonly empty: Node
}

const classOf = ({ figure }: { readonly figure?: true }) => figure && "figure"

/** Rows that become stacks of named fields where the screen is narrow. */
export const table = <Row>({ columns, empty, label, rows }: Table<Row>): Node => {
  if (rows.length === 0) return empty
  return inWords((words) => {
    /* Once for all rows: a title may have to be looked up. */
    const [first, ...rest] = columns.map((column) => ({ ...column, label: textIn(words, column.title), className: classOf(column) }))
    return html`
      <table class="rows">
        <caption class="unseen">${label}</caption>
        <thead><tr>${columns.map((column) => html`<th scope="col" class=${classOf(column)}>${column.title}</th>`)}</tr></thead>
        <tbody>
          ${rows.map((row) => html`
            <tr>
              <th scope="row" data-label=${first!.label} class=${first!.className}>${first!.cell(row)}</th>
              ${rest.map(({ cell, className, label }) => html`
                <td data-label=${label} class=${className}><div>${cell(row)}</div></td>`)}
            </tr>`)}
        </tbody>
      </table>`
  })
}

export type Fact = readonly [name: Node, value: Node]

/** What is known of one thing, name by name. */
export const facts = (all: ReadonlyArray<Fact>): Node => html`
  <dl class="facts">
    ${all.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`

/** How many rows a page shows. */
export const ROWS = 50

const addressOf = (path: string, filters: Readonly<Record<string, string>>) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")).toString()
  return query === "" ? path : `${path}?${query}`
}

interface Paging {
  readonly path: string
  /** What narrows the list, on all its pages. */
  readonly filters?: Readonly<Record<string, string>>
  /** Of this page; none on the first. */
  readonly cursor: string | undefined
  readonly shown: Pick<Page<unknown>, "items" | "total" | "next_cursor">
}

/** How many there are, and the way to the rest: a page begins where the one before it ended, so it has no number. */
export const paging = ({ cursor, filters = {}, path, shown: { items, next_cursor, total } }: Paging): Node =>
  total === 0 ? null : inWords(({ table: words }) => html`
  <nav class="paging" aria-label=${words.pages}>
    <p>${items.length === total ? w.inAll(count(total)) : w.some(count(items.length), count(total))}</p>
    <ul>
      ${cursor !== undefined && html`<li><a href=${addressOf(path, filters)}>${w.first}</a></li>`}
      ${next_cursor !== null && html`
        <li><a rel="next" href=${addressOf(path, { ...filters, cursor: next_cursor })}>${w.next}</a></li>`}
    </ul>
  </nav>`)

import { html as markup } from "htm/preact"
import { options, type ComponentChildren, type VNode } from "preact"
import { render } from "preact-render-to-string"

/** What may stand between tags. Text in it is escaped when it is printed. */
export type Node = ComponentChildren

/** Markup with one element at its root; names and values of attributes are those of HTML. */
export const html: (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>) => VNode = markup

/** A whole page as it is sent. */
export const printed = (page: VNode): string => `<!doctype html>${render(page)}`

/** A part of a page, as text. */
export const partOf = (node: VNode): string => render(node)

/** Where a node that was drawn stands: its parent, children and component, by the names that Preact publishes them under in `mangle.json`. */
interface Place {
  __: unknown
  __k: unknown
  __c: unknown
}

/* Nodes that never change are kept and drawn again; each would hold the whole page that it was last on, and V8 would make old objects of every such page. */
options.diffed = (node) => {
  const place = node as unknown as Place
  place.__ = place.__k = place.__c = null
}

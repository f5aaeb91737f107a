import { html as markup } from "htm/preact"
import { Component, h, options, type ComponentChildren, type Context, type VNode } from "preact"
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

interface Providing {
  readonly id: string
  readonly value: unknown
  readonly children?: Node
}

class Provider extends Component<Providing> {
  override getChildContext() {
    return { [this.props.id]: this }
  }

  override render({ children }: Providing) {
    return children
  }
}

/**
 * A node whose parts get a value through a context of Preact. Preact's own provider assigns functions to itself: V8 makes old objects of these
 * at once, and each would hold its whole page until the next full collection.
 */
export const provided = <Value>(context: Context<Value>, value: Value, node: Node): VNode =>
  h(Provider, { id: (context as unknown as { readonly __c: string }).__c, value }, node) as VNode

import { html as markup } from "htm/preact"
import type { ComponentChildren, VNode } from "preact"
import { render } from "preact-render-to-string"

/** What may stand between tags. Text in it is escaped when it is printed. */
export type Node = ComponentChildren

/** Markup with one element at its root; names and values of attributes are those of HTML. */
export const html: (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>) => VNode = markup

/** A whole page as it is sent. */
export const printed = (page: VNode): string => `<!doctype html>${render(page)}`

/** A part of a page, as text. */
export const partOf = (node: VNode): string => render(node)

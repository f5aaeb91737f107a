import type { Schema } from "effect"
import { html, type Node } from "#schemas/kernel/markup"
import { markdownNode } from "../markdown.ts"
import type { Action } from "./link.ts"
import type { Shown } from "./shown.ts"

/** Where on its page a block stands. */
export interface Place {
  /** Unlike that of any other block of the page; a valid part of an `id`. */
  readonly id: string
  /** Of the block's heading: 1 where it is that of the page. */
  readonly level: 1 | 2 | 3
  /** It is seen without scrolling, so that its pictures are fetched at once. */
  readonly first: boolean
  /** It shares its row with others. */
  readonly narrow: boolean
}

/** What a block needs that is not written in it. */
export type Need = "services" | "products" | "posts" | "forms"

/** A kind of block: how it is written, and how it is shown. */
export interface BlockKind<S extends Schema.Top> {
  readonly schema: S
  readonly needs?: Need
  /** Its title can be the heading of the page. */
  readonly titled?: boolean
  readonly node: (block: S["Type"], shown: Shown, place: Place) => Node
  /** One of each kind, as it is sent: for tests and for those who write the first. */
  readonly example: S["Encoded"]
}

export const blockKind = <S extends Schema.Top>(kind: BlockKind<S>): BlockKind<S> => kind

export const headingNode = (level: number, text: Node): Node => html`<${`h${level}`}>${text}<//>`

/** The level of headings below the block's own, or in its stead. */
export const below = ({ level }: Place, heading: string | undefined): number => heading === undefined ? level : level + 1

/** Markdown that introduces a block, below its heading. */
export const introduction = (text: string | undefined, shown: Shown, level: number): Node =>
  text === undefined ? null : html`<div class="lead prose">${markdownNode(text, shown, level)}</div>`

/** A block with a heading is a section; without one it is only a part of the page. */
export const section = (kind: string, place: Place, heading: string | undefined, content: Node): Node => {
  const look = place.narrow ? `block narrow ${kind}` : `block ${kind}`
  return heading === undefined
    ? html`<div class=${look}><div class="inner">${content}</div></div>`
    : html`<section class=${look}><div class="inner">${headingNode(place.level, heading)}${content}</div></section>`
}

const button = ({ label, link }: Action, shown: Shown, look: string): Node => {
  const href = shown.href(link)
  return href === undefined ? null : html`<a class=${look} href=${href}>${label}</a>`
}

/** Buttons that lead on, the main one first. */
export const actionsNode = (actions: ReadonlyArray<Action> | undefined, shown: Shown): Node => {
  const buttons = (actions ?? []).map((action, n) => button(action, shown, n === 0 ? "button main" : "button")).filter((one) => one !== null)
  return buttons.length > 0 && html`<p class="actions">${buttons}</p>`
}

/** What is on its own line as it was written, without Markdown. */
export const linked = (text: Node, href: string | undefined): Node => href === undefined ? text : html`<a href=${href}>${text}</a>`

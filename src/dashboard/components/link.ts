import { html, type Node } from "../html.ts"
import { badge } from "./badge.ts"

/** To another page of ours. */
export const link = (to: string, text: Node): Node => html`<a href=${to}>${text}</a>`

/** What is not for real says so. */
export const testMark = (livemode: boolean): Node => livemode ? null : [" ", badge("test")]

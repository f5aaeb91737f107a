import { html, type Node } from "../html.ts"

/** There is nothing here, why, and what to do about it. */
export const empty = (title: string, more?: Node): Node => html`
  <div class="empty">
    <p class="lead">${title}</p>
    ${more !== undefined && html`<p>${more}</p>`}
  </div>`

/** Something could not be shown or done. */
export const failure = (title: string, more?: Node): Node => html`
  <div class="failure" role="alert">
    <p class="lead">${title}</p>
    ${more !== undefined && html`<p>${more}</p>`}
  </div>`

/** Something was done. */
export const notice = (text: Node): Node => html`<p class="notice" role="status">${text}</p>`

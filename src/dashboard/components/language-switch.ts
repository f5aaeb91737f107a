import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { inWords, ownNames, type Tag } from "../words/spoken.ts"
import { hiddenField } from "./form.ts"

const others: Readonly<Record<Tag, Tag>> = { en: "de", de: "en" }

/** Shows the page in the other language, from now on. */
export const languageSwitch = (page: string): Node =>
  inWords((_, tag) => html`
    <form method="post" action=${paths.language} class="language">
      ${hiddenField("language", others[tag])}
      ${hiddenField("page", page)}
      <button type="submit" lang=${others[tag]}>${ownNames[others[tag]]}</button>
    </form>`)

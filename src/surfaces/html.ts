/** Text that is markup. Only `html` makes it, so that whatever else comes into a page is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Content = Html | string | number | false | undefined | ReadonlyArray<Content>

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" }

const escaped = (text: string) => text.replace(/[&<>"']/gu, (one) => entities[one]!)

const print = (content: Content): string =>
  content instanceof Html
    ? content.text
    : content === false || content === undefined
    ? ""
    : typeof content === "string"
    ? escaped(content)
    : typeof content === "number"
    ? String(content)
    : content.map(print).join("")

/** Markup with content in it. Content is escaped; attributes that hold some must be quoted. */
export const html = (strings: TemplateStringsArray, ...contents: ReadonlyArray<Content>): Html =>
  new Html(strings.reduce((text, string, index) => text + print(contents[index - 1]) + string))

import MarkdownIt, { type Token } from "markdown-it"
import { html, type Node, partOf } from "#schemas/kernel/markup"
import { type Link, textLinkOf } from "./blocks/link.ts"
import { drawn, pictureNode } from "./blocks/picture.ts"
import type { Shown } from "./blocks/shown.ts"
import type { MediaId } from "./ids.ts"

type Where = Pick<Shown, "href" | "picture" | "file">

/** What the renderer is told of one text. */
interface Env {
  readonly shown?: Where
  /** Of headings of the first level. */
  readonly top?: number
  /** As it was written, of the first heading, which stands at `top`. */
  first?: number
  /** Of the heading before, so that no level is left out. */
  last?: number
}

/** Where something that is linked to in a text is; undefined where it is nowhere that visitors may go to. */
export const addressIn = (href: string, shown: Where): string | undefined => {
  const target = textLinkOf(href)
  return target === undefined ? undefined : "media_id" in target ? shown.file(target.media_id)?.href : shown.href(target)
}

const HIGHEST = 6

/** The level of a heading below what stands above the text; one that follows is at most a level deeper. */
export const levelBelow = (top: number, wanted: number, last: number | undefined): number =>
  Math.min(HIGHEST, top + wanted - 1, last === undefined ? top : Math.max(last + 1, top))

const plainText = (tokens: ReadonlyArray<Token>): string =>
  tokens.map(({ children, content, type }) => type === "image" ? plainText(children ?? []) : type === "text" || type === "code_inline" ? content : "").join("")

const made = () => {
  const markdown = new MarkdownIt("default", { html: false, linkify: false, typographer: false })
  markdown.validateLink = (href: string) => textLinkOf(href) !== undefined
  const { rules } = markdown.renderer
  rules["heading_open"] = (tokens, at, options, env, self) => {
    const here = env as Env
    const token = tokens[at]!
    if (token.tag === "p") return self.renderToken(tokens, at, options)
    const written = Number(token.tag.slice(1))
    here.last = levelBelow(here.top ?? 2, Math.max(1, written - (here.first ??= written) + 1), here.last)
    token.tag = `h${here.last}`
    const close = tokens.findIndex((one, n) => n > at && one.type === "heading_close" && one.level === token.level)
    tokens[close]!.tag = token.tag
    return self.renderToken(tokens, at, options)
  }
  rules["link_open"] = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const { shown } = env as Env
    const href = shown === undefined ? undefined : addressIn(String(token.attrGet("href")), shown)
    if (href === undefined) {
      const close = tokens.findIndex((one, n) => n > at && one.type === "link_close" && one.level === token.level)
      token.tag = tokens[close]!.tag = "span"
      token.attrs = null
    } else token.attrSet("href", href)
    return self.renderToken(tokens, at, options)
  }
  rules["image"] = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const { shown } = env as Env
    const said = self.renderInlineAsText(token.children ?? [], options, env)
    const target = textLinkOf(String(token.attrGet("src")))
    const picture = shown !== undefined && target !== undefined && "media_id" in target ? shown.picture(target.media_id) : undefined
    return picture === undefined
      ? markdown.utils.escapeHtml(said)
      : partOf(html`<span class="figure">${pictureNode(picture, { sizes: drawn.text, alt: said === "" ? undefined : said })}</span>`)
  }
  const code = (text: string) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(text)}</code></pre>\n`
  rules["fence"] = (tokens, at) => code(tokens[at]!.content)
  rules["code_block"] = (tokens, at) => code(tokens[at]!.content)
  rules["table_open"] = () => `<div class="table" tabindex="0"><table>\n`
  rules["table_close"] = () => "</table></div>\n"
  /* Styles of elements are refused by the pages' policy. */
  const cell: typeof rules["th_open"] = (tokens, at, options, _, self) => {
    const token = tokens[at]!
    const side = ["center", "right"].find((one) => token.attrGet("style") === `text-align:${one}`)
    token.attrs = [...token.tag === "th" ? [["scope", "col"] as [string, string]] : [], ...side === undefined ? [] : [["class", side] as [string, string]]]
    return self.renderToken(tokens, at, options)
  }
  rules["th_open"] = cell
  rules["td_open"] = cell
  markdown.core.ruler.push("nothing empty", ({ Token, tokens }) => {
    for (const [at, token] of tokens.entries()) {
      if (token.type === "heading_open" && plainText(tokens[at + 1]?.children ?? []).trim() === "") token.tag = tokens[at + 2]!.tag = "p"
      token.children = token.children?.flatMap((one, n, all) => {
        if (one.type !== "link_open" || all[n + 1]?.type !== "link_close") return [one]
        const name = new Token("text", "", 0)
        name.content = String(one.attrGet("href"))
        return [one, name]
      }) ?? null
    }
  })
  return markdown
}

const markdown = made()

/** Markdown (CommonMark with tables) as it is shown: without HTML; its headings begin at `top`. */
export const markdownHtml = (text: string, shown: Where, top = 2): string => {
  const env: Env = { shown, top }
  return markdown.render(text, env as Record<string, unknown>)
}

export const markdownNode = (text: string, shown: Where, top = 2): Node =>
  html`<div dangerouslySetInnerHTML=${{ __html: markdownHtml(text, shown, top) }}></div>`

const flat = (tokens: ReadonlyArray<Token>): ReadonlyArray<Token> => tokens.flatMap((token) => [token, ...flat(token.children ?? [])])

const tokensOf = (text: string) => flat(markdown.parse(text, {}))

/** What Markdown says, without its marks: for excerpts, and to be searched. */
export const markdownText = (text: string): string =>
  tokensOf(text).map(({ block, content, nesting, type }) =>
    type === "text" || type === "code_inline" || type === "fence" || type === "code_block" ? content
      : type === "softbreak" || type === "hardbreak" || block && nesting === -1 ? " " : "").join("").replace(/\s+/gu, " ").trim()

/** What Markdown links to, and what it shows. */
export const markdownTargets = (text: string): { readonly links: ReadonlyArray<Link>; readonly media: ReadonlyArray<MediaId> } => {
  const targets = tokensOf(text).flatMap((token) =>
    token.type === "link_open" ? [textLinkOf(String(token.attrGet("href")))] : token.type === "image" ? [textLinkOf(String(token.attrGet("src")))] : [])
  return {
    links: targets.flatMap((target) => target === undefined || "media_id" in target ? [] : [target]),
    media: targets.flatMap((target) => target !== undefined && "media_id" in target ? [target.media_id] : [])
  }
}

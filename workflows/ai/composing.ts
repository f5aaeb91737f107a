import type { ContentKind, Fact } from "#schemas/ai/content"
import { sentencesOf } from "#layers/providers/ai/quoted"
import { markOf, unmarked } from "./prompts/passages.ts"

/** Kinds whose first line is a title, a subject or a headline. */
const titled: ReadonlySet<ContentKind> = new Set(["page", "blog_post", "email", "ad"])
const withHeadings: ReadonlySet<ContentKind> = new Set(["page", "blog_post"])

const LONGEST_TITLE = 80

/** The title and the rest of what was written; the title is what `about` begins with where there is none. */
export const parted = (kind: ContentKind, text: string, about: string) => {
  if (!titled.has(kind)) return { title: null, rest: text.trim() }
  const [first = "", ...rest] = text.trim().split("\n")
  const title = first.replace(/^#+\s*/u, "").replace(/^\*\*(.*)\*\*$/u, "$1").replace(/^(?:title|subject|headline):\s*/iu, "").trim()
  return { title: (title === "" ? titleOf(about) : title).slice(0, 200), rest: rest.join("\n").trim() }
}

/** Without the marks of facts. */
export const clean = (text: string) => text.replaceAll(/[ \t]{0,9}\[\d{1,4}\]/gu, "")

const FIGURE = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,253}|(?:https?:\/\/|www\.)\S+|\d+(?:[.,:/–-]\d+)*\s?%?/gu
const figuresIn = (text: string) => (text.replaceAll(/^[ \t]{0,9}\d{1,9}[.)]\s/gmu, "").match(FIGURE) ?? []).map((one) => one.replace(/[.,;:]{1,9}$/u, "").trim())
const plain = (figure: string) => figure.toLowerCase().replaceAll(/\s/gu, "")

/** Figures, e-mail addresses and web addresses of a text that stand nowhere in what it may say. */
export const unsupportedIn = (text: string, told: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(told.flatMap(figuresIn).map(plain))
  return [...new Set(figuresIn(text))].filter((figure) => !known.has(plain(figure)))
}

const titleOf = (about: string) => (sentencesOf(about)[0] ?? about).replace(/[.!?…]{1,9}$/u, "").slice(0, LONGEST_TITLE)

/** Sentences of each fact, and facts of knowledge, goods and services, by length. */
const sizes = { short: [1, 2], medium: [2, 4], long: [3, 8] } as const

/** Text of the facts themselves, without a model, which says so: the same of the same facts. */
export const composed = (
  { about, kind, length, notice }: { readonly about: string; readonly kind: ContentKind; readonly length: keyof typeof sizes; readonly notice: string }, facts: ReadonlyArray<Fact>
): string => {
  const [sentences, most] = sizes[length]
  const company = facts.filter(({ kind }) => kind === "company")
  const told = facts.filter(({ kind }) => kind !== "company").slice(0, most)
  const said = ({ n, text }: Fact) => sentencesOf(unmarked(text)).slice(0, sentences).map((sentence) => `${sentence} ${markOf(n)}`).join(" ")
  const reach = company.map(({ n, text, title }) => `${title}: ${unmarked(text)} ${markOf(n)}`)
  const name = company.find(({ title }) => title === "Name")
  const signed = name === undefined ? [] : [`${unmarked(name.text)} ${markOf(name.n)}`]
  const goods = (fact: Fact) => fact.kind === "knowledge" ? said(fact) : `${unmarked(fact.title)}: ${said(fact)}`
  if (withHeadings.has(kind)) {
    return [titleOf(about), notice, ...told.flatMap((fact) => [`## ${unmarked(fact.title)}`, said(fact)]), ...reach.map((one) => `- ${one}`)].join("\n\n")
  }
  if (kind === "sms") return [notice, ...told.slice(0, 1).map(goods), ...signed].join(" ")
  if (kind === "product_text") return [notice, ...told.slice(0, 1).map(said)].join(" ")
  if (kind === "ad") return [titleOf(about).slice(0, 40), notice, told.slice(0, 1).map(goods).join(" "), ...signed].join("\n\n")
  return [titleOf(about), notice, "Hello,", ...told.map(goods), ...signed].join("\n\n")
}

import { Context } from "effect"
import { createContext, h, type VNode } from "preact"
import { html, type Node, provided } from "../html.ts"
import { english } from "./english/words.ts"
import { german } from "./german/words.ts"

export type Words = typeof english

/** The languages that pages are written in, by their tags. */
const all = { en: english, de: german } satisfies Readonly<Record<string, Words>>

export type Tag = keyof typeof all

/** The language of a page, and its words. */
export interface Spoken {
  readonly tag: Tag
  readonly words: Words
}

export const isTag = (text: string): text is Tag => Object.hasOwn(all, text)

export const inLanguage = (tag: Tag): Spoken => ({ tag, words: all[tag] })

/** What each language calls itself. */
export const ownNames: Readonly<Record<Tag, string>> = { en: "English", de: "Deutsch" }

/** The language of the request, for programs that need a text as such. Whoever draws nodes takes `spoken` or `inWords` instead. */
export const Language = Context.Reference<Spoken>("src/dashboard/Language", { defaultValue: () => inLanguage("en") })

const Shown = createContext(inLanguage("en"))

/** The same page in a language. */
export const withLanguage = (language: Spoken, page: VNode): VNode => provided(Shown, language, page)

/** A component that gets the language of its page without a consumer, which would be one more component for each of hundreds of words. */
export const inLanguageOfPage = <Props>(draw: (props: Props, spoken: Spoken) => Node) => Object.assign(draw, { contextType: Shown })

const Depending = inLanguageOfPage(({ show }: { readonly show: (words: Words, tag: Tag) => Node }, { tag, words }) => show(words, tag))

/** What depends on the language of the page that it is on. */
export const inWords = (show: (words: Words, tag: Tag) => Node): VNode => h(Depending, { show }) as VNode

/** A word that is looked up when the page that it stands on is drawn. */
export type Said = VNode<{ readonly of: (words: Words) => Node }>

/** A text of ours, or one that somebody wrote. */
export type Text = string | Said

const Word = inLanguageOfPage(({ of }: Pick<Said["props"], "of">, { words }) => of(words))

/** A text as attributes need it. */
export const textIn = (words: Words, text: Text): string => typeof text === "string" ? text : String(text.props.of(words))

type Section = keyof Words

type Sayings<All> = {
  readonly [Key in keyof All]: All[Key] extends (...values: infer Values) => unknown ? (...values: Values) => Said : Said
}

const saying = (of: (words: Words) => Node): Said => h(Word, { of }) as unknown as Said

/** The words of a section as nodes, in the language of the page that they come to stand on. */
export const spoken = <const Name extends Section>(section: Name): Sayings<Words[Name]> => {
  type Phrase = string | ((...values: ReadonlyArray<unknown>) => Node)
  const of = (words: Words, key: string) => (words[section] as Readonly<Record<string, Phrase>>)[key]
  const made = Object.entries<Phrase>(english[section] as Readonly<Record<string, Phrase>>).map(([key, entry]) =>
    [key, {
      enumerable: true,
      get: () =>
        typeof entry === "string" ? saying((words) => of(words, key) as string) : (...values: ReadonlyArray<unknown>) =>
          saying((words) => (of(words, key) as (...values: ReadonlyArray<unknown>) => Node)(...values))
    }] as const)
  return Object.defineProperties({}, Object.fromEntries(made)) as Sayings<Words[Name]>
}

/** What is written in English whatever the language of the page is. */
export const inEnglish = (text: Node): VNode => inWords((_, tag) => tag === "en" ? text : html`<span lang="en">${text}</span>`)

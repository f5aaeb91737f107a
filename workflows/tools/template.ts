import type { Content } from "#schemas/content/content"
import { blank, type Section } from "#schemas/content/template"
import { nearest } from "#schemas/kernel/nearest"
import { industriesOf, type KnownIndustry, templateId } from "./industries.ts"
import { perContent } from "./search.ts"

export const TEMPLATE_VERSION = 1

/** The template of an industry, put together: what its sector shares, without what makes no sense there, and its own. */
export interface Template {
  readonly template_id: string
  readonly version: number
  readonly known: KnownIndustry
  /** Its own first: they are what one looks for. */
  readonly sections: ReadonlyArray<Section>
  readonly questions: number
}

const assembled = (known: KnownIndustry): Template => {
  const { industry, sector } = known
  const without = new Set(industry.without)
  const sections = [...industry.sections, ...sector.sections.filter(({ id }) => !without.has(id))]
  return {
    template_id: templateId(industry.id),
    version: TEMPLATE_VERSION,
    known,
    sections,
    questions: sections.reduce((sum, { questions }) => sum + questions.length, 0)
  }
}

/** Every template of content, by its id. */
export const templatesOf = perContent((content: Content): ReadonlyMap<string, Template> =>
  new Map(industriesOf(content).all.map((known) => {
    const template = assembled(known)
    return [template.template_id, template]
  })))

export const templateOf = (content: Content, { industry }: KnownIndustry): Template => templatesOf(content).get(templateId(industry.id))!

/** Names of the blanks in some texts, in the order of their first use. */
export const blanksIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(texts.flatMap((text) => [...text.matchAll(blank)].map(([, name]) => name!)))]

const shape = /^(?:kb_)?(.*?)(?:_v\d+)?$/u

/** The templates that a wrong id may have meant, best first: another version, the name of the industry, a similar spelling. */
export const nearestTemplates = (content: Content, text: string, most: number): ReadonlyArray<Template> => {
  const { all: industries, named, search } = industriesOf(content)
  const all = templatesOf(content)
  const meant = shape.exec(text.trim().toLowerCase())![1]!
  const known = named(meant)
  const found = [
    ...known === undefined ? [] : [templateId(known.industry.id)],
    ...nearest(meant, industries.map(({ industry }) => industry.id), most).map(templateId),
    ...search(meant.replaceAll("_", " "), most).map(({ item }) => templateId(item.industry.id))
  ]
  return [...new Set(found)].slice(0, most).map((id) => all.get(id)!)
}

import { Effect } from "effect"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import { plain } from "#schemas/content/plain"
import type { Sector } from "#schemas/content/template"
import type { FoundIndustry } from "#schemas/tools/industry"
import { unusable } from "#schemas/tools/refusal"
import { perContent, searchOf } from "./search.ts"

export interface KnownIndustry {
  readonly industry: Sector["industries"][number]
  readonly sector: Sector
}

/** How a template is called: its industry and its version. */
export const templateId = (industry: string) => `kb_${industry}_v1`

/** Every industry of content, by id and by each of its names, and a search over them. */
export const industriesOf = perContent((content: Content) => {
  const all: ReadonlyArray<KnownIndustry> = content.templates.flatMap((sector) =>
    sector.industries.map((industry) => ({ industry, sector })))
  const byName = new Map<string, KnownIndustry>()
  const name = (text: string, known: KnownIndustry) => {
    const key = plain(text)
    if (!byName.has(key)) byName.set(key, known)
  }
  for (const known of all) name(known.industry.id, known)
  for (const known of all) name(known.industry.name, known)
  for (const known of all) for (const synonym of known.industry.synonyms) name(synonym, known)
  const search = searchOf(
    all,
    ({ industry: { about, id, name, synonyms }, sector }) => ({
      name: `${name} ${plain(id)}`, synonyms: synonyms.join(" "), about: `${about} ${sector.name}`
    }),
    { name: 4, synonyms: 3, about: 1 }
  )
  const named = (text: string): KnownIndustry | undefined => byName.get(plain(text)) ?? byName.get(plain(text).replace(/s$/u, ""))
  return { all, search, named }
})

export const foundIndustry = ({ industry, sector }: KnownIndustry): FoundIndustry => ({
  id: industry.id, name: industry.name, sector: sector.name, template_id: templateId(industry.id)
})

/** What to say where no industry comes close to what was meant. */
export const noneNear = {
  hint: "list_available_kb_templates has all industries, in English.",
  see: { tool: "list_available_kb_templates", arguments: {} }
}

/** What to say of an industry that nobody knows: those that come closest, for people and as an argument that works. */
const unknown = (text: string, near: ReadonlyArray<KnownIndustry>) =>
  unusable("industry", text, {
    error: "no industry is called so",
    ...near[0] === undefined ? noneNear : {
      hint: `Closest: ${near.map(({ industry }) => `${industry.id} (${industry.name})`).join(", ")}.`,
      instead: { industry: near[0].industry.id }
    }
  })

/** The industry that a caller means by its id, its name or a word that people use for it. */
export const industryOf = Effect.fnUntraced(function*(text: string) {
  const { named, search } = industriesOf(yield* currentContent)
  const known = named(text)
  if (known !== undefined) return known
  return yield* unknown(text, search(text, 3).map(({ item }) => item))
})

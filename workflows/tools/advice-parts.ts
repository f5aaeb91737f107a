import { Api } from "#schemas/api"
import type { Content } from "#schemas/content/pack"
import type { Alternative } from "#schemas/content/advice"
import type { Part } from "#schemas/content/parts"
import { catalogOf } from "#schemas/kernel/catalog"
import type { ToldPart } from "#schemas/tools/advice"
import { perContent } from "./search.ts"

const verbs: ReadonlySet<string> = new Set(catalogOf(Api).map(({ name }) => name))

/** Whether all of these operations exist: what is built follows from the contract, not from a text. */
export const built = (names: ReadonlyArray<string>): boolean => names.every((name) => verbs.has(name))

const partsById = perContent(({ parts }: Content) => new Map(parts.parts.map((part) => [part.id, part])))

const isBuilt = ({ verbs }: Part) => built(verbs)

const named = (content: Content, ids: ReadonlyArray<string>): ReadonlyArray<Part> => [...new Set(ids)].map((id) => partsById(content).get(id)!)

/** Parts as they are told: those that exist first. */
export const partsOf = (content: Content, ids: ReadonlyArray<string>): ReadonlyArray<ToldPart> =>
  named(content, ids)
    .map((part): ToldPart => ({ name: part.name, status: isBuilt(part) ? "today" : "planned", does: part.does, verbs: part.verbs }))
    .toSorted((a, b) => Number(a.status === "planned") - Number(b.status === "planned"))

/** Names of parts by whether they exist today. */
export const standingOf = (content: Content, ids: ReadonlyArray<string>) => {
  const parts = named(content, ids)
  return { today: parts.filter(isBuilt).map(({ name }) => name), planned: parts.filter((part) => !isBuilt(part)).map(({ name }) => name) }
}

/** Whether all of these parts exist; nothing is no part. */
export const allBuilt = (content: Content, ids: ReadonlyArray<string>): boolean =>
  ids.length > 0 && named(content, ids).every(isBuilt)

export const anyBuilt = (content: Content, ids: ReadonlyArray<string>): boolean => named(content, ids).some(isBuilt)

/** What holds for the whole product as it is now. */
export const conditionsOf = ({ positioning }: Content): ReadonlyArray<string> =>
  positioning.conditions.filter(({ until }) => until.length === 0 || !built(until)).map(({ text }) => text)

/** By what stands and what helps: a solution, a help, or nothing. */
export const verdictOf = (content: Content, solves: ReadonlyArray<string>, helps: ReadonlyArray<string>): "fit" | "partial" | "no_fit" =>
  allBuilt(content, solves) ? "fit" : anyBuilt(content, [...solves, ...helps]) ? "partial" : "no_fit"

/** Other kinds of product, each as one line. */
export const alternativesTold = (alternatives: ReadonlyArray<Alternative>): ReadonlyArray<string> =>
  alternatives.map(({ category, when }) => `${category}: when ${when[0]!.toLowerCase()}${when.slice(1)}`)

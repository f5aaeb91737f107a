import type { Content } from "#schemas/content/content"
import type { Alternative } from "#schemas/content/advice"
import type { Part } from "#schemas/content/parts"
import { isBuilt } from "#schemas/operations"
import type { ToldPart } from "#schemas/tools/advice"
import { perContent } from "./search.ts"

const partsById = perContent(({ parts }: Content) => new Map(parts.parts.map((part) => [part.id, part])))

const exists = ({ verbs }: Part) => isBuilt(verbs)

const named = (content: Content, ids: ReadonlyArray<string>): ReadonlyArray<Part> =>
  [...new Set(ids)].map((id) => partsById(content).get(id)!)

/** What a part is called, and whether it can be used. */
export const partOf = (content: Content, id: string) => {
  const part = partsById(content).get(id)!
  return { name: part.name, status: exists(part) ? "available" as const : "planned" as const }
}

/** Parts as they are told: those that exist first. */
export const partsOf = (content: Content, ids: ReadonlyArray<string>): ReadonlyArray<ToldPart> =>
  named(content, ids)
    .map((part): ToldPart => ({ name: part.name, status: exists(part) ? "today" : "planned", does: part.does, verbs: part.verbs }))
    .toSorted((a, b) => Number(a.status === "planned") - Number(b.status === "planned"))

/** Names of parts by whether they exist today. */
export const standingOf = (content: Content, ids: ReadonlyArray<string>) => {
  const parts = named(content, ids)
  const namesOf = (wanted: boolean) => parts.filter((part) => exists(part) === wanted).map(({ name }) => name)
  return { today: namesOf(true), planned: namesOf(false) }
}

/** Whether all of these parts exist; nothing is no part. */
export const allBuilt = (content: Content, ids: ReadonlyArray<string>): boolean =>
  ids.length > 0 && named(content, ids).every(exists)

const anyBuilt = (content: Content, ids: ReadonlyArray<string>): boolean => named(content, ids).some(exists)

/** What holds for the whole product as it is now. */
export const conditionsOf = ({ positioning }: Content): ReadonlyArray<string> =>
  positioning.conditions.filter(({ until }) => until.length === 0 || !isBuilt(until)).map(({ text }) => text)

/** By what stands and what helps: a solution, a help, or nothing. */
export const verdictOf = (content: Content, solves: ReadonlyArray<string>, helps: ReadonlyArray<string>): "fit" | "partial" | "no_fit" =>
  allBuilt(content, solves) ? "fit" : anyBuilt(content, [...solves, ...helps]) ? "partial" : "no_fit"

/** Other kinds of product, each as one line. */
export const alternativesTold = (alternatives: ReadonlyArray<Alternative>): ReadonlyArray<string> =>
  alternatives.map(({ category, when }) => `${category}: when ${when[0]!.toLowerCase()}${when.slice(1)}`)

import { Api } from "#schemas/api"
import type { Content } from "#schemas/content/pack"
import type { Part } from "#schemas/content/parts"
import { catalogOf } from "#schemas/kernel/catalog"
import type { ToldPart } from "#schemas/tools/advice"
import { perContent } from "./search.ts"

const verbs: ReadonlySet<string> = new Set(catalogOf(Api).map(({ name }) => name))

/** Whether all of these operations exist: what is built follows from the contract, not from a text. */
export const built = (names: ReadonlyArray<string>): boolean => names.every((name) => verbs.has(name))

export interface Standing {
  readonly today: ReadonlyArray<ToldPart>
  readonly planned: ReadonlyArray<ToldPart>
}

const partsById = perContent(({ parts }: Content) => new Map(parts.parts.map((part) => [part.id, part])))

const toldPart = ({ does, name, verbs }: Part): ToldPart => ({ name, does, verbs })

const named = (content: Content, ids: ReadonlyArray<string>): ReadonlyArray<Part> => [...new Set(ids)].map((id) => partsById(content).get(id)!)

/** Parts by whether they exist today. */
export const standingOf = (content: Content, ids: ReadonlyArray<string>): Standing => {
  const { no = [], yes = [] } = Object.groupBy(named(content, ids), ({ verbs }) => built(verbs) ? "yes" : "no")
  return { today: yes.map(toldPart), planned: no.map(toldPart) }
}

/** The same by name only. */
export const standingNames = (content: Content, ids: ReadonlyArray<string>) => {
  const { planned, today } = standingOf(content, ids)
  return { today: today.map(({ name }) => name), planned: planned.map(({ name }) => name) }
}

/** Whether all of these parts exist; nothing is no part. */
export const allBuilt = (content: Content, ids: ReadonlyArray<string>): boolean =>
  ids.length > 0 && named(content, ids).every(({ verbs }) => built(verbs))

export const anyBuilt = (content: Content, ids: ReadonlyArray<string>): boolean => named(content, ids).some(({ verbs }) => built(verbs))

/** What holds for the whole product as it is now. */
export const conditionsOf = ({ positioning }: Content): ReadonlyArray<string> =>
  positioning.conditions.filter(({ until }) => until.length === 0 || !built(until)).map(({ text }) => text)

/** By what stands and what helps: a solution, a help, or nothing. */
export const verdictOf = (content: Content, solves: ReadonlyArray<string>, helps: ReadonlyArray<string>): "fit" | "partial" | "no_fit" =>
  allBuilt(content, solves) ? "fit" : anyBuilt(content, [...solves, ...helps]) ? "partial" : "no_fit"

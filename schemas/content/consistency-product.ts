import { nearest } from "#schemas/kernel/nearest"
import { operations } from "#schemas/operations"
import { capabilities } from "./capabilities.ts"
import { focuses } from "./how-it-works.ts"
import { howToCategories } from "./how-tos.ts"
import type { Check, ContentProblem } from "./content.ts"
import { repeated } from "./repeated.ts"

/** What is said to be used has to be there. */
const strangeVerbs = (file: string, path: string, named: ReadonlyArray<string>): ReadonlyArray<ContentProblem> =>
  named.flatMap((verb, n) => {
    if (operations.has(verb)) return []
    const near = nearest(verb, [...operations.keys()], 1)[0]
    return [{ file, path: `${path}[${n}]`, reason: `there is no operation "${verb}"${near === undefined ? "" : `; did you mean ${near}?`}` }]
  })

const absent = (file: string, path: string, what: string, wanted: ReadonlyArray<string>, given: ReadonlyArray<string>): ReadonlyArray<ContentProblem> =>
  wanted.filter((one) => !given.includes(one)).map((one) => ({ file, path, reason: `the ${what} "${one}" is missing` }))

interface Named {
  readonly id: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
}

/** Nobody could tell whom a name means that two have. */
const sharedNames = (file: string, list: string, named: ReadonlyArray<Named>) =>
  repeated(file, "name", named.flatMap(({ id, name, synonyms }, n) =>
    [...new Set([id, name.toLowerCase(), ...synonyms])].map((text) => [`${list}[${n}]`, text] as const)))

const agents: Check = ({ agents: { agents } }) => [
  ...sharedNames("agents.json", "agents", agents),
  ...agents.flatMap(({ status, verbs, waits_for }, n): ReadonlyArray<ContentProblem> => {
    const path = `agents[${n}]`
    if (status === "planned") {
      return waits_for === undefined ? [{ file: "agents.json", path, reason: "a planned role needs waits_for: what has to be built first" }] : []
    }
    return verbs.length === 0 ? [{ file: "agents.json", path: `${path}.verbs`, reason: "a role that is available needs operations to work with" }] : []
  }),
  ...agents.flatMap(({ verbs }, n) => strangeVerbs("agents.json", `agents[${n}].verbs`, verbs))
]

const capability: Check = ({ capabilities: { capabilities: given } }) => {
  const ids = given.map(({ id }) => id)
  return [
    ...repeated("capabilities.json", "capability", ids.map((id, n) => [`capabilities[${n}].id`, id])),
    ...absent("capabilities.json", "capabilities", "capability", capabilities, ids)
  ]
}

const faq: Check = ({ faq: { entries } }) =>
  repeated("faq.json", "question", entries.map(({ question }, n) => [`entries[${n}].question`, question.toLowerCase()]))

const howTos: Check = ({ "how-tos": { how_tos } }) => [
  ...repeated("how-tos.json", "title", how_tos.map(({ title }, n) => [`how_tos[${n}].title`, title.toLowerCase()])),
  ...absent("how-tos.json", "how_tos", "category", howToCategories, how_tos.map(({ category }) => category)),
  ...how_tos.flatMap(({ verbs }, n) => strangeVerbs("how-tos.json", `how_tos[${n}].verbs`, verbs))
]

const integrations: Check = ({ integrations: { platforms, ways } }) => [
  ...sharedNames("integrations.json", "platforms", platforms),
  ...ways.flatMap(({ verbs }, n) => strangeVerbs("integrations.json", `ways[${n}].verbs`, verbs))
]

const interoperability: Check = ({ interoperability: { platforms, protocols } }) => {
  const file = "interoperability.json"
  const ids = protocols.map(({ id }) => id)
  return [
    ...repeated(file, "protocol", ids.map((id, n) => [`protocols[${n}].id`, id])),
    ...sharedNames(file, "platforms", platforms),
    ...platforms.flatMap(({ protocols: by }, n) =>
      by.filter((id) => !ids.includes(id)).map((id) => ({ file, path: `platforms[${n}].protocols`, reason: `there is no protocol "${id}"` })))
  ]
}

const howItWorks: Check = ({ "how-it-works": { parts } }) => {
  const given = parts.map(({ focus }) => focus)
  return [
    ...repeated("how-it-works.json", "focus", given.map((focus, n) => [`parts[${n}].focus`, focus])),
    ...absent("how-it-works.json", "parts", "focus", focuses, given)
  ]
}

/** What the files about the product must agree in, with each other and with the contract. */
export const productChecks: ReadonlyArray<Check> = [agents, capability, faq, howTos, integrations, interoperability, howItWorks]

import { questionTypes, positionCategories } from "./positioning.ts"
import { competitors } from "./competitors.ts"
import type { Check, Content, ContentProblem } from "./content.ts"
import { repeated } from "./repeated.ts"

type Named = readonly [file: string, path: string, ids: ReadonlyArray<string>]

/** Every list of ids with the place where it stands. */
const partsNamed = (content: Content): ReadonlyArray<Named> => [
  ...content.problems.flatMap(({ helps, solves }, n): ReadonlyArray<Named> =>
    [["problems.json", `[${n}].solves`, solves], ["problems.json", `[${n}].helps`, helps]]),
  ...content.positioning.categories.map(({ parts }, n): Named => ["positioning.json", `categories[${n}].parts`, parts]),
  ...content.positioning.differentiators.map(({ parts }, n): Named => ["positioning.json", `differentiators[${n}].parts`, parts]),
  ...content.responses.map(({ parts }, n): Named => ["responses.json", `[${n}].parts`, parts]),
  ...content.impact.mechanisms.map(({ parts }, n): Named => ["impact.json", `mechanisms[${n}].parts`, parts]),
  ...content["case-studies"].map(({ parts }, n): Named => ["case-studies.json", `[${n}].parts`, parts]),
  ...content["industry-intelligence"].industries.map(({ features }, n): Named =>
    ["industry-intelligence.json", `industries[${n}].features`, features.map(({ part }) => part)]),
  ...content["industry-fits"].flatMap(({ also, core, except = [], helps = [] }, n): ReadonlyArray<Named> =>
    [core, also, helps, ...except.map(({ core = [] }) => core)].map((ids) => ["industry-fits.json", `[${n}]`, ids]))
]

const unknown = (what: string, named: ReadonlyArray<Named>, known: ReadonlySet<string>): ReadonlyArray<ContentProblem> =>
  named.flatMap(([file, path, ids]) => ids.filter((id) => !known.has(id)).map((id) => ({ file, path, reason: `there is no ${what} "${id}"` })))

const parts: Check = (content) => [
  ...repeated("parts.json", "part", content.parts.parts.map(({ id }, n) => [`parts[${n}].id`, id])),
  ...unknown("part", partsNamed(content), new Set(content.parts.parts.map(({ id }) => id)))
]

const doubles: Check = (content) =>
  ([
    ["competitors.json", content.competitors], ["objections.json", content.objections], ["problems.json", content.problems],
    ["boundaries.json", content.boundaries], ["case-studies.json", content["case-studies"]],
    ["positioning.json categories", content.positioning.categories],
    ["positioning.json differentiators", content.positioning.differentiators], ["impact.json mechanisms", content.impact.mechanisms]
  ] as const).flatMap(([file, entries]) => repeated(file, "id", entries.map(({ id }, n) => [`[${n}].id`, id])))

const missing = (file: string, what: string, wanted: ReadonlyArray<string>, given: ReadonlyArray<string>): ReadonlyArray<ContentProblem> =>
  wanted.filter((id) => !given.includes(id)).map((id) => ({ file, path: "", reason: `the ${what} "${id}" is missing` }))

/** What the tools' enums promise has to be there. */
const promised: Check = ({ competitors: others, positioning, responses }) => [
  ...missing("competitors.json", "competitor", competitors, others.map(({ id }) => id)),
  ...missing("positioning.json", "category", positionCategories, positioning.categories.map(({ id }) => id)),
  ...missing("responses.json", "question type", questionTypes, responses.map(({ question_type }) => question_type)),
  ...repeated("responses.json", "question type", responses.map(({ question_type }, n) => [`[${n}]`, question_type]))
]

const industries: Check = (content) => {
  const sectors = content.templates.map(({ sector }) => sector)
  const of = new Map(content.templates.map(({ industries, sector }) => [sector, new Set(industries.map(({ id }) => id))]))
  const all = new Set([...of.values()].flatMap((ids) => [...ids]))
  const file = "industry-fits.json"
  const fits = content["industry-fits"]
  return [
    ...missing(file, "sector", sectors, fits.map(({ sector }) => sector)),
    ...repeated(file, "sector", fits.map(({ sector }, n) => [`[${n}].sector`, sector])),
    ...unknown("sector", fits.map(({ sector }, n) => [file, `[${n}].sector`, [sector]]), new Set(sectors)),
    ...fits.flatMap(({ except = [], sector }, n) =>
      unknown("industry of that sector", except.map(({ industries }, e) => [file, `[${n}].except[${e}]`, industries]), of.get(sector) ?? new Set())),
    ...unknown("industry", content["case-studies"].map(({ industry }, n) => ["case-studies.json", `[${n}].industry`, [industry]]), all)
  ]
}

/** A company is named where, and only where, it allowed it. */
const permissions: Check = (content) =>
  content["case-studies"].flatMap(({ company, permission }, n) =>
    (company !== undefined) === permission.named ? [] : [{
      file: "case-studies.json", path: `[${n}].company`, reason: "the name stands where the permission has named: true, and nowhere else"
    }])

export const adviceChecks: ReadonlyArray<Check> = [parts, doubles, promised, industries, permissions]

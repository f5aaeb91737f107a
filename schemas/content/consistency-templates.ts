import { benchmarkIndustries } from "./industry.ts"
import type { Check, Content, ContentProblem } from "./content.ts"
import { plain } from "./plain.ts"
import { repeated } from "./repeated.ts"

type Place = readonly [path: string, value: string]

const FOLDER = "templates"

/** What stands twice in all sectors together; places begin with the file. */
const across = (what: string, places: ReadonlyArray<Place>) =>
  repeated(FOLDER, what, places).map(({ path, reason }): ContentProblem => {
    const [file = "", ...within] = path.split(" ")
    return { file: file.startsWith(`${FOLDER}/`) ? file : `${FOLDER}/${file}`, path: within.join(" "), reason }
  })

const industriesOf = ({ templates }: Content) =>
  templates.flatMap((sector) =>
    sector.industries.map((industry, n) => ({ industry, sector, file: `${FOLDER}/${sector.sector}.json`, path: `industries[${n}]` })))

const sections: Check = (content) =>
  industriesOf(content).flatMap(({ file, industry, path, sector }) => [
    ...(industry.without ?? []).filter((id) => !sector.sections.some((section) => section.id === id)).map((id) => ({
      file, path: `${path}.without`, reason: `the sector has no section "${id}"`
    })),
    ...repeated(file, "section", [...sector.sections, ...industry.sections].map(({ id }, n) => [`${path} section ${n}`, id]))
  ])

/** Industries are found by what they are called: nothing may be called the same twice. */
const names: Check = (content) => {
  const industries = industriesOf(content)
  const called = new Map(industries.flatMap(({ industry: { id, name } }) => [[plain(id), id], [plain(name), id]] as const))
  return [
    ...across("sector", content.templates.map(({ sector }) => [`${sector}.json`, sector])),
    ...across("industry", industries.map(({ file, industry, path }) => [`${file} ${path}.id`, industry.id])),
    ...across("name", industries.map(({ file, industry, path }) => [`${file} ${path}.name`, plain(industry.name)])),
    ...across("synonym", industries.flatMap(({ file, industry, path }) =>
      industry.synonyms.map((synonym, n): Place => [`${file} ${path}.synonyms[${n}]`, plain(synonym)]))),
    ...industries.flatMap(({ file, industry, path }) =>
      industry.synonyms.flatMap((synonym, n) => {
        const other = called.get(plain(synonym))
        return other === undefined || other === industry.id ? [] : [{
          file, path: `${path}.synonyms[${n}]`, reason: `"${synonym}" is what the industry "${other}" is called`
        }]
      }))
  ]
}

/** A question that stands twice belongs to a sector, or is one of them too many. */
const questions: Check = (content) =>
  across("question", content.templates.flatMap(({ industries, sections, sector }) =>
    [
      ...sections.map((section, n) => ({ section, path: `${sector}.json sections[${n}]` })),
      ...industries.flatMap(({ sections }, i) =>
        sections.map((section, n) => ({ section, path: `${sector}.json industries[${i}].sections[${n}]` })))
    ].flatMap(({ path, section }) =>
      section.questions.map(({ question }, n): Place => [`${path}.questions[${n}]`, plain(question)]))))

const benchmarked: Check = (content) => {
  const known = new Set(industriesOf(content).map(({ industry }) => industry.id))
  return benchmarkIndustries.filter((id) => !known.has(id)).map((id) => ({
    file: FOLDER, path: "", reason: `the industry "${id}", which has benchmarks, has no template`
  }))
}

/** What the templates must agree in, with each other and with the benchmarks. */
export const templateChecks: ReadonlyArray<Check> = [sections, names, questions, benchmarked]

import type { Content, PackProblem } from "./pack.ts"
import { repeated } from "./repeated.ts"

type Check = (content: Content) => ReadonlyArray<PackProblem>

const plans: Check = ({ plans }) => repeated("plans.json", "plan", plans.map(({ id }, n) => [`[${n}].id`, id]))

const templates: Check = ({ templates }) => {
  const industries = templates.flatMap((sector) =>
    sector.industries.map((industry, n) => ({ industry, sector, file: `templates/${sector.sector}.json`, path: `industries[${n}]` })))
  return [
    ...repeated("templates", "industry", industries.map(({ file, industry, path }) => [`${file} ${path}.id`, industry.id])),
    ...industries.flatMap(({ file, industry, path, sector }) =>
      (industry.without ?? []).filter((id) => !sector.sections.some((section) => section.id === id)).map((id) => ({
        file, path: `${path}.without`, reason: `the sector has no section "${id}"`
      }))),
    ...industries.flatMap(({ file, industry, path, sector }) =>
      repeated(file, "section", [...sector.sections, ...industry.sections].map(({ id }, n) => [`${path} section ${n}`, id]))),
  ]
}

/** What must agree between the parts of a pack; each part by itself has been checked before. */
const checks: ReadonlyArray<Check> = [plans, templates]

export const inconsistencies: Check = (content) => checks.flatMap((check) => check(content))

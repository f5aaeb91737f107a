import { adChecks } from "./consistency-ads.ts"
import { adviceChecks } from "./consistency-advice.ts"
import { benchmarkChecks } from "./consistency-benchmarks.ts"
import { productChecks } from "./consistency-product.ts"
import { templateChecks } from "./consistency-templates.ts"
import type { Check } from "./content.ts"
import { repeated } from "./repeated.ts"

const plans: Check = ({ plans }) => repeated("plans.json", "plan", plans.map(({ id }, n) => [`[${n}].id`, id]))

/** What must agree between the parts of content; each part by itself has been checked before. */
const checks: ReadonlyArray<Check> = [plans, ...adChecks, ...templateChecks, ...benchmarkChecks, ...adviceChecks, ...productChecks]

export const inconsistencies: Check = (content) => checks.flatMap((check) => check(content))

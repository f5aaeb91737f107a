import type { ContractWords } from "../../contract.ts"
import { categories } from "./categories.ts"
import { fields } from "./fields/by-category.ts"
import { groups } from "./groups.ts"
import { labels } from "./labels.ts"
import { operations } from "./operations/by-category.ts"
import { texts } from "./texts/by-category.ts"
import { byField } from "./values/by-field.ts"
import { figures } from "./values/figures.ts"
import { kinds } from "./values/kinds.ts"
import { others } from "./values/others.ts"
import { states } from "./values/states.ts"

export const contract: ContractWords = {
  categories: { everywhere: categories, within: {} },
  operations,
  fields,
  groups: { everywhere: groups, within: {} },
  labels: { everywhere: labels, within: {} },
  values: { everywhere: { ...states, ...kinds, ...figures, ...others }, within: byField },
  texts
}

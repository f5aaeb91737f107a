type Json = unknown

const isObject = (value: Json): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value)

/** What is counted, ordered or named by a number is no figure that somebody could be misled by. */
const named = /(^|_)(id|ids|count|counts|total|position|rank|status|version|year|limit|offset|step|order|mcc|digits|characters|questions|industries|templates|sections|referrals|visits|visited|leads|entries|platforms|tools|pages)$/u

/** Parts of the contract, which say what may be sent. */
const contract = new Set(["input_schema", "inputSchema", "output_schema", "example", "examples", "inputs", "arguments", "received"])

/** Money, shares and multiples. Dates, versions and durations of the product are no claims, and no number stands within a code such as 3CNHK49X. */
const figureInText = /[$€£]\s?\d|(?<![\p{L}\d])\d[\d.,]*\s?(?:%|percent\b|per cent\b|x\b|times\b)/iu

const sources = new Set(["aggregate", "operator", "illustrative"])

const isProvenance = (value: unknown): boolean =>
  isObject(value) && sources.has(String(value["source"])) && /^\d{4}-\d\d-\d\d$/u.test(String(value["as_of"])) &&
  (value["source"] !== "illustrative" || (typeof value["note"] === "string" && value["note"].length > 10))

const isCalculation = (value: Record<string, unknown>) =>
  typeof value["formula"] === "string" && isObject(value["inputs"]) && Array.isArray(value["assumptions"]) &&
  value["assumptions"].every((one) => isObject(one) && isProvenance(one["provenance"]))

/** A provenance covers the object it stands in, and what stands in that, and no deeper. */
const REACH = 2

/** Every figure of an answer that does not say where it comes from, by its path. */
export const bareFigures = (answer: Json, path = "data", reach = 0): ReadonlyArray<string> => {
  if (Array.isArray(answer)) return answer.flatMap((one, n) => bareFigures(one, `${path}[${n}]`, reach))
  if (!isObject(answer)) {
    const key = /([a-z0-9_]+)(?:\[\d+\])*$/iu.exec(path)?.[1] ?? ""
    if (reach > 0 || named.test(key)) return []
    return typeof answer === "number" || (typeof answer === "string" && figureInText.test(answer)) ? [`${path}: ${String(answer).slice(0, 80)}`] : []
  }
  if ("provenance" in answer && !isProvenance(answer["provenance"])) return [`${path}.provenance: ${JSON.stringify(answer["provenance"])}`]
  if (isCalculation(answer)) return []
  const here = "provenance" in answer ? REACH + 1 : reach
  return Object.entries(answer).flatMap(([key, one]) =>
    key === "provenance" || contract.has(key) ? [] : bareFigures(one, `${path}.${key}`, isObject(one) || Array.isArray(one) && one.some(isObject) ? Math.max(0, here - 1) : here))
}

import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { statusOf } from "#schemas/kernel/errors"
import { isJsonObject } from "#schemas/kernel/json"
import { decodedSchema } from "#schemas/kernel/json-schema"
import { begunOf, takenBy, takenInShort, verbs, wordsOf } from "#src/connector/verbs"

/** What is named that is neither an argument nor an answer of the tool: a field or a value of other records, of files, or of what is sent elsewhere. */
const elsewhere: Readonly<Record<string, ReadonlyArray<string>>> = {
  export_contacts: ["Accept"],
  export_products: ["Accept"],
  create_company: ["organization_id"],
  update_company: ["company_name"],
  delete_company: ["company_name"],
  list_custom_fields: ["custom_fields"],
  create_custom_field: ["custom_fields"],
  list_consents: ["X-Service-Session"],
  list_receipts: ["X-Service-Session", "X-Service-Agent"],
  set_standing_consents: ["X-Service-Agent"],
  create_webhook: ["X-Service-Signature"],
  rotate_webhook_secret: ["X-Service-Signature", "X-Service-Signature-Previous"],
  create_publishable_key: ["Origin"],
  create_plan: ["past_due"],
  set_commission_rules: ["tax_category"],
  set_tax_rates: ["tax_category"],
  update_calendar_settings: ["BY-EVANG"],
  import_contacts: ["E-Mail"],
  get_page_views: ["utm_source", "utm_campaign"],
  get_daily_brief: ["daily_brief_at"]
}

const known = new Set<string>([...verbs.map(({ name }) => name), ...Object.keys(statusOf)])

const walk = (schema: unknown, visit: (part: { readonly [keyword: string]: Schema.Json }) => void): void => {
  if (Array.isArray(schema)) for (const one of schema) walk(one, visit)
  if (!isJsonObject(schema)) return
  visit(schema)
  for (const one of Object.values(schema)) walk(one, visit)
}

/** Names of the fields, at any depth, and the values that they can have. */
const namesIn = (schemas: ReadonlyArray<unknown>) => {
  const names = new Set<string>()
  walk(schemas, ({ enum: values, examples, properties }) => {
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name)
    for (const some of [values, examples]) if (Array.isArray(some)) for (const value of some) names.add(String(value))
  })
  return names
}

const textsIn = (schema: unknown) => {
  const texts: Array<string> = []
  walk(schema, ({ description }) => {
    if (typeof description === "string") texts.push(description)
  })
  return texts
}

/** What is written as code and looks like the name of an argument or of a header. */
const namedIn = (text: string) =>
  [...text.matchAll(/`([^`]+)`/gu)].map(([, word]) => word!).filter((word) => /^[a-z]\w*_\w+$/u.test(word) || /^[A-Z]\w*(?:-\w+)*$/u.test(word))

const taken = new Map(verbs.map((entry) => [entry.name, namesIn([takenBy(entry)])]))

describe("what is said of tools", () => {
  it("names only arguments that they have, what they answer, and other tools with their arguments", () => {
    const wrong = verbs.flatMap((entry) => {
      const answers = [...entry.endpoint.success].map((schema) => decodedSchema(schema as Schema.Top))
      const own = namesIn([takenBy(entry), ...answers])
      return [wordsOf(entry), begunOf(entry), ...textsIn(takenBy(entry)), ...textsIn(takenInShort(entry))].flatMap((text) => {
        const named = namedIn(text)
        const others = named.flatMap((word) => [...taken.get(word) ?? []])
        return named.filter((word) => !own.has(word) && !known.has(word) && !others.includes(word) && elsewhere[entry.name]?.includes(word) !== true)
          .map((word) => `${entry.name}: ${word} in "${text}"`)
      })
    })
    assert.deepStrictEqual([...new Set(wrong)], [])
  })

  it("names what is elsewhere only where that is named", () => {
    for (const [name, words] of Object.entries(elsewhere)) {
      const entry = verbs.find((one) => one.name === name)!
      const texts = [wordsOf(entry), ...textsIn(takenBy(entry))].flatMap(namedIn)
      for (const word of words) assert.include(texts, word, name)
    }
  })

  it("has in short every argument, and those that are required", () => {
    for (const entry of verbs) {
      const [short, whole] = [takenInShort(entry), takenBy(entry)]
      assert.deepStrictEqual(Object.keys(short["properties"] as object), Object.keys(whole["properties"] as object), entry.name)
      assert.deepStrictEqual(short["required"], whole["required"], entry.name)
      assert.isBelow(begunOf(entry).length, 420, entry.name)
    }
  })
})

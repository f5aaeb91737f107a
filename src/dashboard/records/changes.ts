import { memoize } from "effect/Function"
import type { Operation } from "#schemas/kernel/catalog"
import { isJsonObject } from "#schemas/kernel/json"
import type { JsonSchema } from "#schemas/kernel/json-schema"
import { verbs } from "../../connector/verbs.ts"
import { isInstant, type Tell, valueNode } from "../components/diff.ts"
import { money } from "../components/locale.ts"
import { html, type Node } from "../html.ts"
import { joined, label } from "../words/declared.ts"
import { metaOf } from "./groups.ts"
import { answerSchema, currencyOf, insideOf, isTold, itemsOf, type Row, type Setting, valueOf } from "./values.ts"

interface Kind {
  readonly category: string
  readonly schema: JsonSchema
}

/** What is not the record of an operation belongs to what everybody has, and has no schema. */
const UNKNOWN: Kind = { category: "agents", schema: {} }

const isRead = ({ list, method }: Operation) => method === "GET" && !list

/* What reads one record tells most of it: it comes last, and so prevails. Found when it is first asked for. */
const tellers = memoize((all: ReadonlyArray<Operation>): ReadonlyMap<string, Operation> =>
  new Map(all.toSorted((a, b) => Number(isRead(a)) - Number(isRead(b))).flatMap((entry) => {
    const meta = metaOf(entry)
    return meta === null || entry.download !== undefined ? [] : [[meta.object, entry] as const]
  })))

const kindOf = (object: string): Kind => {
  const entry = tellers(verbs).get(object)
  if (entry === undefined) return UNKNOWN
  const answer = answerSchema(entry)
  return { category: entry.category, schema: entry.list ? itemsOf(insideOf(answer, "items")) : answer }
}

/** So deep are objects within a value told by their fields; deeper ones are JSON. */
const DEPTH = 2

const isRows = (value: unknown): value is ReadonlyArray<Row> => Array.isArray(value) && value.length > 0 && value.every(isJsonObject)

/** `Quantity: 2, Unit amount: $625.00` */
const inner = (row: Row, schema: JsonSchema, setting: Setting, depth: number): Node =>
  Object.keys(row).filter((field) => isTold(row[field])).map((field, n) => [n > 0 && ", ", label(field, setting.category), ": ", value(row, field, schema, setting, depth)])

const isAmount = (field: string) => field === "amount" || field.endsWith("_amount")

const value = (row: Row, field: string, schema: JsonSchema, setting: Setting, depth: number): Node => {
  const one = row[field]
  const within = insideOf(schema, field)
  const currency = currencyOf(row) ?? setting.currency
  const here = { ...setting, currency }
  /* Addresses are read here, and not followed: somebody else may have written them. */
  if (typeof one === "string" && (isInstant(one) || /^https?:/u.test(one))) return valueNode(setting.zone, one)
  if (typeof one === "number" && currency !== undefined && isAmount(field)) return money(one, currency)
  if (isJsonObject(one) && Object.keys(one).length > 0) return depth >= DEPTH ? html`<code>${JSON.stringify(one)}</code>` : inner(one as Row, within, here, depth + 1)
  if (isRows(one)) {
    return depth >= DEPTH ? html`<code>${JSON.stringify(one)}</code>` : one.map((each, n) => [n > 0 && "; ", inner(each, itemsOf(within), here, depth + 1)])
  }
  return valueOf(field, within, row, here)
}

/** Tells what records hold by what is declared of their kind: fields by their labels, amounts, times and enumerations as people read them, references by name. */
export const tell: Tell = {
  object: (object) => label(object, kindOf(object).category),
  field: (object, field) => label(field, kindOf(object).category),
  value: ({ facts, field, names, object, zone }) => {
    const { category, schema } = kindOf(object)
    return value(facts as Row, field, schema, { zone, names, category, alone: true }, 0)
  },
  title: (object, id, name) => {
    const kind = label(object, kindOf(object).category)
    /* What has no name of its own is called by its kind and number already. */
    const called = name === null || name === undefined || name === "" || name === `${object.replaceAll("_", " ")} ${id}` ? "" : `: ${name}`
    return joined(kind, `${id === null ? "" : ` ${id}`}${called}`)
  }
}

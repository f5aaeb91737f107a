import { Effect } from "effect"
import { MERCHANT_CATEGORIES, type MerchantCategory, merchantCategories } from "#layers/content/merchant-categories"
import { currentContent } from "#layers/content/content-store"
import type { Content } from "#schemas/content/content"
import { unusable } from "#schemas/tools/refusal"
import type { ToolInput } from "#schemas/tools/catalog"
import { industriesOf } from "./industries.ts"
import { perContent, searchOf, wordsIn } from "./search.ts"

const MOST_CODES = 20

/** The ranges of ISO 18245; each code belongs to the one it lies in. */
const groups = [
  { from: "0001", to: "1499", name: "Agricultural services" },
  { from: "1500", to: "2999", name: "Contracted services" },
  { from: "3000", to: "3299", name: "Airlines" },
  { from: "3300", to: "3499", name: "Car rental" },
  { from: "3500", to: "3999", name: "Lodging" },
  { from: "4000", to: "4799", name: "Transportation services" },
  { from: "4800", to: "4999", name: "Utility services" },
  { from: "5000", to: "5599", name: "Retail outlet services" },
  { from: "5600", to: "5699", name: "Clothing stores" },
  { from: "5700", to: "7299", name: "Miscellaneous stores" },
  { from: "7300", to: "7999", name: "Business services" },
  { from: "8000", to: "8999", name: "Professional services and membership organizations" },
  { from: "9000", to: "9999", name: "Government services" }
] as const

const groupOf = (mcc: string) => groups.find(({ from, to }) => from <= mcc && mcc <= to)!.name

const registerOf = perContent((content: Content) => {
  const all = merchantCategories()
  const byCode = new Map(all.map((category) => [category.mcc, category]))
  const usual = content["merchant-categories"].industries
  const users = new Map<string, Array<string>>()
  for (const { industry } of industriesOf(content).all) {
    for (const code of usual[industry.id] ?? []) users.set(code, [...users.get(code) ?? [], industry.name])
  }
  const search = searchOf(all, ({ description, mcc }) => ({ description, group: groupOf(mcc) }), { description: 3, group: 1 })
  return { all, byCode, usual, users, search }
})

/** How far below the best hit another may lie and still be worth showing. */
const WORTH = 0.4

/**
 * Codes of the industry that is called so; or else those whose description has all the words, then those of industries that
 * the words describe, then what comes close.
 */
const sought = (content: Content, text: string): ReadonlyArray<MerchantCategory> => {
  const { byCode, search, usual } = registerOf(content)
  const industries = industriesOf(content)
  const named = industries.named(text)
  const meant = named !== undefined
    ? [named]
    : industries.search(text, 3).filter(({ matched }) => matched >= wordsIn(text)).map(({ item }) => item)
  const hits = search(text, 1_000)
  const worth = hits.filter(({ score }) => score >= (hits[0]?.score ?? 0) * WORTH)
  const literal = named === undefined ? worth.filter(({ matched }) => matched >= wordsIn(text)) : []
  const usually = meant.flatMap(({ industry }) => usual[industry.id] ?? []).flatMap((code) => byCode.get(code) ?? [])
  return [...new Set([...literal.map(({ item }) => item), ...usually, ...worth.map(({ item }) => item)])]
}

const numberOf = ({ mcc }: MerchantCategory) => Number(mcc)

const nearestCode = (all: ReadonlyArray<MerchantCategory>, code: number) =>
  all.reduce((near, one) => Math.abs(numberOf(one) - code) < Math.abs(numberOf(near) - code) ? one : near)

/** The one category of a code; spaces and a missing leading zero are the only liberties that a hint can guess at. */
const exactly = Effect.fnUntraced(function*(content: Content, text: string) {
  const { all, byCode } = registerOf(content)
  const found = byCode.get(text)
  if (found !== undefined) return found
  const digits = text.replace(/\D/gu, "")
  const guess = digits.length > 0 && digits.length <= 4 ? byCode.get(digits.padStart(4, "0")) ?? nearestCode(all, Number(digits)) : undefined
  return yield* unusable("mcc_code", text, {
    error: /^\d{4}$/u.test(text) ? "no merchant category has this code" : "a merchant category code has four digits",
    ...guess === undefined
      ? { hint: "Send four digits, or words as category.", see: { tool: "get_mcc_codes", arguments: sought(content, text).length === 0 ? {} : { category: text } } }
      : { hint: `Closest: ${guess.mcc} (${guess.description}).`, instead: { mcc_code: guess.mcc } }
  })
})

export const get_mcc_codes = Effect.fnUntraced(function*({ category, mcc_code }: ToolInput<"get_mcc_codes">) {
  const content = yield* currentContent
  const { all, users } = registerOf(content)
  const found = mcc_code !== undefined ? [yield* exactly(content, mcc_code.trim())] : category !== undefined ? sought(content, category) : []
  const whole = mcc_code === undefined && category === undefined
  return {
    total: whole ? all.length : found.length,
    codes: found.slice(0, MOST_CODES).map(({ description, mcc }) => ({
      mcc, description, group: groupOf(mcc), industries: users.get(mcc) ?? []
    })),
    ...whole && {
      groups: groups.map((group) => ({ ...group, count: all.filter(({ mcc }) => group.from <= mcc && mcc <= group.to).length }))
    },
    provenance: {
      source: "operator" as const,
      as_of: MERCHANT_CATEGORIES.as_of,
      note: `Codes: ${MERCHANT_CATEGORIES.source}. ${content["merchant-categories"].provenance.note ?? ""}`.trim()
    }
  }
})

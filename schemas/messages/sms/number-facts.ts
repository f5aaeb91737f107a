import { parsePhoneNumberFromString } from "libphonenumber-js/max"

export const lineTypes = [
  "mobile", "landline", "landline_or_mobile", "premium", "toll_free", "shared_cost", "voip", "pager", "other", "unknown"
] as const
export type LineType = typeof lineTypes[number]

const types: Readonly<Record<string, LineType>> = {
  MOBILE: "mobile", FIXED_LINE: "landline", FIXED_LINE_OR_MOBILE: "landline_or_mobile", PREMIUM_RATE: "premium", TOLL_FREE: "toll_free",
  SHARED_COST: "shared_cost", VOIP: "voip", PAGER: "pager", PERSONAL_NUMBER: "other", UAN: "other", VOICEMAIL: "other"
}

export interface NumberFacts {
  /** ISO 3166; `null` where the number belongs to none. */
  readonly country: string | null
  readonly type: LineType
  /** Whether its country gives out such numbers. */
  readonly valid: boolean
}

/** What the numbering plan of its country says about a number in E.164. */
export const numberFacts = (phone: string): NumberFacts => {
  const parsed = parsePhoneNumberFromString(phone)
  const type = parsed?.getType()
  return {
    country: parsed?.country ?? null,
    type: type === undefined ? "unknown" : types[type] ?? "other",
    valid: type !== undefined
  }
}

/** Why a number takes no text, if it takes none. A number of no known kind may take one: plans change faster than lists of them. */
export const untextable = ({ type }: NumberFacts): "premium_number" | "landline" | "not_a_mobile" | undefined => {
  if (type === "premium") return "premium_number"
  if (type === "landline") return "landline"
  return type === "toll_free" || type === "shared_cost" || type === "pager" ? "not_a_mobile" : undefined
}

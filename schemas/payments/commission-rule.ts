import { Schema } from "effect"
import { entity, field } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { Currency, MAX_CENTS, PositiveCents } from "#schemas/kernel/money"
import { line } from "#schemas/kernel/text"
import { TaxCategory } from "./tax.ts"

export const CommissionRuleId = Id.pipe(Schema.brand("CommissionRuleId"))
export type CommissionRuleId = typeof CommissionRuleId.Type

const MOST_RULES = 200

export const Tier = Schema.Struct({
  from: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
    description: "What the seller has sold in the month, in the smallest unit and without tax, from which on it holds; 0 in the first.", examples: [0]
  }),
  basis_points: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({
    description: "Hundredths of a percent of what lies in this tier: 250 is 2.5 %.", examples: [500]
  })
}).annotate({ identifier: "CommissionTier" })
export type Tier = typeof Tier.Type

const ascending = Schema.makeFilter((tiers: ReadonlyArray<Tier>) =>
  tiers.every(({ from }, place) => place === 0 ? from === 0 : from > tiers[place - 1]!.from)
    ? undefined
    : "the first tier begins at 0, and each further one above the one before it")

const Share = Schema.Struct({
  type: Schema.Literal("share"),
  tiers: Schema.Array(Tier)
}).annotate({ identifier: "CommissionShare" })

const NewShare = Schema.Struct({
  type: Schema.Literal("share"),
  tiers: Schema.Array(Tier).check(Schema.isMinLength(1), Schema.isMaxLength(20), ascending).annotate({
    description: "One is a plain share. Of several, each counts for the part of the seller's month that lies in it.",
    examples: [[{ from: 0, basis_points: 500 }]]
  })
}).annotate({ identifier: "NewCommissionShare", description: "A share of what was paid, without tax." })

const Fixed = Schema.Struct({
  type: Schema.Literal("fixed"),
  amount: PositiveCents.annotate({ description: "For a whole sale, in the smallest unit; of a sale that is paid in part, as much of it.", examples: [1_500] })
}).annotate({ identifier: "FixedCommission", description: "An amount for each sale." })

export const Earns = Schema.Union([Share, Fixed])
export type Earns = typeof Earns.Type

const NewEarns = Schema.Union([NewShare, Fixed])

/** What sellers earn. */
export const commissionRule = entity("CommissionRule", {
  id: field.readOnly(CommissionRuleId),
  name: field.required(line(100).annotate({ description: "For people.", examples: ["Five percent, seven above 10,000"] })),
  seller_id: field.nullable(UserId, { description: "The member who sells; `null` for all." }),
  category: field.nullable(TaxCategory, {
    description: "The `tax_category` of the lines that it is for; `null` for all. What has no lines is `standard`.", examples: ["books"]
  }),
  currency: field.nullable(Currency, {
    description: "What is paid in this currency; `null` for all. A rule that names amounts needs one.", examples: ["USD"]
  }),
  earns: field.required(NewEarns, Earns)
}, { description: "What sellers earn." })
export const CommissionRule = commissionRule.read
export type CommissionRule = typeof CommissionRule.Type
export type NewCommissionRule = typeof commissionRule.create.Type

export const CommissionRules = Schema.Struct({ rules: Schema.Array(CommissionRule) }).annotate({ identifier: "CommissionRules" })

const namesAmounts = (earns: Earns) => earns.type === "fixed" || earns.tiers.length > 1

/** What makes two rules fit the same sales, neither before the other. */
const placeOf = ({ category, currency, seller_id }: NewCommissionRule) => JSON.stringify([seller_id, category?.toLowerCase() ?? null, currency])

const faults = (rules: ReadonlyArray<NewCommissionRule>) => {
  const seen = new Set<string>()
  return rules.flatMap((rule, place) => {
    if (rule.currency === null && namesAmounts(rule.earns)) {
      return [{ path: ["rules", place, "currency"], issue: "a rule that names amounts needs the currency that they are in" }]
    }
    const key = placeOf(rule)
    if (seen.has(key)) return [{ path: ["rules", place], issue: "there is another rule for this seller, category and currency" }]
    seen.add(key)
    return []
  })
}

export const NewCommissionRules = Schema.Struct({
  rules: Schema.Array(commissionRule.create).check(Schema.isMaxLength(MOST_RULES)).annotate({
    description: `All rules, at most ${MOST_RULES}.`,
    examples: [[
      {
        name: "Five percent, seven above 10,000", seller_id: null, category: null, currency: "USD",
        earns: { type: "share", tiers: [{ from: 0, basis_points: 500 }, { from: 1_000_000, basis_points: 700 }] }
      },
      { name: "15 for a sale of books", seller_id: null, category: "books", currency: "USD", earns: { type: "fixed", amount: 1_500 } }
    ]]
  })
}).check(Schema.makeFilter(({ rules }) => faults(rules)[0] ?? undefined)).annotate({ identifier: "NewCommissionRules" })

/** A rule of a seller goes before one of a category, and that before one of a currency alone. */
const precedence = ({ category, currency, seller_id }: CommissionRule) =>
  (seller_id === null ? 0 : 4) + (category === null ? 0 : 2) + (currency === null ? 0 : 1)

interface Sold {
  readonly seller_id: number
  readonly category: string
  readonly currency: string
}

/** The rule by which a seller earns on what was sold, if there is one. */
export const ruleFor = (rules: ReadonlyArray<CommissionRule>, { category, currency, seller_id }: Sold): CommissionRule | undefined =>
  rules.filter((rule) =>
    (rule.seller_id === null || rule.seller_id === seller_id) &&
    (rule.currency === null || rule.currency === currency) &&
    (rule.category === null || rule.category.toLowerCase() === category.toLowerCase())
  ).toSorted((a, b) => precedence(b) - precedence(a))[0]

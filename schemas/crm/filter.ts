import { Schema } from "effect"
import { countingConditions } from "#schemas/categories"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { Tag } from "./contact.ts"
import { compare, days } from "./counting.ts"
import { FieldKey } from "./custom-field.ts"

/** Texts of a contact that a condition can look into. */
export const textFields = ["first_name", "last_name", "email", "phone", "company_name", "notes", "source"] as const

/** Fields that name another record. */
export const linkFields = ["owner_id", "organization_id"] as const

export const moments = ["created_at", "updated_at"] as const

const TextCondition = Schema.Struct({
  type: Schema.Literal("text"),
  field: Schema.Literals(textFields).annotate({ examples: ["email"] }),
  op: Schema.Literals(["is", "is_not", "contains", "starts_with", "ends_with"]).annotate({
    description: "Letter case does not matter. An empty field is no text: only `is_not` fits it.",
    examples: ["ends_with"]
  }),
  value: line(200).annotate({ examples: ["@navy.example"] })
}).annotate({ identifier: "TextCondition" })

const EmptyCondition = Schema.Struct({
  type: Schema.Literal("empty"),
  field: Schema.Literals([...textFields, ...linkFields]).annotate({ examples: ["phone"] })
}).annotate({ identifier: "EmptyCondition", description: "The field is empty." })

const LinkCondition = Schema.Struct({
  type: Schema.Literal("link"),
  field: Schema.Literals(linkFields).annotate({ examples: ["owner_id"] }),
  value: Id
}).annotate({ identifier: "LinkCondition", description: "The contact's owner, or its company of `/crm/companies`, is this one." })

const TagCondition = Schema.Struct({
  type: Schema.Literal("tag"),
  value: Tag
}).annotate({ identifier: "TagCondition", description: "The contact has the tag." })

const ScoreCondition = Schema.Struct({
  type: Schema.Literal("score"),
  op: compare,
  value: Schema.Int.check(Schema.isBetween({ minimum: -1_000_000, maximum: 1_000_000 })).annotate({ examples: [50] })
}).annotate({ identifier: "ScoreCondition", description: "The contact's `score`. Not for scoring rules." })

const TimeCondition = Schema.Struct({
  type: Schema.Literal("time"),
  field: Schema.Literals(moments).annotate({ examples: ["created_at"] }),
  op: Schema.Literals(["before", "since"]).annotate({ examples: ["since"] }),
  value: Instant
}).annotate({ identifier: "TimeCondition" })

const AgeCondition = Schema.Struct({
  type: Schema.Literal("age"),
  field: Schema.Literals(moments).annotate({ examples: ["updated_at"] }),
  op: Schema.Literals(["within", "longer_ago"]).annotate({ examples: ["within"] }),
  days: days("Days of 24 hours, counted back from now.")
}).annotate({ identifier: "AgeCondition" })

const CustomCondition = Schema.Struct({
  type: Schema.Literal("custom"),
  key: FieldKey.annotate({ description: "A field of `list_custom_fields` of contacts.", examples: ["shoe_size"] }),
  op: Schema.Literals(["is", "is_not", "contains", "lt", "lte", "gt", "gte", "empty"]).annotate({
    description: "`contains` is for text, whose letter case does not matter; `lt` to `gte` are for numbers and dates. An empty field " +
      "fits only `empty` and `is_not`.",
    examples: ["gte"]
  }),
  value: Schema.optionalKey(
    Schema.Union([Schema.Finite, Schema.Boolean, line(200)]).annotate({ description: "Of the field's type; none for `empty`.", examples: [40] })
  )
}).annotate({ identifier: "CustomCondition" })

/** One thing that is so of a contact, or not. */
export const Condition = Schema.Union([
  TextCondition, EmptyCondition, LinkCondition, TagCondition, ScoreCondition, TimeCondition, AgeCondition, CustomCondition,
  ...Object.values(countingConditions)
]).annotate({ identifier: "Condition" })
export type Condition = typeof Condition.Type

const Match = Schema.Literals(["all", "any", "none"]).annotate({
  description: "Which of the conditions must fit.",
  examples: ["all"]
})

const groupOf = <S extends Schema.Top>(item: S) => Schema.Struct({ match: Match, of: item })

const listOf = <S extends Schema.Top>(item: S) => Schema.Array(item).check(Schema.isMinLength(1), Schema.isMaxLength(20))

/* Three levels say everything that any number of them can, and need no schema that contains itself. */
const Inner = groupOf(listOf(Condition)).annotate({ identifier: "InnerGroup" })
const Middle = groupOf(listOf(Schema.Union([Condition, Inner]))).annotate({ identifier: "MiddleGroup" })

/** A condition, or several of which all, any or none must fit. */
export type Filter = Condition | Group
export interface Group {
  readonly match: "all" | "any" | "none"
  readonly of: ReadonlyArray<Filter>
}

export const MOST_CONDITIONS = 50

/** Conditions that count other records of each contact, which costs most. */
export const MOST_COUNTING = 20

/** What those count, in words. */
const countedInWords = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(countingConditions))

/** Every condition with the path to it. */
export const conditionsOf = (filter: Filter, path: string): ReadonlyArray<{ readonly path: string; readonly condition: Condition }> =>
  "match" in filter
    ? filter.of.flatMap((one, place) => conditionsOf(one, `${path}.of[${place}]`))
    : [{ path, condition: filter }]

const notTooMany = Schema.makeFilter((group: Group) => {
  const conditions = conditionsOf(group, "").map(({ condition }) => condition)
  if (conditions.length > MOST_CONDITIONS) return `Expected at most ${MOST_CONDITIONS} conditions in all`
  return conditions.filter(({ type }) => type in countingConditions).length > MOST_COUNTING
    ? `Expected at most ${MOST_COUNTING} conditions that count ${countedInWords}`
    : undefined
})

/** Which contacts are meant. */
export const Filters = groupOf(listOf(Schema.Union([Condition, Middle]))).check(notTooMany).annotate({
  identifier: "ContactFilter",
  description: `Conditions, and groups of them, of which \`all\`, \`any\` or \`none\` must fit; at most ${MOST_CONDITIONS} in all, ${MOST_COUNTING} of which count ${countedInWords}, three levels deep.`,
  examples: [{
    match: "all",
    of: [
      { type: "tag", value: "newsletter" },
      { match: "any", of: [{ type: "text", field: "email", op: "ends_with", value: "@navy.example" }, { type: "deals", status: "won", op: "gte", value: 1 }] }
    ]
  }]
})

/* As they stand in answers, which say nothing of bounds. */
const Kept = Schema.toType(Condition).annotate({ identifier: "KeptCondition" })
const KeptInner = groupOf(Schema.Array(Kept)).annotate({ identifier: "KeptInnerGroup" })
const KeptMiddle = groupOf(Schema.Array(Schema.Union([Kept, KeptInner]))).annotate({ identifier: "KeptMiddleGroup" })
export const KeptFilter = groupOf(Schema.Array(Schema.Union([Kept, KeptMiddle]))).annotate({ identifier: "KeptContactFilter" })

import { Schema } from "effect"
import { Identifier } from "./prose.ts"

/** A text of the content that ends up in an answer. */
export const Words = Schema.NonEmptyString.check(Schema.isMaxLength(900))

/** Words that a question is searched for, as people write them, in lower case; each may be a phrase. */
export const Phrases = Schema.Array(
  Schema.NonEmptyString.check(Schema.isMaxLength(80), Schema.isPattern(/^[^A-Z]+$/u, { expected: "lower case" }))
)

/** What a program is for; by it a need and the tools in use are compared. */
const toolKinds = [
  "crm", "email_marketing", "website", "automation", "support", "analytics", "ecommerce", "booking", "chat", "payments", "pos",
  "invoicing", "payroll", "inventory", "shipping", "sms", "phone", "reviews", "seo", "recurring_billing", "accounting",
  "knowledge_base", "hr", "scheduling", "advertising", "social", "projects", "documents", "ai", "development", "none"
] as const
export type ToolKind = typeof toolKinds[number]
export const Kinds = Schema.Array(Schema.Literals(toolKinds))

/** Something else that may serve better, as a category of products, and when. */
export const Alternative = Schema.Struct({ category: Words, when: Words })
export type Alternative = typeof Alternative.Type
export const Alternatives = Schema.Array(Alternative)

/** Parts of the product, by id of `parts.json`. */
export const PartIds = Schema.Array(Identifier)

/** A call of another tool that makes sense after this answer. */
export const NextStep = Schema.Struct({
  tool: Identifier,
  arguments: Schema.Record(Schema.String, Schema.Json),
  why: Words
})
export type NextStep = typeof NextStep.Type

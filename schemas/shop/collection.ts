import { Schema } from "effect"
import { Tag } from "#schemas/crm/contact"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Cents, Currency, MAX_CENTS } from "#schemas/kernel/money"
import { line, prose } from "#schemas/kernel/text"
import { CollectionId, ProductId } from "./ids.ts"
import { Slug } from "./slug.ts"

const Bound = {
  currency: Currency,
  amount: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_CENTS })).annotate({
    description: "In the currency's smallest unit (cents).", examples: [5_000]
  })
}

const KeptBound = { currency: Schema.String.annotate({ examples: ["USD"] }), amount: Cents }

const conditions = (
  tag: Schema.Codec<string>, contains: Schema.Codec<string>, bound: { readonly currency: Schema.Codec<string>; readonly amount: Schema.Codec<number> }
) =>
  Schema.Union([
    Schema.Struct({ field: Schema.Literal("tag"), value: tag }).annotate({ description: "The product has it." }),
    Schema.Struct({ field: Schema.Literal("title"), contains }).annotate({ description: "The title has it somewhere, whatever the case." }),
    Schema.Struct({ field: Schema.Literal("price_below"), ...bound }).annotate({ description: "One of its variants costs less." }),
    Schema.Struct({ field: Schema.Literal("price_above"), ...bound }).annotate({ description: "One of its variants costs more." }),
    Schema.Struct({ field: Schema.Literal("in_stock") }).annotate({ description: "One of its variants is available." })
  ])

const match = Schema.Literals(["all", "any"]).annotate({ description: "Whether all conditions have to hold, or one of them.", examples: ["all"] })

const NewRule = Schema.Struct({
  match,
  conditions: Schema.Array(
    conditions(Tag, line(100).annotate({ examples: ["mug"] }), Bound).annotate({ identifier: "NewCollectionCondition" })
  ).check(Schema.isMinLength(1), Schema.isMaxLength(20)).annotate({ description: "1 to 20." })
}).annotate({ identifier: "NewCollectionRule" })

const Condition = conditions(Schema.String.annotate({ examples: ["kitchen"] }), Schema.String.annotate({ examples: ["mug"] }), KeptBound)
  .annotate({ identifier: "CollectionCondition" })
export type Condition = typeof Condition.Type

/** What a product has to be to belong to a collection. */
const CollectionRule = Schema.Struct({ match, conditions: Schema.Array(Condition) }).annotate({
  identifier: "CollectionRule", examples: [{ match: "all", conditions: [{ field: "tag", value: "kitchen" }] }]
})
export type CollectionRule = typeof CollectionRule.Type

const Members = Schema.Array(ProductId).check(Schema.isMaxLength(1_000)).annotate({
  description: "Its products in their order, at most 1,000; empty where it has a rule.", examples: [[]]
}).check(Schema.makeFilter((ids: ReadonlyArray<number>) => new Set(ids).size === ids.length, { expected: "each product once" }))

/** Products that are shown together. */
export const collection = entity("Collection", {
  id: field.readOnly(CollectionId),
  title: field.required(line(200).annotate({ examples: ["Kitchen"] })),
  slug: field.each({
    read: Schema.String.annotate({ description: "What its address in a shop ends with.", examples: ["kitchen"] }),
    create: Schema.optionalKey(Slug.annotate({ description: "What its address in a shop ends with; made of the title if left out." })),
    change: Schema.optionalKey(Slug)
  }),
  description: field.nullable(prose(20_000), { examples: ["All for the kitchen."] }),
  product_ids: field.defaulted(Members, [], Schema.Array(ProductId).annotate({
    description: "Those that were picked by hand, in their order.", examples: [[ProductId.make(42)]]
  })),
  rule: field.nullable(NewRule, {
    description: "What its products have to be; without a rule they are picked by hand."
  }, Schema.NullOr(CollectionRule)),
  ...versioned
}, { description: "Products that are shown together.", sort: ["id", "created_at"] })
export const Collection = collection.read
export type Collection = typeof Collection.Type

const kind = ({ product_ids, rule }: { readonly product_ids?: ReadonlyArray<number>; readonly rule?: CollectionRule | null }) =>
  rule && product_ids && product_ids.length > 0
    ? { path: ["product_ids"], issue: "a collection with a rule has no products that are picked by hand" }
    : undefined

export const NewCollection = collection.create.check(Schema.makeFilter(kind)).annotate({
  identifier: "NewCollection",
  examples: [{
    title: "Kitchen", description: "All for the kitchen.", product_ids: [],
    rule: { match: "all", conditions: [{ field: "tag", value: "kitchen" }, { field: "price_below", currency: "USD", amount: 5_000 }] }
  }]
})

export const CollectionChanges = collection.change.check(Schema.makeFilter(kind)).annotate({ identifier: "CollectionChanges" })

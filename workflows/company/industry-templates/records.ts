import { Context, Effect, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { CompanySettings } from "#layers/company/settings"
import { create_resource as resourceMaking } from "#schemas/calendar/resources.api"
import { service } from "#schemas/calendar/service"
import { create_service as serviceMaking } from "#schemas/calendar/services.api"
import type { IndustryRecords } from "#schemas/company/industry-records"
import type { RecordKind } from "#schemas/company/industry-template"
import { update_company_settings as settingsChange } from "#schemas/company/settings.api"
import { create_custom_field as fieldMaking } from "#schemas/crm/custom-fields.api"
import { create_pipeline as pipelineMaking } from "#schemas/crm/pipelines.api"
import { create_segment as segmentMaking } from "#schemas/crm/segments.api"
import type { Conflict } from "#schemas/kernel/errors"
import { OperationDeclaration } from "#schemas/kernel/operation"
import { create_sms_template as textMaking } from "#schemas/messages/sms/templates.api"
import { create_collection as collectionMaking } from "#schemas/shop/collections.api"
import { set_locations as locationsSetting } from "#schemas/shop/locations.api"
import { NewProduct } from "#schemas/shop/product"
import { create_product as productMaking } from "#schemas/shop/products.api"
import { create_resource, list_resources } from "../../calendar/resources.ts"
import { create_service, list_services } from "../../calendar/services.ts"
import { create_custom_field, list_custom_fields } from "../../crm/custom-fields.ts"
import { create_pipeline, list_pipelines } from "../../crm/pipelines.ts"
import { create_segment, list_segments } from "../../crm/segments.ts"
import { create_sms_template, list_sms_templates } from "../../messages/sms/templates.ts"
import { decimalsOf } from "#schemas/payments/currency"
import { create_collection, list_collections } from "../../shop/collections.ts"
import { list_locations, set_locations } from "../../shop/locations.ts"
import { create_product, list_products } from "../../shop/products.ts"
import { update_company_settings } from "../settings.ts"

const PAGE = 200
/** Names beyond so many records of a kind are not looked at. */
const MOST_PAGES = 10

interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly has_more: boolean
}

/** All records of a kind. */
const all = Effect.fnUntraced(function*<Item, E, R>(list: (paging: { readonly limit: number; readonly offset: number; readonly sort: "id" }) => Effect.Effect<Page<Item>, E, R>) {
  const found: Array<Item> = []
  for (let n = 0; n < MOST_PAGES; n++) {
    const { has_more, items } = yield* Effect.orDie(list({ limit: PAGE, offset: n * PAGE, sort: "id" }))
    found.push(...items)
    if (!has_more) break
  }
  return found
})

export const folded = (name: string): string => name.trim().toLowerCase()

const names = <E, R>(items: Effect.Effect<ReadonlyArray<string>, E, R>) => Effect.map(items, (all): ReadonlySet<string> => new Set(all.map(folded)))

interface Way<Spec, E, R, E2, R2> {
  /** The operation that makes one. */
  readonly by: Pick<HttpApiEndpoint.Top, "annotations">
  readonly specs: ReadonlyArray<Spec>
  readonly name: (spec: Spec) => string
  /** What tells one from another, where it is not the name. */
  readonly key?: (spec: Spec) => string
  readonly there: Effect.Effect<ReadonlySet<string>, E, R>
  /** Makes one and answers with its id; with nothing where it needs what is not there. */
  readonly make: (spec: Spec) => Effect.Effect<{ readonly id: number } | undefined, E2, R2>
}

const isConflict = (error: unknown): error is Conflict => (error as { readonly _tag?: unknown } | null)?._tag === "Conflict"

/** Fails with a conflict, a limit that is reached say; whatever else is wrong with shipped records is a defect. */
const orConflict = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.catch(work, (error): Effect.Effect<never, Conflict> => isConflict(error) ? Effect.fail(error) : Effect.die(error))

const group = <Spec, E, R, E2, R2>(kind: RecordKind, { by, key, make, name, specs, there }: Way<Spec, E, R, E2, R2>) => ({
  kind, there,
  tier: Context.get(by.annotations as Context.Context<OperationDeclaration>, OperationDeclaration).tierFloor,
  records: specs.map((spec) => ({ name: name(spec), key: folded((key ?? name)(spec)), make: orConflict(Effect.suspend(() => make(spec))) }))
})

const decodeService = (input: unknown) => Effect.orDie(Schema.decodeUnknownEffect(service.create)(input))
const decodeProduct = (input: unknown) => Effect.orDie(Schema.decodeUnknownEffect(NewProduct)(input))

const bookable = Effect.fnUntraced(function*({ takes, ...spec }: IndustryRecords["services"][number]) {
  const wanted = new Set(takes.map(folded))
  const any_of = (yield* all(list_resources)).filter(({ active, name }) => active && wanted.has(folded(name))).map(({ id }) => id).slice(0, 50)
  if (any_of.length === 0) return undefined
  return yield* create_service(yield* decodeService({ ...spec, online: false, resources: [{ any_of }] }))
})

const sold = Effect.fnUntraced(function*({ price, requires_shipping, ...spec }: IndustryRecords["products"][number]) {
  const { currency } = yield* CompanySettings.use(({ own }) => own)
  const prices = [{ currency, amount: price * 10 ** decimalsOf(currency) }]
  return yield* create_product(yield* decodeProduct({ ...spec, state: "draft", variants: [{ prices, requires_shipping, track_inventory: requires_shipping }] }))
})

const addLocation = Effect.fnUntraced(function*({ address, name, pickup }: IndustryRecords["locations"][number]) {
  const used = (yield* all(list_locations)).filter(({ active }) => active)
  const { locations } = yield* set_locations({
    locations: [...used.map(({ address, id, name, pickup }) => ({ id, name, address, pickup })), { id: null, name, address, pickup }]
  })
  return locations.find((one) => folded(one.name) === folded(name))
})

/** The groups of first records of an industry, in the order in which they are made: services after what they take. */
export const groupsOf = (records: IndustryRecords) => [
  group("opening_hours", {
    by: settingsChange, specs: records.opening_hours.length > 0 ? [records.opening_hours] : [], name: () => "Opening hours",
    there: CompanySettings.use(({ own }) => Effect.map(own, ({ opening_hours }) => new Set(opening_hours.length > 0 ? [folded("Opening hours")] : []))),
    make: (opening_hours) => update_company_settings({ opening_hours })
  }),
  group("resource", {
    by: resourceMaking, specs: records.resources, name: ({ name }) => name,
    there: names(Effect.map(all(list_resources), (items) => items.map(({ name }) => name))), make: create_resource
  }),
  group("service", {
    by: serviceMaking, specs: records.services, name: ({ name }) => name,
    there: names(Effect.map(all(list_services), (items) => items.map(({ name }) => name))), make: bookable
  }),
  group("product", {
    by: productMaking, specs: records.products, name: ({ title }) => title,
    there: names(Effect.map(Effect.forEach(records.products, ({ title }) => Effect.orDie(list_products({ search: title, limit: 50, offset: 0, sort: "id" }))),
      (pages) => pages.flatMap(({ items }) => items.map(({ title }) => title)))),
    make: sold
  }),
  group("collection", {
    by: collectionMaking, specs: records.collections, name: ({ title }) => title,
    there: names(Effect.map(all(list_collections), (items) => items.map(({ title }) => title))), make: create_collection
  }),
  group("location", {
    by: locationsSetting, specs: records.locations, name: ({ name }) => name,
    there: names(Effect.map(all(list_locations), (items) => items.map(({ name }) => name))), make: addLocation
  }),
  group("pipeline", {
    by: pipelineMaking, specs: records.pipelines, name: ({ name }) => name,
    there: names(Effect.map(all(list_pipelines), (items) => items.map(({ name }) => name))), make: create_pipeline
  }),
  group("custom_field", {
    by: fieldMaking, specs: records.custom_fields, name: ({ label }) => label, key: ({ key, object }) => `${object} ${key}`,
    there: names(Effect.map(all(list_custom_fields), (items) => items.map(({ key, object }) => `${object} ${key}`))), make: create_custom_field
  }),
  group("segment", {
    by: segmentMaking, specs: records.segments, name: ({ name }) => name,
    there: names(Effect.map(all(list_segments), (items) => items.map(({ name }) => name))), make: create_segment
  }),
  group("sms_template", {
    by: textMaking, specs: records.sms_templates, name: ({ name }) => name,
    there: names(Effect.map(all(list_sms_templates), (items) => items.map(({ name }) => name))), make: create_sms_template
  })
]

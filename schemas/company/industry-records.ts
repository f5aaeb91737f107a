import { Schema } from "effect"
import { resource } from "#schemas/calendar/resource"
import { service } from "#schemas/calendar/service"
import { customField } from "#schemas/crm/custom-field"
import { pipeline } from "#schemas/crm/pipeline"
import { segment } from "#schemas/crm/segment"
import { line } from "#schemas/kernel/text"
import { smsTemplate } from "#schemas/messages/sms/template"
import { collection } from "#schemas/shop/collection"
import { location } from "#schemas/shop/location"
import { product } from "#schemas/shop/product"
import { OpeningHours } from "./opening-hours.ts"
import { startingIndustries } from "./industry-template.ts"

/** What can be booked, with the names of the rooms and things any one of which it takes. */
const Bookable = Schema.Struct({
  name: service.create.fields.name,
  description: line(500),
  duration_minutes: service.create.fields.duration_minutes,
  buffer_after_minutes: service.create.fields.buffer_after_minutes,
  capacity: service.create.fields.capacity,
  takes: Schema.NonEmptyArray(resource.create.fields.name)
})

/** What is sold, with a price in whole units of whatever currency the company has: it is an example, on a draft. */
const Sold = Schema.Struct({
  title: product.create.fields.title,
  description: line(500),
  tags: Schema.Array(line(50)),
  price: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 })),
  requires_shipping: Schema.Boolean
})

/** A file of the folder `industry-records`: the first records of a company of one industry, as the operations take them that make them. */
export const IndustryRecords = Schema.Struct({
  /** The id of an industry of the content pack, as the file is called. */
  industry: Schema.Literals(startingIndustries),
  about: line(300),
  opening_hours: OpeningHours,
  resources: Schema.Array(resource.create),
  services: Schema.Array(Bookable),
  products: Schema.Array(Sold),
  collections: Schema.Array(collection.create),
  locations: Schema.Array(location.create),
  pipelines: Schema.Array(pipeline.create),
  custom_fields: Schema.Array(customField.create),
  segments: Schema.Array(segment.create),
  sms_templates: Schema.Array(smsTemplate.create)
})
export type IndustryRecords = typeof IndustryRecords.Type

import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { ResourceId } from "./ids.ts"

/** What of the company is taken while something that was booked takes place. */
export const resource = entity("Resource", {
  id: field.readOnly(ResourceId),
  name: field.required(line(200).annotate({ examples: ["Studio 1"] })),
  kind: field.defaulted(Schema.Literals(["room", "equipment"]).annotate({ examples: ["room"] }), "room"),
  active: field.defaulted(Schema.Boolean.annotate({ description: "Can be booked.", examples: [true] }), true),
  ...versioned
}, {
  description: "A room, or equipment.",
  filters: { kind: Schema.Literals(["room", "equipment"]), active: Schema.Boolean },
  sort: ["id", "created_at"]
})
export const Resource = resource.read
export type Resource = typeof Resource.Type

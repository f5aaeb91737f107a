import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { Id, UserId } from "#schemas/kernel/ids"
import { line, prose } from "#schemas/kernel/text"

export const ProjectId = Id.pipe(Schema.brand("ProjectId"))

/** Work for a customer. */
export const project = entity("Project", {
  id: field.readOnly(ProjectId),
  code: field.required(line(20).annotate({ description: "Unique in the company.", examples: ["NAVY-1"] })),
  name: field.required(line(200).annotate({ examples: ["New website"] })),
  notes: field.nullable(prose(10_000), { examples: ["By spring."] }),
  owner_id: field.nullable(UserId, { description: "The member who leads it." }),
  ...versioned
})
export const Project = project.read

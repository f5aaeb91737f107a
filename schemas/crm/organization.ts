import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const OrganizationId = Id.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

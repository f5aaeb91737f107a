import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const PhoneNumberId = Id.pipe(Schema.brand("PhoneNumberId"))
export type PhoneNumberId = typeof PhoneNumberId.Type

import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const PhoneNumberId = Id.pipe(Schema.brand("PhoneNumberId"))
export type PhoneNumberId = typeof PhoneNumberId.Type

export const CallId = Id.pipe(Schema.brand("CallId"))
export type CallId = typeof CallId.Type

export const CallRecordingId = Id.pipe(Schema.brand("CallRecordingId"))
export type CallRecordingId = typeof CallRecordingId.Type

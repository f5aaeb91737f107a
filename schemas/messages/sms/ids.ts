import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const MessageId = Id.pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

export const ThreadId = Id.pipe(Schema.brand("ThreadId"))
export type ThreadId = typeof ThreadId.Type

export const SmsTemplateId = Id.pipe(Schema.brand("SmsTemplateId"))
export type SmsTemplateId = typeof SmsTemplateId.Type

export const OptOutId = Id.pipe(Schema.brand("OptOutId"))
export type OptOutId = typeof OptOutId.Type

import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const EntryId = Id.pipe(Schema.brand("EntryId"))
export type EntryId = typeof EntryId.Type

export const PassageId = Id.pipe(Schema.brand("PassageId"))
export type PassageId = typeof PassageId.Type

export const SynonymId = Id.pipe(Schema.brand("SynonymId"))
export type SynonymId = typeof SynonymId.Type

export const SourceId = Id.pipe(Schema.brand("SourceId"))
export type SourceId = typeof SourceId.Type

export const DocumentId = Id.pipe(Schema.brand("DocumentId"))
export type DocumentId = typeof DocumentId.Type

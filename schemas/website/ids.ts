import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const PageId = Id.pipe(Schema.brand("PageId"))
export type PageId = typeof PageId.Type

export const PostId = Id.pipe(Schema.brand("PostId"))
export type PostId = typeof PostId.Type

export const MediaId = Id.pipe(Schema.brand("MediaId"))
export type MediaId = typeof MediaId.Type

export const FormId = Id.pipe(Schema.brand("FormId"))
export type FormId = typeof FormId.Type

export const FormAnswerId = Id.pipe(Schema.brand("FormAnswerId"))
export type FormAnswerId = typeof FormAnswerId.Type

export const RedirectId = Id.pipe(Schema.brand("RedirectId"))
export type RedirectId = typeof RedirectId.Type

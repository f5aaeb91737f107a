import { Context, Layer } from "effect"
import { segment } from "#schemas/crm/segment"
import { repository } from "../kernel/repository.ts"

/** Filters of contacts that the caller's company gave names to. */
export class Segments extends Context.Service<Segments>()("layers/crm/Segments", {
  make: repository(segment, {
    softDelete: true,
    counted: true,
    sort: { name: { column: "sort_name", type: "text" } },
    unique: { segments_name: "name" }
  })
}) {
  static readonly layer = Layer.effect(Segments, Segments.make)
}

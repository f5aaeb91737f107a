import { Context, Layer } from "effect"
import { activity } from "#schemas/crm/activity"
import { repository } from "../kernel/repository.ts"

/** What the caller's company did and said with its contacts. */
export class Activities extends Context.Service<Activities>()("layers/crm/Activities", {
  make: repository(activity, {
    table: "activities",
    softDelete: true,
    counted: true,
    sort: { occurred_at: { column: "occurred_at", type: "timestamptz" } }
  })
}) {
  static readonly layer = Layer.effect(Activities, Activities.make)
}

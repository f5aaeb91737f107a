import { Context, Layer } from "effect"
import { plan } from "#schemas/payments/plan"
import { repository } from "../kernel/repository.ts"

/** Plans of the caller's company, of the caller's mode. */
export class Plans extends Context.Service<Plans>()("layers/payments/Plans", {
  make: repository(plan)
}) {
  static readonly layer = Layer.effect(Plans, Plans.make)
}

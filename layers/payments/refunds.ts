import { Context, Layer, Schema } from "effect"
import { refund } from "#schemas/payments/refund"
import { repository } from "../kernel/repository.ts"

/** Refunds of the caller's company, of the caller's mode. */
export class Refunds extends Context.Service<Refunds>()("layers/payments/Refunds", {
  make: repository(refund, {
    counted: true,
    /** The provider's name of it. */
    internal: { reference: Schema.NullOr(Schema.String) }
  })
}) {
  static readonly layer = Layer.effect(Refunds, Refunds.make)
}

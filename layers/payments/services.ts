import { Layer } from "effect"
import { Ledger } from "./ledger.ts"
import { PaymentMethods } from "./methods.ts"
import { Orders } from "./orders.ts"
import { PaymentRecords } from "./payments.ts"
import { Refunds } from "./refunds.ts"
import { TaxRatesOfCompany } from "./tax-rates.ts"

/** Everything the programs of payments can do. */
export const PaymentServices = Layer.mergeAll(
  Ledger.layer, Orders.layer, PaymentMethods.layer, PaymentRecords.layer, Refunds.layer, TaxRatesOfCompany.layer
)

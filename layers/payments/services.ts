import { Layer } from "effect"
import { Ledger } from "./ledger.ts"
import { Orders } from "./orders.ts"
import { TaxRatesOfCompany } from "./tax-rates.ts"

/** Everything the programs of payments can do. */
export const PaymentServices = Layer.mergeAll(Ledger.layer, Orders.layer, TaxRatesOfCompany.layer)

import { Layer } from "effect"
import { Pdf } from "../documents/pdf.ts"
import { CommissionPayouts, CommissionRulesOfCompany, Commissions } from "./commissions.ts"
import { CompanyJournal } from "./company-journal.ts"
import { CreditNotes } from "./credit-notes.ts"
import { Disputes } from "./disputes.ts"
import { Invoices } from "./invoices.ts"
import { Ledger } from "./ledger.ts"
import { PaymentLinks } from "./links.ts"
import { PaymentMethods } from "./methods.ts"
import { Orders } from "./orders.ts"
import { PaymentRecords } from "./payments.ts"
import { Plans } from "./plans.ts"
import { PortalSettingsOfCompany } from "./portal-settings.ts"
import { ProviderEvents } from "./provider-events.ts"
import { Quotes } from "./quotes.ts"
import { Refunds } from "./refunds.ts"
import { Subscriptions } from "./subscriptions.ts"
import { TaxRatesOfCompany } from "./tax-rates.ts"

/** Everything the programs of payments can do. */
export const PaymentServices = Layer.mergeAll(
  CommissionPayouts.layer, CommissionRulesOfCompany.layer, Commissions.layer, CompanyJournal.layer, CreditNotes.layer, Disputes.layer, Invoices.layer, Ledger.layer, Orders.layer,
  PaymentLinks.layer, PaymentMethods.layer, PaymentRecords.layer, Pdf.layer, Plans.layer,
  PortalSettingsOfCompany.layer, ProviderEvents.layer, Quotes.layer, Refunds.layer, Subscriptions.layer, TaxRatesOfCompany.layer
)

import {
  approve_commission_payout, list_commission_payouts, list_commission_rules, list_commissions, set_commission_rules
} from "./commissions.api.ts"
import { create_credit_note, list_credit_notes } from "./credit-notes.api.ts"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { get_dispute, list_disputes } from "./disputes.api.ts"
import { explain_amount } from "./explanation.api.ts"
import { receive_payment_event } from "./inbound.api.ts"
import { Invoice } from "./invoice.ts"
import {
  create_invoice, finalize_invoice, get_invoice, get_invoice_pdf, get_invoice_xml, list_invoices, record_invoice_payment, send_invoice, update_invoice, void_invoice
} from "./invoices.api.ts"
import { get_balance, list_ledger_entries } from "./ledger.api.ts"
import { create_payment_link, deactivate_payment_link, get_payment_link, list_payment_links } from "./links.api.ts"
import { add_payment_method, list_payment_methods, remove_payment_method } from "./methods.api.ts"
import { Order } from "./order.ts"
import { cancel_order, create_order, get_order, list_orders, update_order } from "./orders.api.ts"
import { Payment } from "./payment.ts"
import {
  capture_payment, create_payment, get_payment, get_refund, list_payments, list_refunds, refund_payment
} from "./payments.api.ts"
import { create_plan, get_plan, list_plans } from "./plans.api.ts"
import { create_portal_link, get_portal_settings, update_portal_settings } from "./portal.api.ts"
import { QuoteRecord } from "./quote.ts"
import { accept_quote, create_quote, get_quote, list_quotes, send_quote, update_quote } from "./quotes.api.ts"
import { Subscription } from "./subscription.ts"
import {
  cancel_subscription, change_subscription, create_subscription, get_subscription, list_subscriptions, pause_subscription,
  preview_subscription_change, resume_subscription
} from "./subscriptions.api.ts"
import { list_tax_rates, set_tax_rates } from "./tax.api.ts"

export class Payments extends HttpApiGroup.make("payments")
  .add(list_orders, create_order, get_order, update_order, cancel_order)
  .add(list_payments, create_payment, get_payment, capture_payment)
  .add(refund_payment, list_refunds, get_refund)
  .add(list_payment_methods, add_payment_method, remove_payment_method)
  .add(list_payment_links, create_payment_link, get_payment_link, deactivate_payment_link)
  .add(list_disputes, get_dispute)
  .add(create_credit_note, list_credit_notes)
  .add(list_invoices, create_invoice, get_invoice, get_invoice_pdf, get_invoice_xml, update_invoice, finalize_invoice, send_invoice, record_invoice_payment, void_invoice)
  .add(create_quote, list_quotes, get_quote, update_quote, send_quote)
  .add(list_plans, create_plan, get_plan)
  .add(create_subscription, list_subscriptions, get_subscription, preview_subscription_change, change_subscription)
  .add(pause_subscription, resume_subscription, cancel_subscription)
  .add(get_portal_settings, update_portal_settings, create_portal_link)
  .add(list_commissions, list_commission_rules, set_commission_rules, list_commission_payouts, approve_commission_payout)
  .add(list_tax_rates, set_tax_rates)
  .add(get_balance, list_ledger_entries, explain_amount)
  .middleware(Authenticated)
  .add(receive_payment_event.middleware(Public), accept_quote.middleware(Public))
  .annotate(EventRecords, {
    order: Order, payment: Payment, invoice: Invoice, quote: QuoteRecord,
    subscription: Subscription
  })
  .annotateMerge(OpenApi.annotations({
    title: "Payments",
    description: "What customers buy and pay, and the company's books."
  }))
{}

export * from "./commissions.ts"
export * from "./credit-notes.ts"
export * from "./disputes.ts"
export { explain_amount } from "./explaining.ts"
export { receive_payment_event } from "./inbound.ts"
export * from "./invoice-sending.ts"
export { get_invoice_xml } from "./invoice-xml.ts"
export {
  create_invoice, finalize_invoice, get_invoice, list_invoices, record_invoice_payment, update_invoice, void_invoice
} from "./invoices.ts"
export * from "./ledger.ts"
export * from "./links.ts"
export { add_payment_method, list_payment_methods, remove_payment_method } from "./methods.ts"
export * from "./orders.ts"
export * from "./payments.ts"
export * from "./plans.ts"
export * from "./portal-settings.ts"
export { create_portal_link } from "./portal-links.ts"
export { accept_quote } from "./quote-accepting.ts"
export { create_quote, get_quote, list_quotes, send_quote, update_quote } from "./quotes.ts"
export * from "./refunds.ts"
export {
  cancel_subscription, change_subscription, create_subscription, get_subscription, list_subscriptions, pause_subscription,
  preview_subscription_change, resume_subscription
} from "./subscriptions.ts"
export { list_tax_rates, set_tax_rates } from "./tax.ts"

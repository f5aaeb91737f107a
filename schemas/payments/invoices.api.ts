import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { invoice, Invoice, InvoiceId, InvoiceSending, NewInvoice, NewInvoicePayment } from "./invoice.ts"

export const list_invoices = operation.list("list_invoices", "/gateway/invoices", Invoice, {
  ...invoice.list,
  surfaces: ["portal"],
  summary: "List invoices",
  description: "What contacts owe and have paid; `state=overdue` are those that are open and past their day. Invoices of live and of test keys are apart.",
  curated: true
})

export const get_invoice = operation.get("get_invoice", "/gateway/invoices/:id", Invoice, {
  surfaces: ["portal"],
  summary: "Get an invoice",
  description: "One invoice with its lines, its taxes, and what was paid.",
  curated: true
})

export const create_invoice = operation.create("create_invoice", "/gateway/invoices", NewInvoice, Invoice, {
  errors: [NotFound, Conflict],
  summary: "Draft an invoice",
  description: "Makes a draft, with `lines` taxed by the rates that are set now, or of an order. It has no number, and nobody owes it, until it is finalized.",
  curated: true
})

export const update_invoice = operation.update("update_invoice", "/gateway/invoices/:id", invoice.change, Invoice, {
  errors: [Conflict],
  summary: "Change a draft of an invoice",
  description: "Changes the fields that are sent, while it is a draft; new lines are taxed by the rates of now."
})

export const finalize_invoice = operation.transition("finalize_invoice", "/gateway/invoices/:id/finalize", Invoice, {
  errors: [Conflict],
  summary: "Finalize an invoice",
  description: "Gives a draft the next number and writes it into the books: it is owed from now on and never changed. Numbers have no gaps.",
  idempotent: true
})

export const get_invoice_pdf = operation.download("get_invoice_pdf", "/gateway/invoices/:id/pdf", {
  description: "The invoice as a document. The same invoice is the same bytes.",
  examples: { "application/pdf": "%PDF-1.7" }
}, {
  params: { id: InvoiceId },
  surfaces: ["portal"],
  summary: "Get an invoice as PDF",
  description: "The invoice on paper of A4, in the language of numbers and dates of the company; a draft is marked as one."
})

export const get_invoice_xml = operation.download("get_invoice_xml", "/gateway/invoices/:id/xml", {
  description: "The invoice in UBL 2.1. The same invoice is the same text.",
  examples: { "application/xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" }
}, {
  params: { id: InvoiceId },
  errors: [Conflict],
  summary: "Get an electronic invoice",
  description: "The finalized invoice in the terms of EN 16931, as UBL 2.1, for programs that take electronic invoices. It needs the addresses of both " +
    "sides, and a tax number of the company where anything is taxed. Some countries and networks ask for more than the standard does."
})

export const send_invoice = operation.create("send_invoice", "/gateway/invoices/:id/send", InvoiceSending, Invoice, {
  params: { id: InvoiceId },
  status: 200,
  errors: [Conflict],
  summary: "Send an invoice",
  description: "Sends a finalized invoice by e-mail, with the PDF and the page on which it is paid (where the company has a payment provider), to its contact or to another address. Of test keys nothing leaves: the e-mail is simulated.",
  curated: true
})

export const void_invoice = operation.transition("void_invoice", "/gateway/invoices/:id/void", Invoice, {
  errors: [Conflict],
  summary: "Void an invoice",
  description: "Takes back an invoice of which nothing was paid. It keeps its number, and the books show both.",
  destructive: true,
  idempotent: true,
  requiresConsent: true,
  undo: "nothing"
})

export const record_invoice_payment = operation.create("record_invoice_payment", "/gateway/invoices/:id/payments", NewInvoicePayment, Invoice, {
  params: { id: InvoiceId },
  status: 200,
  errors: [Conflict],
  summary: "Record a payment of an invoice",
  description: "Notes what the company itself took for an invoice, in cash or by transfer, and writes it into the books. Never more than is left; " +
    "an invoice of which nothing is left is `paid`."
})

import { operation } from "#schemas/kernel/endpoints"
import { NewTaxRates, TaxRate, TaxRates } from "./tax.ts"

export const list_tax_rates = operation.list("list_tax_rates", "/gateway/tax-rates", TaxRate, {
  summary: "List tax rates",
  description: "The tax rates by country, region and kind of goods, in their order."
})

export const set_tax_rates = operation.set("set_tax_rates", "/gateway/tax-rates", NewTaxRates, TaxRates, {
  summary: "Set the tax rates",
  description: "Replaces all tax rates. A line is taxed by the rate of its `tax_category` in the region where tax is due, else by that of the " +
    "country; without such a rate it is not taxed. Orders and invoices that exist keep theirs."
})

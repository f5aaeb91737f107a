import { Conflict, NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/endpoints"
import { NewPortalLink, PortalLink, PortalSettings, PortalSettingsChanges } from "./portal.ts"

export const get_portal_settings = operation.get("get_portal_settings", "/gateway/portal-settings", PortalSettings, {
  summary: "Get what customers may do on their own pages",
  description: "What customers may do on the pages to which the links in e-mails of invoices and `create_portal_link` lead: invoices and credit notes, payment " +
    "methods, subscriptions. Live and test keys have settings of their own.",
  surfaces: ["portal"]
})

export const update_portal_settings = operation.update("update_portal_settings", "/gateway/portal-settings", PortalSettingsChanges, PortalSettings, {
  summary: "Change what customers may do on their own pages",
  description: "Changes the fields that are sent and leaves the others. It holds from now on, for links that were sent before too."
})

export const create_portal_link = operation.create("create_portal_link", "/gateway/portal-links", NewPortalLink, PortalLink, {
  errors: [NotFound, Conflict],
  summary: "Make a link to a customer's own pages",
  description: "Makes a link by which a contact sees their invoices, payment methods and subscriptions and changes them as far as the company allows, without " +
    "an account. It is a secret of that customer: give it to nobody else. It stops at its time, and at once when the contact is deleted or the pages are " +
    "switched off; of a contact that is merged, it leads to the one that is kept."
})

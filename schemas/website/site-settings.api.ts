import { operation } from "#schemas/kernel/endpoints"
import { SiteSettings, SiteSettingsChanges } from "./site-settings.ts"

export const get_site_settings = operation.get("get_site_settings", "/settings", SiteSettings, {
  summary: "Get the settings of the site",
  description: "Name, languages, navigation, footer, and the hosts at which visitors find it. Live and test keys share them.",
  access: "cms:read"
})

export const update_site_settings = operation.update("update_site_settings", "/settings", SiteSettingsChanges, SiteSettings, {
  summary: "Change the settings of the site",
  description: "Changes the fields that are sent and leaves the others; visitors see it within a second. Pages and images that it names have to exist.",
  access: "cms:write"
})

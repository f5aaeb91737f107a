import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Design } from "./design.ts"

const SiteDesign = Schema.toType(Design).annotate({ identifier: "SiteDesign", description: "How a site looks." })

export const get_design = operation.get("get_design", "/design", SiteDesign, {
  summary: "Get the design of the site",
  description: "Colours by day and by night, fonts, corners, spacing and width: what every page of the site is drawn with."
})

export const update_design = operation.set("update_design", "/design", Design, SiteDesign, {
  summary: "Set the design of the site",
  description: "Replaces the design; visitors see it within a second. Colours that some people could not tell apart are refused, with the pair and its " +
    "contrast, by day and by night (WCAG 2.2).",
  tierFloor: "builder"
})

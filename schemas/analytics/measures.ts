import type { MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  visits: {
    ofDays: true,
    dimensions: {
      visit_source: { title: "Source" }, visit_campaign: { title: "Campaign" }, visit_country: { title: "Country" }, visit_device: { title: "Device" }, visit_browser: { title: "Browser" }
    },
    measures: {
      page_views: { title: "Page views", unit: "count", counts: "Pages of the company's site that were looked at, without bots, by the company's day." },
      visits: { title: "Visits", unit: "count", counts: "Visits of the company's site, without bots, by the company's day." },
      bounce_rate: { title: "Bounce rate", unit: "share", counts: "Visits of one page alone, among all visits." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>

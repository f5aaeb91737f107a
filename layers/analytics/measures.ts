import type { Measured } from "../kernel/measures.ts"

export const measures: Pick<Measured, "visits"> = {
  /* Cells without a page are of whole visits. */
  visits: {
    from: "visit_cells r",
    where: "r.page = ''",
    dimensions: {
      visit_source: "nullif(r.source, '')", visit_campaign: "nullif(r.campaign, '')", visit_country: "nullif(r.country, '')", visit_device: "nullif(r.device, '')",
      visit_browser: "nullif(r.browser, '')"
    },
    measures: {
      page_views: { value: "sum(r.page_views)", at: "r.day" },
      visits: { value: "sum(r.visits)", at: "r.day" },
      bounce_rate: { value: "round(sum(r.bounces) / nullif(sum(r.visits), 0), 4)", at: "r.day" }
    }
  }
}

import { category } from "../kernel/category.ts"
import { measures } from "./measures.ts"

export const analytics = category({
  measures,
  personal: [
    /* No row names anybody: e-mail addresses are taken out before one is written. */
    { object: "page_event", table: "page_events", about: "never" },
    /* They are the company's own questions; only what was written freely may name somebody. */
    { object: "report", table: "reports", about: "never", texts: ["name", "description"], json: ["query"], versioned: true, hidden: ["timer_run", "timer_live", "sort_name"] },
    { object: "dashboard", table: "dashboards", about: "never", texts: ["name"], json: ["tiles"], versioned: true, hidden: ["sort_name"] }
  ]
})

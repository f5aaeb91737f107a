import { Layer } from "effect"
import { AlertsOfCompany } from "./alerts.ts"
import { Dashboards } from "./dashboards.ts"
import { Figures } from "./figures.ts"
import { FigureHistory } from "./history.ts"
import { PeopleFigures } from "./people.ts"
import { Questions } from "./questions.ts"
import { Reports } from "./reports.ts"
import { RevenueOfCompany } from "./revenue.ts"

/** Everything the programs of analytics can do. */
export const AnalyticsServices = Layer.mergeAll(
  AlertsOfCompany.layer, Dashboards.layer, FigureHistory.layer, Figures.layer, PeopleFigures.layer, Questions.layer, Reports.layer, RevenueOfCompany.layer
)

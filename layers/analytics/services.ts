import { Layer } from "effect"
import { AlertsOfCompany } from "./alerts.ts"
import { Dashboards } from "./dashboards.ts"
import { EventReception } from "./event-reception.ts"
import { Figures } from "./figures.ts"
import { Goals } from "./goals.ts"
import { FigureHistory } from "./history.ts"
import { PeopleFigures } from "./people.ts"
import { Questions } from "./questions.ts"
import { Reports } from "./reports.ts"
import { RevenueOfCompany } from "./revenue.ts"
import { VisitorSalts } from "./visitor-salts.ts"
import { Visits } from "./visits.ts"

/** Everything the programs of analytics can do. */
export const AnalyticsServices = Layer.mergeAll(
  AlertsOfCompany.layer, Dashboards.layer, EventReception.layer, FigureHistory.layer, Figures.layer, Goals.layer, PeopleFigures.layer, Questions.layer, Reports.layer,
  RevenueOfCompany.layer, Visits.layer
).pipe(Layer.provideMerge(VisitorSalts.layer))

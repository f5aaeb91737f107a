import { Layer } from "effect"
import { AlertsOfCompany } from "./alerts.ts"
import { Figures } from "./figures.ts"
import { FigureHistory } from "./history.ts"
import { PeopleFigures } from "./people.ts"
import { RevenueOfCompany } from "./revenue.ts"

/** Everything the programs of analytics can do. */
export const AnalyticsServices = Layer.mergeAll(AlertsOfCompany.layer, FigureHistory.layer, Figures.layer, PeopleFigures.layer, RevenueOfCompany.layer)

import { Schema } from "effect"
import { Day, Timestamp } from "#schemas/kernel/time"
import { Acting, FigureKey } from "./figure.ts"

const value = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

export const BriefLine = Schema.Struct({
  figure: FigureKey,
  title: Schema.String.annotate({ examples: ["Overdue invoices"] }),
  today: value("As of now; of money, in the currency's smallest unit.", 3),
  yesterday: value("The same at the same time of day a day ago.", 2),
  last_week: value("The same at the same time of day a week ago.", 5),
  currency: Schema.NullOr(Schema.String).annotate({ description: "Of money; each currency is a line of its own.", examples: [null] }),
  act: Acting
}).annotate({ identifier: "BriefLine" })
export type BriefLine = typeof BriefLine.Type

export const DailyBrief = Schema.Struct({
  day: Day.annotate({ description: "The day that it is for the company.", examples: ["2026-11-26"] }),
  as_of: Timestamp,
  time_zone: Schema.String.annotate({ description: "By whose clock the day begins.", examples: ["Europe/Oslo"] }),
  livemode: Schema.Boolean.annotate({ description: "Of records that have a mode, those of the key's." }),
  lines: Schema.Array(BriefLine)
}).annotate({ identifier: "DailyBrief" })
export type DailyBrief = typeof DailyBrief.Type

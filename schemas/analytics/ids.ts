import { Schema } from "effect"
import { Id } from "#schemas/kernel/ids"

export const GoalId = Id.pipe(Schema.brand("GoalId"))
export type GoalId = typeof GoalId.Type

export const ReportId = Id.pipe(Schema.brand("ReportId"))
export type ReportId = typeof ReportId.Type

export const DashboardId = Id.pipe(Schema.brand("DashboardId"))
export type DashboardId = typeof DashboardId.Type

import { Schema } from "effect"

export const AppointmentStatus = Schema.Literals(["requested", "booked", "completed", "no_show", "canceled", "declined"]).annotate({
  description: "`requested` until somebody of the company confirms or declines it; `booked` until it took place, nobody came, or it was canceled.",
  examples: ["booked"]
})
export type AppointmentStatus = typeof AppointmentStatus.Type

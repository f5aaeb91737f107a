import type { MeasuredRecords } from "#schemas/kernel/measures"

export const measures = {
  appointments: {
    dimensions: { appointment_service: { title: "Service" }, appointment_staff: { title: "With whom" }, appointment_status: { title: "Status" } },
    measures: {
      appointments: { title: "Appointments", unit: "count", counts: "Appointments that are booked, took place, or to which nobody came, by when they begin." },
      appointment_minutes: { title: "Minutes of appointments", unit: "number", counts: "How long those last in all." },
      canceled_appointments: { title: "Canceled appointments", unit: "count", counts: "Appointments that were called off, by when they would have begun." },
      no_show_rate: { title: "No-shows", unit: "share", counts: "Appointments to which nobody came, among those that took place or should have, by when they began." }
    }
  }
} as const satisfies Readonly<Record<string, MeasuredRecords>>

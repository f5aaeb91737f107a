import { type Measured, shareOf } from "../kernel/measures.ts"

const taken = "r.status in ('booked', 'completed', 'no_show')"

export const measures: Pick<Measured, "appointments"> = {
  appointments: {
    from: `appointments r left join services s on s.company_id = r.company_id and s.id = r.service_id
      left join staff w on w.company_id = r.company_id and w.id = r.staff_id`,
    hasMode: true,
    dimensions: { appointment_service: "s.name", appointment_staff: "w.name", appointment_status: "r.status" },
    measures: {
      appointments: { value: "count(*)", at: "r.starts_at", where: taken },
      appointment_minutes: { value: "sum(extract(epoch from r.ends_at - r.starts_at)) / 60", at: "r.starts_at", where: taken },
      canceled_appointments: { value: "count(*)", at: "r.starts_at", where: "r.status = 'canceled'" },
      no_show_rate: { value: shareOf("r.status = 'no_show'"), at: "r.starts_at", where: "r.status in ('completed', 'no_show')" }
    }
  }
}

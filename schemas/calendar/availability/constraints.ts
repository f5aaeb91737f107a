/** Milliseconds since 1970, half open. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** `HH:MM` on the wall, up to `24:00`. A `to` that is not after `from` is a time of the next day. */
export interface Hours {
  readonly from: string
  readonly to: string
}

/** 1 is Monday, 7 is Sunday. */
export interface WeeklyHours extends Hours {
  readonly weekday: number
}

/** Hours of one date (`YYYY-MM-DD`) in place of the weekly ones; none: nobody works. */
export interface DayHours {
  readonly date: string
  readonly hours: ReadonlyArray<Hours>
}

export interface StaffHours {
  readonly id: number
  readonly weekly: ReadonlyArray<WeeklyHours>
  readonly exceptions: ReadonlyArray<DayHours>
}

/** Time off on the wall clock of the company, `YYYY-MM-DDTHH:MM`, once or by a rule; of everybody where no person is named. */
export interface Away {
  readonly id: number
  readonly staff_id: number | null
  readonly starts: string
  readonly ends: string
  readonly rrule: string | null
  readonly except_dates: ReadonlyArray<string>
}

/** What takes a person or a resource, buffers included. */
export interface Taken {
  readonly kind: "appointment" | "busy"
  readonly id: number | null
  readonly staff_id: number | null
  readonly resource_id: number | null
  readonly span: Span
}

/** A session of this service that may be joined, with the seats that are left. */
export interface Session {
  readonly starts_at: number
  readonly staff_id: number | null
  readonly resource_ids: ReadonlyArray<number>
  readonly left: number
}

/** The rules of the service that decide when it can be booked. */
export interface Bookable {
  readonly duration_minutes: number
  readonly buffer_before_minutes: number
  readonly buffer_after_minutes: number
  readonly slot_interval_minutes: number
  readonly notice_minutes: number
  readonly horizon_days: number
  readonly capacity: number
  readonly daily_limit: number | null
}

/**
 * Everything that decides which slots of a service are open. For starts within a span, `taken` has all that touches the time from its
 * beginning less the buffer before to its end with the duration and the buffer after; holidays, time off and hours of dates reach two days
 * further at both ends.
 */
export interface Constraints {
  readonly time_zone: string
  readonly now: number
  readonly service: Bookable
  /** Used where no person is needed. */
  readonly opening_hours: ReadonlyArray<WeeklyHours>
  /** Who can do it; null: no person is needed. */
  readonly staff: ReadonlyArray<StaffHours> | null
  readonly resources: ReadonlyArray<{ readonly any_of: ReadonlyArray<number> }>
  /** Public holidays on which it is closed. */
  readonly closed: ReadonlyArray<{ readonly date: string; readonly name: string }>
  readonly away: ReadonlyArray<Away>
  readonly taken: ReadonlyArray<Taken>
  readonly sessions: ReadonlyArray<Session>
  /** Appointments of the service by date in the company's zone, for the daily limit. */
  readonly booked_on: ReadonlyMap<string, number>
}

export interface Asked {
  /** 1 where it is not said. */
  readonly seats?: number | undefined
  /** Only this person. */
  readonly staff_id?: number | undefined
}

export interface Slot {
  readonly starts_at: number
  readonly ends_at: number
  /** Who can do it at this time, lowest id first; none where no person is needed. */
  readonly staff_ids: ReadonlyArray<number>
  /** The most seats that one booking can have. */
  readonly seats: number
}

/** What a booking at a start would take: a session that has seats left, or one of the people and of the resources that are free. */
export interface Choice {
  readonly staff_ids: ReadonlyArray<number>
  /** For each group of the service, what of it is free, lowest id first. */
  readonly resources: ReadonlyArray<ReadonlyArray<number>>
  /** One free resource of each group, none of them twice: groups may share resources, so the lowest of each are not always a choice. */
  readonly resource_ids: ReadonlyArray<number>
  /** The session that is joined; null where a new one is begun. */
  readonly session: Session | null
}

export type Rule =
  | "past"
  | "notice"
  | "horizon"
  | "closed"
  | "working_hours"
  | "grid"
  | "time_off"
  | "appointment"
  | "busy_time"
  | "buffer"
  | "daily_limit"
  | "capacity"
  | "resource"
  | "staff"

/** One thing that keeps a start from being a slot. */
export interface Reason {
  readonly rule: Rule
  readonly staff_id?: number
  readonly resource_id?: number
  readonly appointment_id?: number
  readonly time_off_id?: number
  readonly from?: number
  readonly until?: number
  readonly message: string
}

import type { DayHours, WeeklyHours } from "#schemas/calendar/availability/constraints"

const DAY_MS = 86_400_000

const week = (days: ReadonlyArray<number>, from: string, to: string): ReadonlyArray<WeeklyHours> => days.map((weekday) => ({ weekday, from, to }))
const none: ReadonlyArray<DayHours> = []

export const place = { time_zone: "America/Chicago", holidays_country: "US", holidays_region: "IL" }

export const openingHours = [...week([1, 2, 3, 4, 5], "09:00", "18:00"), ...week([6], "10:00", "14:00")]

/** Who is booked; most of them are members of the company. The first works whenever it is open. */
export const staff = [
  { name: "Nia Okafor", local: "nia", weekly: null, exceptions: none },
  { name: "Tomasz Lind", local: "tomasz", exceptions: none,
    weekly: [...week([1, 2, 3, 4], "09:00", "12:30"), ...week([1, 2, 3, 4], "13:00", "17:30")] },
  { name: "Yuki Marsh", local: "yuki", weekly: week([2, 3, 4, 5, 6], "10:00", "18:00"), exceptions: none },
  { name: "Ola Brandt", local: "ola", weekly: week([2, 4], "17:30", "21:00"), exceptions: none }
] as const
const [NIA, TOMASZ, YUKI, OLA] = [0, 1, 2, 3] as const

export const resources = [
  { name: "Studio A", kind: "room" }, { name: "Studio B", kind: "room" }, { name: "Workshop room", kind: "room" },
  { name: "Camera kit", kind: "equipment" }
] as const
const [STUDIO_A, STUDIO_B, WORKSHOP, CAMERAS] = [0, 1, 2, 3] as const

const service = {
  description: null as string | null, buffer_before_minutes: 0, buffer_after_minutes: 0, slot_interval_minutes: 30, price: null as number | null,
  capacity: 1, staff: [] as ReadonlyArray<number>, resources: [] as ReadonlyArray<ReadonlyArray<number>>, notice_minutes: 120, horizon_days: 60,
  daily_limit: null as number | null, cancellation_notice_minutes: 1_440, confirmation: "automatic" as "automatic" | "by_staff",
  questions: [] as ReadonlyArray<{ readonly label: string; readonly required: boolean }>
}

/** What can be booked. Staff and resources are positions in their lists; `weekly` is how often it is booked in a week. */
export const services = [
  { ...service, name: "First consultation", description: "We get to know each other: what you need, and whether we are the ones for it.",
    duration_minutes: 45, buffer_after_minutes: 15, price: 0, staff: [NIA, TOMASZ], daily_limit: 8,
    questions: [{ label: "What is it about?", required: false }], weekly: 8 },
  { ...service, name: "Photo session", description: "Products or people, in our studio and with our cameras.", duration_minutes: 90,
    buffer_before_minutes: 15, buffer_after_minutes: 15, price: 32_000, staff: [YUKI, TOMASZ], resources: [[STUDIO_A, STUDIO_B], [CAMERAS]],
    notice_minutes: 1_440, weekly: 7 },
  { ...service, name: "Brand workshop", description: "Half a day with your team, on what you stand for.", duration_minutes: 180,
    slot_interval_minutes: 60, buffer_before_minutes: 30, buffer_after_minutes: 30, price: 120_000, staff: [NIA], resources: [[WORKSHOP]], notice_minutes: 4_320,
    cancellation_notice_minutes: 4_320, confirmation: "by_staff", questions: [{ label: "How many of you come?", required: true }], weekly: 2 },
  { ...service, name: "Letterpress for beginners", description: "An evening class: everybody takes a print home.", duration_minutes: 120,
    slot_interval_minutes: 120, buffer_after_minutes: 30, price: 4_500, capacity: 8, staff: [OLA], resources: [[WORKSHOP]], weekly: 2 },
  { ...service, name: "Studio by the hour", description: "The room is yours; nobody of us is there.", duration_minutes: 60, slot_interval_minutes: 60,
    buffer_after_minutes: 10, price: 6_000, resources: [[STUDIO_A, STUDIO_B]], weekly: 4 }
] as const satisfies ReadonlyArray<object>

export const answers: Readonly<Record<string, ReadonlyArray<string>>> = {
  "What is it about?": ["A new website", "Our shop window", "A campaign for spring", "Search visibility", "We do not know yet: that is why we come"],
  "How many of you come?": ["4", "6", "Five, one of them by video", "Three"]
}

export const cancellations = ["The customer is ill", "Something came up at work", "No longer needed", "Found another time"]

export const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The last such day of the week before a date, or that date. */
const lastOf = (weekday: number, date: string) => dayAfter(date, -((new Date(date).getUTCDay() - weekday + 7) % 7))

/** When staff are away, around a day; `staff_id` is a position in the list of them. */
export const timeOffAround = (today: string) => {
  const wednesday = lastOf(3, dayAfter(today, -70))
  const monday = lastOf(1, dayAfter(today, 18))
  const friday = lastOf(5, dayAfter(today, -20))
  const away = { rrule: null as string | null, except_dates: [] as ReadonlyArray<string> }
  return [
    { ...away, staff_id: YUKI, starts: `${wednesday}T15:00`, ends: `${wednesday}T16:30`, rrule: "FREQ=WEEKLY;BYDAY=WE", reason: "Language class" },
    { ...away, staff_id: TOMASZ, starts: `${monday}T00:00`, ends: `${dayAfter(monday, 5)}T00:00`, reason: "Holiday" },
    { ...away, staff_id: null, starts: `${friday}T12:00`, ends: `${friday}T18:00`, reason: "Studio outing" }
  ]
}

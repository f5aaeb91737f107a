import type { Asked, Away, DayHours, Hours, Session, Taken, WeeklyHours, Constraints } from "#schemas/calendar/availability/constraints"

/** Zones with days on which their clocks do something, and two on which they never do. */
export const eras: ReadonlyArray<readonly [zone: string, around: string]> = [
  ["Australia/Lord_Howe", "2026-04-04T15:00Z"], ["Australia/Lord_Howe", "2026-10-03T15:30Z"], ["Asia/Kathmandu", "2026-05-05T00:00Z"],
  ["Asia/Kathmandu", "1985-12-31T18:30Z"], ["America/Sao_Paulo", "2018-11-04T03:00Z"], ["America/Sao_Paulo", "2018-02-18T02:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00Z"], ["Europe/Berlin", "2026-03-29T01:00Z"], ["Europe/Berlin", "2026-10-25T01:00Z"],
  ["America/New_York", "2026-03-08T07:00Z"], ["America/New_York", "2026-11-01T06:00Z"], ["Africa/Casablanca", "2026-02-15T02:00Z"],
  ["Africa/Casablanca", "2026-03-22T02:00Z"], ["Asia/Tehran", "2022-03-21T20:30Z"], ["Asia/Tehran", "2022-09-21T19:30Z"],
  ["Pacific/Chatham", "2026-04-04T14:00Z"], ["Pacific/Chatham", "2026-09-26T14:00Z"], ["Asia/Kolkata", "2026-06-15T00:00Z"],
  ["America/St_Johns", "2006-10-29T02:31Z"], ["America/St_Johns", "2026-03-08T05:30Z"], ["UTC", "2026-06-15T00:00Z"],
  ["Antarctica/Troll", "2026-10-25T01:00Z"]
]

/** The same numbers for the same seed. */
const dice = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    chance: (share: number) => next() < share,
    one: <A>(of: ReadonlyArray<A>): A => of[between(0, of.length - 1)]!,
    many: <A>(most: number, make: (n: number) => A): Array<A> => Array.from({ length: between(0, most) }, (_, n) => make(n))
  }
}

const DAY = 86_400_000

export interface Drawn {
  readonly around: string
  readonly world: Constraints
  readonly asked: Asked
  readonly span: { readonly from: number; readonly to: number }
  /** Any instants, most of them no starts. */
  readonly instants: ReadonlyArray<number>
}

export const drawWorld = (seed: number): Drawn => {
  const { between, chance, many, one } = dice(seed)
  const [time_zone, around] = eras[seed % eras.length]!
  const middle = Date.parse(around)
  const date = () => new Date(middle + between(-3, 3) * DAY).toISOString().slice(0, 10)
  const quarter = (least: number, most: number) => middle + between(least * 96, most * 96) * 900_000
  const two = (n: number) => String(n).padStart(2, "0")
  const clock = (hour: number) => `${two(hour)}:${two(chance(0.7) ? one([0, 30]) : one([1, 15, 45, 59]))}`
  const hours = (): Hours => chance(0.1)
    ? { from: "00:00", to: "24:00" }
    : chance(0.25)
    ? { from: clock(between(18, 23)), to: clock(between(0, 9)) }
    : { from: clock(between(0, 12)), to: clock(between(10, 23)) }
  const weekly = (): Array<WeeklyHours> => {
    const usual = hours()
    return [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      chance(0.15) ? [] : chance(0.2) ? [{ weekday, ...hours() }, { weekday, ...hours() }] : [{ weekday, ...usual }]
    )
  }
  const exceptions = (): Array<DayHours> => many(2, () => ({ date: date(), hours: many(2, hours) }))
  const staff = chance(0.15) ? null : many(3, (n) => ({ id: 9 - n * 2, weekly: weekly(), exceptions: exceptions() }))
  const staffId = () => staff === null || staff.length === 0 ? 9 : one(staff).id
  const groups = many(2, () => ({ any_of: [1, 2, 3].filter(() => chance(0.6)) }))
  const capacity = one([1, 1, 3, 5])
  const service = {
    duration_minutes: one([5, 15, 30, 45, 60, 90, 240, 600]), buffer_before_minutes: one([0, 0, 10, 45]), buffer_after_minutes: one([0, 0, 15, 60]),
    slot_interval_minutes: one([7, 15, 30, 50, 60, 120, 1_440]), notice_minutes: one([0, 60, 90, 1_440]), horizon_days: one([1, 2, 30, 60]), capacity,
    daily_limit: chance(0.3) ? between(1, 3) : null
  }

  const away = many(4, (n): Away => {
    const first = new Date(middle + between(-6, 3) * DAY)
    const starts = `${first.toISOString().slice(0, 10)}T${clock(between(0, 23))}`
    const ends = new Date(Date.parse(`${starts}Z`) + one([30, 60, 90, 600, 1_500]) * 60_000).toISOString().slice(0, 16)
    const day = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][first.getUTCDay()]!
    const end = chance(0.3) ? `;COUNT=${between(1, 5)}` : chance(0.3) ? `;UNTIL=${date().replaceAll("-", "")}` : ""
    const rule = one([
      null, null, "FREQ=DAILY", "FREQ=DAILY;INTERVAL=2", `FREQ=WEEKLY;BYDAY=${day}`,
      `FREQ=WEEKLY;INTERVAL=2;BYDAY=${[...new Set(["MO", day, "SU"])].join(",")}`, `FREQ=MONTHLY;BYMONTHDAY=${first.getUTCDate()}`
    ])
    const rrule = rule === null ? null : rule + end
    return { id: n + 1, staff_id: chance(0.3) ? null : staffId(), starts, ends, rrule, except_dates: many(2, date) }
  })
  const taken = many(25, (n): Taken => {
    const from = chance(0.8) ? quarter(-3, 3) : middle + between(-3 * DAY, 3 * DAY)
    const onResource = chance(0.3)
    return {
      kind: onResource || chance(0.7) ? "appointment" : "busy", id: chance(0.2) ? null : n + 1, staff_id: onResource ? null : staffId(),
      resource_id: onResource ? between(1, 3) : null, span: { from, to: from + one([0, 15, 30, 60, 75, 480]) * 60_000 }
    }
  })
  const sessions = many(capacity > 1 ? 5 : 0, (): Session => ({
    starts_at: quarter(-2, 2), staff_id: staff === null ? null : chance(0.1) ? 77 : staffId(), resource_ids: [], left: between(0, capacity)
  }))
  for (const { staff_id, starts_at } of sessions) {
    const span = { from: starts_at, to: starts_at + service.duration_minutes * 60_000 }
    if (staff_id !== null) taken.push({ kind: "appointment", id: null, staff_id, resource_id: null, span })
  }

  const from = quarter(-2, 1) + (chance(0.2) ? 1 : 0)
  return {
    around,
    world: {
      time_zone, now: chance(0.6) ? quarter(-6, -2) : middle + between(-2 * DAY, DAY), service, opening_hours: weekly(), staff, resources: groups,
      closed: many(chance(0.4) ? 2 : 0, () => ({ date: date(), name: "Holiday" })), away, taken, sessions,
      booked_on: new Map(many(4, () => [date(), between(0, 3)]))
    },
    asked: { ...chance(0.3) && { seats: between(1, 4) }, ...chance(0.2) && { staff_id: chance(0.2) ? 99 : staffId() } },
    span: { from, to: from + between(6, 24) * 3_600_000 },
    instants: [
      ...many(12, () => quarter(-2, 2)), ...many(3, () => middle + between(-2 * DAY, 2 * DAY)), ...sessions.map(({ starts_at }) => starts_at)
    ]
  }
}

import { DAY } from "#schemas/calendar/availability/spans"
import { dateOn, wallClock } from "#schemas/calendar/availability/wall-clock"
import type { WeeklyHours } from "#schemas/calendar/hours"
import type { Rule } from "#schemas/messages/voice/routing"

const MINUTE = 60_000

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export interface BusinessHours {
  readonly time_zone: string
  /** Of an ordinary week, by the company's clock. */
  readonly weekly: ReadonlyArray<WeeklyHours>
  /** Whether a day, `YYYY-MM-DD`, is a public holiday on which the company is not open. */
  readonly isHoliday: (date: string) => boolean
}

/** Days of a week as `weekday` counts them: 1 is Monday. */
const weekdayOf = (midnight: number) => (new Date(midnight).getUTCDay() + 6) % 7 + 1

/**
 * By which rule a call at an instant is treated. Hours that go on after midnight belong to the day on which they begin: on the night after a
 * day with hours somebody is there although the new day is a holiday, and on the night after a holiday nobody is.
 */
export const ruleAt = ({ isHoliday, time_zone, weekly }: BusinessHours, instant: number): Rule => {
  const wall = wallClock(time_zone, { from: instant - 2 * DAY, to: instant + 2 * DAY }).at(instant)
  const today = Math.floor(wall / DAY) * DAY
  const isOpenSince = (midnight: number) => {
    const minute = (wall - midnight) / MINUTE
    return !isHoliday(dateOn(midnight)) && weekly.some(({ from, to, weekday }) => {
      if (weekday !== weekdayOf(midnight)) return false
      const [begins, ends] = [minuteOf(from), minuteOf(to)]
      return minute >= begins && minute < (ends > begins ? ends : ends + DAY / MINUTE)
    })
  }
  if (isOpenSince(today) || isOpenSince(today - DAY)) return "open"
  return isHoliday(dateOn(today)) ? "holiday" : "closed"
}

import type { english } from "../english/words.ts"

export const time: typeof english.time = {
  days: (days, hours) => [days, " Tage ", hours, " Std."],
  hours: (hours, minutes) => [hours, " Std. ", minutes, " Min."],
  minutes: (minutes, seconds) => [minutes, " Min. ", seconds, " s"]
}

/** Minutes since 1970, and minutes on the wall as if the wall were in UTC. */
export interface SlowClock {
  readonly first: (wall: number) => number
  readonly last: (wall: number) => number
  readonly wall: (minute: number) => number
}

const known = new Map<string, SlowClock>()

/** What the clock shows in every minute of two weeks around an instant, asked of Intl one by one. */
export const slowClock = (zone: string, around: string): SlowClock => {
  const key = `${zone} ${around}`
  if (!known.has(key)) known.set(key, tableOf(zone, Date.parse(around) / 60_000))
  return known.get(key)!
}

const tableOf = (zone: string, around: number): SlowClock => {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit"
  })
  const begin = around - 7 * 1_440
  const walls = Array.from({ length: 14 * 1_440 }, (_, n) => Date.parse(`${format.format((begin + n) * 60_000).replace(" ", "T")}:00Z`) / 60_000)
  const shown = new Map<number, Array<number>>()
  walls.forEach((wall, n) => shown.set(wall, [...shown.get(wall) ?? [], begin + n]))
  const skipped = (wall: number) => {
    const n = walls.findIndex((one, at) => at > 0 && walls[at - 1]! < wall && wall < one)
    if (n < 0) throw new Error(`${zone} has no minute ${wall} around ${around}`)
    return begin + n
  }
  return {
    first: (wall) => shown.get(wall)?.[0] ?? skipped(wall),
    last: (wall) => shown.get(wall)?.at(-1) ?? skipped(wall),
    wall: (minute) => walls[minute - begin]!
  }
}

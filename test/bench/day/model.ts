/** The model, as README.md beside this file tells it. */

export const SMALLEST_RATE = 5

/** Weights of the hours of the day. */
export const hours = [1, 1, 1, 1, 1, 1, 2, 4, 7, 9, 10, 9, 7, 8, 9, 10, 9, 7, 5, 4, 3, 2, 1, 1]

/** Shares in a hundred. */
export const shares = {
  "read a contact": 28, "list contacts": 14, "list tasks": 8, "list deals": 6, "search contacts": 8, "make a contact": 10, "make a note": 8, "make a task": 6,
  "change a contact": 6, "make a cart": 2, "book": 1, "free hours": 2, "booking page": 1
} as const
export type Operation = keyof typeof shares

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)

/** Records of each company, the largest first. */
export const sizesOf = (companies: number, records: number) => {
  const weights = Array.from({ length: companies }, (_, n) => 1 / (n + 1))
  const whole = sum(weights)
  return weights.map((weight) => Math.max(40, Math.round(records * weight / whole)))
}

/** Picks the index of a weight, as often as it weighs. */
export const picker = (weights: ReadonlyArray<number>) => {
  const upTo: Array<number> = []
  for (const weight of weights) upTo.push((upTo.at(-1) ?? 0) + weight)
  const whole = upTo.at(-1)!
  return () => {
    const at = Math.random() * whole
    let [low, high] = [0, upTo.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle]! > at) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Requests a second at a point of the day, from 0 to 1, where `mean` is that of the whole day. */
export const rateAt = (point: number, mean: number) => mean * hours[Math.min(23, Math.floor(point * 24))]! * 24 / sum(hours)

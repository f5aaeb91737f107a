type Point = ReadonlyArray<number>

const ROUNDS = 400
const CLOSE = 1e-8

/** Where a function of several numbers is least, near a start: the downhill simplex of Nelder and Mead (1965). */
export const minimum = (f: (at: Point) => number, start: Point): Point => {
  const valued = (at: Point) => ({ at, value: f(at) })
  let simplex = [start, ...start.map((_, n) => start.map((x, m) => n === m ? x + 1 : x))].map(valued)
  for (let round = 0; round < ROUNDS; round++) {
    simplex = simplex.toSorted((a, b) => a.value - b.value)
    const [best, worst, second] = [simplex[0]!, simplex.at(-1)!, simplex.at(-2)!]
    if (Math.abs(worst.value - best.value) <= CLOSE * (Math.abs(best.value) + CLOSE)) break
    const others = simplex.slice(0, -1)
    const center = start.map((_, n) => others.reduce((sum, { at }) => sum + at[n]!, 0) / others.length)
    const towards = (factor: number) => valued(center.map((x, n) => x + factor * (worst.at[n]! - x)))
    const reflected = towards(-1)
    if (reflected.value < best.value) {
      const expanded = towards(-2)
      simplex = [...others, expanded.value < reflected.value ? expanded : reflected]
    } else if (reflected.value < second.value) {
      simplex = [...others, reflected]
    } else {
      const contracted = towards(reflected.value < worst.value ? -0.5 : 0.5)
      simplex = contracted.value < Math.min(worst.value, reflected.value)
        ? [...others, contracted]
        : simplex.map((one) => one === best ? best : valued(one.at.map((x, n) => best.at[n]! + (x - best.at[n]!) / 2)))
    }
  }
  return simplex.reduce((least, one) => one.value < least.value ? one : least).at
}

import { minimum } from "./nelder-mead.ts"

/**
 * Exponential smoothing after Holt and Winters with a damped trend, as Hyndman and Athanasopoulos write it (otexts.com/fpp3/expsmooth.html): a level,
 * perhaps a trend, perhaps a season that is added or multiplied, each of which moves a little with every value.
 */
export interface Shape {
  readonly trend: "none" | "damped"
  readonly season: "none" | "added" | "multiplied"
}

interface Parameters {
  readonly alpha: number
  readonly beta: number
  readonly gamma: number
  readonly phi: number
}

interface State {
  readonly level: number
  readonly slope: number
  /** Of the coming values, the next first. */
  readonly season: ReadonlyArray<number>
}

export interface Fit {
  readonly shape: Shape
  readonly parameters: Parameters
  readonly state: State
  /** One step ahead: of a multiplied season in parts of what was expected. */
  readonly residuals: ReadonlyArray<number>
  /** Corrected information criterion of Akaike: the least is the best. */
  readonly aicc: number
}

const average = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Where smoothing begins: averages of the first seasons, and how each place of a season stands to them. */
const begin = (values: ReadonlyArray<number>, { season, trend }: Shape, period: number): State => {
  if (season === "none") {
    const some = values.slice(0, Math.min(values.length, 6))
    const slope = trend === "none" || some.length < 2 ? 0 : (some.at(-1)! - some[0]!) / (some.length - 1)
    return { level: average(some) - slope * (some.length + 1) / 2, slope, season: [] }
  }
  const seasons = Math.min(Math.floor(values.length / period), 4)
  const averages = Array.from({ length: seasons }, (_, n) => average(values.slice(n * period, (n + 1) * period)))
  const slope = seasons < 2 ? 0 : (averages.at(-1)! - averages[0]!) / ((seasons - 1) * period)
  const middle = (period - 1) / 2
  const parts = Array.from({ length: period }, (_, place) =>
    average(averages.map((mean, n) => {
      const expected = mean + slope * (place - middle)
      const value = values[n * period + place]!
      return season === "added" ? value - expected : expected === 0 ? 1 : value / expected
    })))
  const all = average(parts)
  return {
    level: averages[0]! - slope * (middle + 1), slope: trend === "none" ? 0 : slope,
    season: parts.map((part) => season === "added" ? part - all : all === 0 ? 1 : part / all)
  }
}

/** Walks over values from a state. `next` is told what is expected, and answers with the value that came. */
const walk = (state: State, { season: kind }: Shape, { alpha, beta, gamma, phi }: Parameters, steps: number, next: (expected: number, n: number) => number): State => {
  let { level, slope } = state
  const season = [...state.season]
  for (let n = 0; n < steps; n++) {
    const place = n % (season.length || 1)
    const base = level + phi * slope
    const part = season[place] ?? 0
    const value = next(kind === "none" ? base : kind === "added" ? base + part : base * part, n)
    const without = kind === "none" ? value : kind === "added" ? value - part : part === 0 ? base : value / part
    const reached = alpha * without + (1 - alpha) * base
    slope = beta * (reached - level) + (1 - beta) * phi * slope
    if (kind === "added") season[place] = gamma * (value - base) + (1 - gamma) * part
    if (kind === "multiplied") season[place] = base === 0 ? part : gamma * (value / base) + (1 - gamma) * part
    level = reached
  }
  const turn = steps % (season.length || 1)
  return { level, slope, season: [...season.slice(turn), ...season.slice(0, turn)] }
}

const within = (low: number, high: number, x: number) => low + (high - low) / (1 + Math.exp(-x))

/** Any numbers stand for parameters that are allowed. */
const parametersOf = ({ season, trend }: Shape, [a, b, g, p]: ReadonlyArray<number>): Parameters => {
  const alpha = within(0.0001, 0.9999, a!)
  return {
    alpha,
    beta: trend === "none" ? 0 : within(0, 1, b!),
    gamma: season === "none" ? 0 : within(0, 1, g!) * (1 - alpha),
    phi: trend === "none" ? 0 : within(0.8, 0.98, p!)
  }
}

const lossOf = (values: ReadonlyArray<number>, shape: Shape, start: State, parameters: Parameters, note?: (residual: number) => void) => {
  let loss = 0
  const state = walk(start, shape, parameters, values.length, (expected, n) => {
    const error = values[n]! - expected
    loss += error * error
    note?.(shape.season === "multiplied" ? error / (expected || 1) : error)
    return values[n]!
  })
  return { loss: Number.isFinite(loss) ? loss : Number.MAX_VALUE, state }
}

/** The best fit of a shape: its errors one step ahead are the least. */
const fitted = (values: ReadonlyArray<number>, shape: Shape, period: number): Fit => {
  const start = begin(values, shape, period)
  const best = minimum((at) => lossOf(values, shape, start, parametersOf(shape, at)).loss, [-0.5, -2, -2, 1])
  const parameters = parametersOf(shape, best)
  const residuals: Array<number> = []
  const { loss, state } = lossOf(values, shape, start, parameters, (residual) => void residuals.push(residual))
  const n = values.length
  const k = 2 + (shape.trend === "none" ? 0 : 3) + (shape.season === "none" ? 0 : 1 + period)
  const aicc = n * Math.log(Math.max(loss, 1e-9) / n) + 2 * k + (n - k - 1 > 0 ? 2 * k * (k + 1) / (n - k - 1) : Number.MAX_VALUE)
  return { shape, parameters, state, residuals, aicc }
}

const shapes: ReadonlyArray<Shape> = (["none", "added", "multiplied"] as const).flatMap((season) =>
  (["none", "damped"] as const).map((trend) => ({ season, trend })))

/** The shape that fits best, with its parameters. A season needs two of them to be seen, and to be multiplied values above zero. */
export const fit = (values: ReadonlyArray<number>, period: number): Fit => {
  const seasonal = period > 1 && values.length >= 2 * period + 2
  const positive = values.every((value) => value > 0)
  const possible = shapes.filter(({ season }) => season === "none" || (seasonal && (season === "added" || positive)))
  return possible.map((shape) => fitted(values, shape, period)).reduce((best, one) => one.aicc < best.aicc ? one : best)
}

/** What comes after the values, so many steps ahead. */
export const ahead = ({ parameters, shape, state }: Fit, steps: number): ReadonlyArray<number> => {
  const expected: Array<number> = []
  walk(state, shape, parameters, steps, (value) => {
    expected.push(value)
    return value
  })
  return expected
}

/** Random numbers from 0 to 1, always the same: a forecast that is asked for twice is told twice. Mulberry32. */
const random = (seed: number) => () => {
  seed = (seed + 0x6D2B79F5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const PATHS = 1_000

/** Ways on that are as likely, with errors like those of the past: for each step all values that came about, the least first. */
export const paths = ({ parameters, residuals, shape, state }: Fit, steps: number): ReadonlyArray<ReadonlyArray<number>> => {
  const next = random(20_261_126)
  /* The first errors are those of the begin, which was worked out from the same values. */
  const errors = residuals.slice(shape.season === "none" ? 1 : state.season.length)
  const usable = errors.length >= 8 ? errors : residuals
  const used = 1 + (shape.trend === "none" ? 0 : 2) + (shape.season === "none" ? 0 : 1)
  const wider = Math.sqrt(usable.length / Math.max(1, usable.length - used))
  const found = Array.from({ length: steps }, (): Array<number> => [])
  for (let path = 0; path < PATHS; path++) {
    walk(state, shape, parameters, steps, (expected, n) => {
      const error = usable[Math.floor(next() * usable.length)]! * wider
      const value = shape.season === "multiplied" ? expected * (1 + error) : expected + error
      found[n]!.push(value)
      return value
    })
  }
  return found.map((values) => values.toSorted((a, b) => a - b))
}

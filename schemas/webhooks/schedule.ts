/** How an event is told to an endpoint, and how often again. Times are milliseconds. */
export const schedule = {
  /** Waits after the first attempt, the second, ...: five attempts within 23 h 44 min, each wait six times the one before. */
  waits: [330_000, 1_980_000, 11_880_000, 71_280_000],
  /** Each wait is longer or shorter by up to this share, so that what failed together does not come back together. */
  jitter: 0.1,
  /** An attempt's whole time, from the look-up of the name to the last byte of the answer. */
  deadline: 15_000,
  /** `Retry-After` may ask for no more than this. */
  mostRetryAfter: 86_400_000,
  /** An endpoint that has not answered well for this long is switched off. */
  disableAfter: 432_000_000,
  /** Both secrets sign for this long after a rotation. */
  overlap: 86_400_000
} as const

/** What an endpoint said to one attempt; `status` is `null` when it said nothing that is HTTP in time. */
export interface AttemptResult {
  readonly status: number | null
  /** Why this is no success, in words; `null` for one. */
  readonly error: string | null
  readonly latencyMs: number
  /** The first bytes of the answer. */
  readonly answer: string | null
  /** Milliseconds that the endpoint asked to be left alone. */
  readonly retryAfter: number | undefined
}

/** The state of a delivery: done, given up, or to be tried again after `wait` milliseconds. */
export type DeliveryState =
  | { readonly status: "succeeded" | "failed"; readonly position: number }
  | { readonly status: "pending"; readonly position: number; readonly wait: number }

/**
 * What follows from an attempt, the `position`th on the schedule (from 1). `random` is from 0 to 1; `scale` shortens the
 * waits for tests.
 */
export const stateAfter = (
  position: number,
  { error, retryAfter = 0 }: Pick<AttemptResult, "error" | "retryAfter">,
  random: number,
  scale = 1
): DeliveryState => {
  if (error === null) return { status: "succeeded", position }
  const wait = schedule.waits[position - 1]
  if (wait === undefined) return { status: "failed", position }
  const spread = wait * scale * (1 + schedule.jitter * (2 * random - 1))
  return { status: "pending", position, wait: Math.round(Math.max(spread, Math.min(retryAfter, schedule.mostRetryAfter))) }
}

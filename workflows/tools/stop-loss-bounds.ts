/** How sure a rule is: where it says pause, chance alone explains what was seen at most once in twenty times. */
export const CONFIDENCE = 95
const DOUBT = 1 - CONFIDENCE / 100

/** Of the normal distribution, for `CONFIDENCE` on one side. */
export const Z = 1.645

/** Clicks without a lead after which a conversion rate (above 0, at most 1) is no longer believable: (1 - rate)^n = doubt. */
export const clicksBeforeJudging = (rate: number): number => Math.max(1, Math.ceil(Math.log(DOUBT) / Math.log(1 - rate)))

const HALVINGS = 60

/** The chance of at most `leads` where `expected` come on average, after Poisson. */
const chance = (leads: number, expected: number): number => {
  let term = Math.exp(-expected)
  let sum = term
  for (let n = 1; n <= leads; n++) sum += term *= expected / n
  return sum
}

/** The greatest number of expected leads that is still believable when only `leads` came. For none it is the rule of three. */
export const believableLeads = (leads: number): number => {
  let low = leads
  let high = leads + 10 + 5 * Math.sqrt(leads)
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2
    if (chance(leads, middle) > DOUBT) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** What chance alone makes of an expected number of leads: the square root of a count varies by about a half. */
export const byChance = (expected: number) => {
  const root = Math.sqrt(expected)
  return { low: Math.max(0, root - Z / 2) ** 2, expected, high: (root + Z / 2) ** 2 }
}

/** `npm run faults` does all of what the suite does a part of. */
const all = process.env["FAULTS"] === "all"

/** How often something is tried: in the suite often enough to find what has become wrong, under `npm run faults` until it is rare. */
export const rounds = (inSuite: number, inFull: number): number => all ? inFull : inSuite

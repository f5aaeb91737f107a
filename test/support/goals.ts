/**
 * A goal of time, in milliseconds. `npm test` shares two processors among several workers, so that there a goal is held five times
 * over, which still finds what hangs or grows without bound. `npm run goals` runs the same files one after another and holds each as it is.
 */
export const goal = (ms: number) => process.env["GOALS"] === "exact" ? ms : 5 * ms

/** npm passes a terminal's Ctrl-C on to a process that got it already; what comes this soon after is not a second wish. */
const ECHO_MS = 250

const numbers = { SIGINT: 2, SIGTERM: 15 } as const

let first: { readonly code: number; readonly at: number } | undefined

for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    const code = 128 + numbers[name]
    if (first === undefined) first = { code, at: performance.now() }
    // Whoever asks twice does not want to wait. Our own PostgreSQL is stopped by its guard.
    else if (performance.now() - first.at > ECHO_MS) process.exit(code)
  })
}

/** The exit code that tells by which signal we were asked to end, if we were. */
export const asked = (): number | undefined => first?.code

/** What each engine under test can do; a process of its own runs it and is told what to measure. */
export interface Contender {
  /** Asks for one no-op job, which calls `finished` with the same id as the last thing it does. */
  readonly start: (id: string) => Promise<void>
  /** Asks for a job that sleeps until then, epoch milliseconds; answers with its id. */
  readonly sleep?: (at: number) => Promise<number>
  /** Where it answers HTTP. */
  readonly address?: string
}

export type Job =
  /** So many jobs are always under way for so long; each that ends is followed by the next. */
  | { readonly kind: "closed"; readonly atOnce: number; readonly seconds: number }
  /** So many are asked for, as fast as may be. */
  | { readonly kind: "burst"; readonly count: number }
  | { readonly kind: "sleep"; readonly at: number }

export interface Outcome {
  /** Jobs started and finished a second. */
  readonly perSecond: number
  /** Milliseconds from asking for a job to its end. */
  readonly p50: number
  readonly p99: number
  readonly finished: number
}

const waiting = new Map<string, () => void>()

export const finished = (id: string) => {
  waiting.get(id)?.()
  waiting.delete(id)
}

let last = 0

const one = async ({ start }: Contender) => {
  const id = `job-${process.pid}-${++last}`
  const end = new Promise<void>((resolve) => waiting.set(id, resolve))
  const began = performance.now()
  await start(id)
  await end
  return performance.now() - began
}

const at = (sorted: ReadonlyArray<number>, part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

const outcome = (times: Array<number>, began: number): Outcome => {
  const seconds = (performance.now() - began) / 1_000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p50: at(times, 0.5), p99: at(times, 0.99), finished: times.length }
}

const closed = async (contender: Contender, atOnce: number, seconds: number) => {
  const times: Array<number> = []
  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    while (performance.now() < began + seconds * 1_000) times.push(await one(contender))
  }))
  return outcome(times, began)
}

/** Asked for by so many at a time. */
const ASKING = 32

const burst = async (contender: Contender, count: number) => {
  const times: Array<Promise<number>> = []
  const began = performance.now()
  let left = count
  await Promise.all(Array.from({ length: ASKING }, async () => {
    while (left-- > 0) {
      const asked: { start?: Promise<void> } = {}
      times.push(one({ start: (id) => asked.start = contender.start(id) }))
      await asked.start
    }
  }))
  return outcome(await Promise.all(times), began)
}

/** Does what the bench asks until it lets go. */
export const serve = (contender: Contender) => {
  process.on("message", async (job: Job) => {
    if (job.kind === "sleep") process.send!({ id: await contender.sleep!(job.at) })
    else process.send!(job.kind === "closed" ? await closed(contender, job.atOnce, job.seconds) : await burst(contender, job.count))
  })
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))
  process.send!({ address: contender.address ?? "http://127.0.0.1:1" })
}

import { fetchedModule } from "../support/fetched.ts"

const { PgBoss } = await fetchedModule("pg-boss")

const QUEUE = "nothing"
const WORKERS = 4
const BATCH = 64
/** Jobs asked for at a time, each by itself. */
const ASKING = 32

export interface Job {
  readonly count: number
  /** Each job is asked for by itself, as writes leave events; otherwise all are there before anybody works. */
  readonly singly: boolean
}

/** How many jobs a second that do nothing, at the quickest this queue can be set to. */
const run = async ({ count, singly }: Job) => {
  const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"]!, max: 8, schedule: false, supervise: false })
  boss.on("error", (error: unknown) => void process.stderr.write(`${String(error)}\n`))
  await boss.start()
  await boss.createQueue(QUEUE)
  const all = Array.from({ length: count }, (_, n) => ({ data: { n } }))
  for (let n = 0; !singly && n < count; n += 5_000) await boss.insert(QUEUE, all.slice(n, n + 5_000))
  let done = 0
  let asked = 0
  const began = performance.now()
  const ended = new Promise<void>((resolve) => {
    for (let worker = 0; worker < WORKERS; worker++) {
      void boss.work(QUEUE, { batchSize: BATCH, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }, async (batch: ReadonlyArray<unknown>) => {
        done += batch.length
        if (done >= count) resolve()
      })
    }
  })
  if (singly) {
    await Promise.all(Array.from({ length: ASKING }, async () => {
      while (asked < count) await boss.send(QUEUE, { n: asked++ })
    }))
  }
  await ended
  const perSecond = count / ((performance.now() - began) / 1_000)
  await boss.stop({ graceful: false })
  return { perSecond }
}

process.once("message", (job: Job) => {
  void run(job).then((outcome) => process.send!(outcome))
})
process.once("disconnect", () => process.exit(0))
process.send!({ address: "http://127.0.0.1:1" })

import { PgBoss } from "pg-boss"
import { finished, serve } from "./contender.ts"

const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"]!, max: 10 })
boss.on("error", (error) => void process.stderr.write(`${String(error)}\n`))
await boss.start()
await boss.createQueue("nothing")
/* Its quickest: it polls, at most twice a second, for as many as a batch holds. */
await boss.work<{ id: string }>("nothing", { batchSize: 200, pollingIntervalSeconds: 0.5 }, async (jobs) => {
  for (const { data } of jobs) finished(data.id)
})

serve({ start: async (id) => void await boss.send("nothing", { id }) })

import { fetchedModule } from "../../support/fetched.ts"
import { finished, serve } from "./contender.ts"

const { PgBoss } = await fetchedModule("pg-boss")
const boss = new PgBoss({ connectionString: process.env["DATABASE_URL"]!, max: 10 })
boss.on("error", (error: unknown) => void process.stderr.write(`${String(error)}\n`))
await boss.start()
await boss.createQueue("nothing")
/* Its quickest: it polls, at most twice a second, for as many as a batch holds. */
await boss.work("nothing", { batchSize: 200, pollingIntervalSeconds: 0.5 }, async (jobs: ReadonlyArray<{ readonly data: { readonly id: string } }>) => {
  for (const { data } of jobs) finished(data.id)
})

serve({ start: async (id) => void await boss.send("nothing", { id }) })

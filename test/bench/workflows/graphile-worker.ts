import { fetchedModule } from "../../support/fetched.ts"
import { finished, serve } from "./contender.ts"

const { Logger, makeWorkerUtils, run } = await fetchedModule("graphile-worker")
const connectionString = process.env["DATABASE_URL"]!
const logger = new Logger(() => () => undefined)
/* Told by LISTEN/NOTIFY, so it has no poll to wait for. */
await run({
  connectionString,
  logger,
  concurrency: 64,
  maxPoolSize: 10,
  noHandleSignals: true,
  taskList: { nothing: async (payload: { readonly id: string }) => finished(payload.id) }
})
const tools = await makeWorkerUtils({ connectionString, logger })

serve({ start: async (id) => void await tools.addJob("nothing", { id }) })

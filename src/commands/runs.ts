import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { runStatuses } from "#schemas/workflows/run"
import { json } from "./flags.ts"
import { columns } from "./terminal.ts"
import { runCommands } from "./workflow-runs/commands.ts"

const flags = {
  company: Flag.Int("company").pipe(Flag.withDescription("Only of this company, by its number."), Flag.optional),
  workflow: Flag.String("workflow").pipe(Flag.withDescription("Only of this workflow, like crm.import."), Flag.optional),
  status: Flag.Literals("status", runStatuses).pipe(Flag.withDescription("Only those in this state."), Flag.optional),
  limit: Flag.Int("limit").pipe(Flag.withDescription("How many, the newest first."), Flag.withDefault(20)),
  json: json.pipe(Flag.withDescription("Print a JSON array"))
}

const heads = ["RUN", "COMPANY", "WORKFLOW", "STATUS", "ATTEMPT", "BEGAN", "WAKES", "ERROR"]

export const runsCommand = Command.make("runs", flags, ({ company, json, limit, status, workflow }) =>
  Effect.gen(function*() {
    const { besideService } = yield* Effect.promise(() => import("./beside.ts"))
    const { overview } = yield* Effect.promise(() => import("#layers/workflows/overview"))
    yield* besideService(Effect.fnUntraced(function*({ url }) {
      const rows = yield* overview({
        company: Option.getOrUndefined(company), workflow: Option.getOrUndefined(workflow), status: Option.getOrUndefined(status), limit
      }, url)
      if (json) return yield* Console.log(JSON.stringify(rows))
      yield* Console.log(rows.length === 0 ? "No workflow has run." : columns(heads, rows.map((row) =>
        [row.run, row.company, row.workflow, row.status, row.attempt, row.began, row.wakes, row.error])))
    }))
  })
).pipe(Command.withDescription("List runs of durable workflows, of all companies, the newest first, from the database of this installation. " +
  "Its commands look after runs of one company, over the API."), Command.withSubcommands(runCommands))

import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { runStatuses } from "#schemas/workflows/run"
import { json } from "./flags.ts"
import { plain } from "./terminal.ts"

const flags = {
  company: Flag.Int("company").pipe(Flag.withDescription("Only of this company, by its number."), Flag.optional),
  workflow: Flag.String("workflow").pipe(Flag.withDescription("Only of this workflow, like crm.import."), Flag.optional),
  status: Flag.Literals("status", runStatuses).pipe(Flag.withDescription("Only those in this state."), Flag.optional),
  limit: Flag.Int("limit").pipe(Flag.withDescription("How many, the newest first."), Flag.withDefault(20)),
  json: json.pipe(Flag.withDescription("Print a JSON array"))
}

const heads = { run: "RUN", company: "COMPANY", workflow: "WORKFLOW", status: "STATUS", attempt: "ATTEMPT", began: "BEGAN", wakes: "WAKES", error: "ERROR" }
type Column = keyof typeof heads

/** Columns as wide as their widest value. */
const table = (rows: ReadonlyArray<Readonly<Record<Column, string | number>>>) => {
  const columns = Object.keys(heads) as ReadonlyArray<Column>
  const width = (column: Column) => Math.max(...[heads, ...rows].map((row) => String(row[column]).length))
  const widths = new Map(columns.map((column) => [column, width(column)]))
  return [heads, ...rows]
    .map((row) => columns.map((column) => String(row[column]).padEnd(widths.get(column)!)).join("  ").trimEnd())
    .join("\n")
}

export const runsCommand = Command.make("runs", flags, ({ company, json, limit, status, workflow }) =>
  Effect.gen(function*() {
    const { besideService } = yield* Effect.promise(() => import("./beside.ts"))
    const { overview } = yield* Effect.promise(() => import("#layers/workflows/overview"))
    yield* besideService(Effect.fnUntraced(function*({ url }) {
      const rows = yield* overview({
        company: Option.getOrUndefined(company), workflow: Option.getOrUndefined(workflow), status: Option.getOrUndefined(status), limit
      }, url)
      if (json) return yield* Console.log(JSON.stringify(rows))
      yield* Console.log(rows.length === 0 ? "No workflow has run." : table(rows.map((row) => ({ ...row, error: plain(row.error) }))))
    }))
  })
).pipe(Command.withDescription("List runs of durable workflows, of all companies, the newest first."))

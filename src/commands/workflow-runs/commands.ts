import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Instant } from "#schemas/kernel/time"
import { runStatuses } from "#schemas/workflows/run"
import { json, target } from "../flags.ts"

const instant = (name: string, what: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${what}, like 2026-11-21T09:30:00Z`), Flag.withSchema(Instant), Flag.optional)

const filters = {
  workflow: Flag.String("workflow").pipe(Flag.withDescription("Only of this workflow, like crm.import"), Flag.optional),
  version: Flag.Int("workflow-version").pipe(Flag.withDescription("Only of this version of its definition"), Flag.optional),
  status: Flag.Literals("status", runStatuses).pipe(Flag.withDescription("Only those in this state"), Flag.optional),
  error_kind: Flag.String("error").pipe(Flag.withDescription("Only those that failed with an error of this name"), Flag.optional),
  created_since: instant("created-since", "Only those asked for since"),
  created_until: instant("created-until", "Only those asked for before"),
  finished_since: instant("finished-since", "Only those that ended since"),
  finished_until: instant("finished-until", "Only those that ended before")
}

const id = Argument.Int("id").pipe(Argument.withDescription("Number of the run"))

const loaded = Effect.promise(() => import("./company-runs.ts"))

const list = Command.make("list", {
  ...filters, ...target, limit: Flag.Int("limit").pipe(Flag.withDescription("How many, the newest first"), Flag.withDefault(20)),
  json: json.pipe(Flag.withDescription("Print a JSON array"))
}, ({ json, limit, profile, url, ...filters }) => Effect.flatMap(loaded, ({ listRuns }) => listRuns({ filters, json, limit, profile, url }))).pipe(
  Command.withDescription("List the runs of a company, with the API key in API_KEY or of service login.")
)

const show = Command.make("show", { id, ...target, json }, (input) => Effect.flatMap(loaded, ({ showRun }) => showRun(input))).pipe(
  Command.withDescription("Show all that happened in a run, in order: steps, attempts, waits, children, receipts and events.")
)

const exported = Command.make("export", {
  ids: Argument.Int("id").pipe(Argument.withDescription("Numbers of runs; those that the filters let through if left out"), Argument.variadic()),
  ...filters, ...target, limit: Flag.Int("limit").pipe(Flag.withDescription("How many, the newest first"), Flag.withDefault(100)),
  output: Flag.String("output").pipe(Flag.withAlias("out"), Flag.withDescription("File to write; standard output if left out"), Flag.optional)
}, ({ ids, limit, output, profile, url, ...filters }) =>
  Effect.flatMap(loaded, ({ exportRuns }) => exportRuns({ ids, filters, limit, output, profile, url }))).pipe(
    Command.withDescription("Write the histories of runs, one JSON object a line, for service runs replay. They hold what the steps gave: keep them as you keep your data."),
    Command.withExamples([
      { command: "service runs export --workflow crm.task_due --status completed --limit 5 --output task-due.ndjson", description: "Histories to hold in a repository" }
    ])
  )

const replayed = Command.make("replay", {
  files: Argument.String("file").pipe(Argument.withDescription("Files that service runs export wrote"), Argument.atLeast(1)),
  json: json.pipe(Flag.withDescription("Print one JSON object a history"))
}, (input) => Effect.flatMap(Effect.promise(() => import("./replay-files.ts")), ({ replayFiles }) => replayFiles(input))).pipe(
  Command.withDescription(
    "Lead the programs of this version of the service through the histories of runs, and say where they would do otherwise. It does nothing else, and needs no " +
      "database. The exit code is 1 if one would differ: then unfinished runs would break, and the changed workflow needs a version of its own."
  )
)

const confirmation = Flag.String("confirmation").pipe(
  Flag.withDescription("The confirmation of a person who agreed, where the key needs a consent"), Flag.optional
)

const steered = (act: "pause" | "resume" | "cancel", description: string) =>
  Command.make(act, { id, ...target, confirmation, json }, (input) => Effect.flatMap(loaded, ({ steerRun }) => steerRun({ act, body: {}, ...input }))).pipe(
    Command.withDescription(description)
  )

const retry = Command.make("retry", {
  id, ...target, confirmation, json,
  from: Flag.String("from-step").pipe(Flag.withDescription("The step that is done again with all that came after it; the one that failed if left out"), Flag.optional)
}, ({ from, ...input }) =>
  Effect.flatMap(loaded, ({ steerRun }) => steerRun({ act: "retry", body: from._tag === "Some" ? { from_step: from.value } : {}, ...input }))).pipe(
    Command.withDescription("Let a run that failed go on.")
  )

const restart = Command.make("restart", {
  id, ...target, confirmation, json,
  key: Flag.String("key").pipe(Flag.withDescription("What the new run is for; a workflow runs once per key"), Flag.optional)
}, ({ key, ...input }) =>
  Effect.flatMap(loaded, ({ steerRun }) => steerRun({ act: "restart", body: key._tag === "Some" ? { key: key.value } : {}, ...input }))).pipe(
    Command.withDescription("Start a new run with what an ended one was started with.")
  )

export const runCommands = [
  list, show, exported, replayed,
  steered("pause", "Let a run rest until it is resumed."), steered("resume", "Let a paused run go on."), retry, restart,
  steered("cancel", "Stop a run and its children; what it has done is taken back.")
] as const

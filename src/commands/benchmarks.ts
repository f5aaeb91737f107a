import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { company, json } from "./flags.ts"

const stop = Flag.Boolean("stop").pipe(
  Flag.withDescription("Share no longer: its fingerprints go at once, its part in figures with the next computation, within a day"),
  Flag.withDefault(false)
)

const share = Command.make("share", { company, stop, json }, (input) =>
  Effect.flatMap(Effect.promise(() => import("./share-benchmarks.ts")), ({ share }) => share(input))).pipe(
    Command.withDescription(
      "Let a company's records count in the benchmarks of its industry, or no longer. Only figures of five companies and more are shown."
    ),
    Command.withExamples([{
      command: "service benchmarks share --company 3",
      description: "The records of company 3 count from the next computation on"
    }])
  )

const show = Command.make("show", { company, json }, (input) =>
  Effect.flatMap(Effect.promise(() => import("./share-benchmarks.ts")), ({ show }) => show(input))).pipe(
    Command.withDescription("Tell whether a company's records count, and change nothing.")
  )

export const benchmarksCommand = Command.make("benchmarks").pipe(
  Command.withDescription("Benchmarks from the records of companies that agreed to share them; none does unless told here."),
  Command.withSubcommands([share, show])
)

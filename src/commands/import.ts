import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { target } from "./flags.ts"

const flags = {
  kind: Argument.String("kind").pipe(Argument.withDescription("What the file holds: contacts or products")),
  file: Argument.String("file").pipe(Argument.withDescription("CSV whose first row names the columns (.csv), or a JSON object a line (.ndjson, .jsonl)")),
  ...target,
  dryRun: Flag.Boolean("dry-run").pipe(Flag.withDescription("Check and count all rows, and change nothing"), Flag.withDefault(false)),
  mapping: Flag.String("mapping").pipe(
    Flag.withDescription("What a column fills, as column=field; column= leaves it out. May be given several times"),
    Flag.filter((text) => text.lastIndexOf("=") > 0, (text) => `${JSON.stringify(text)} is not column=field`),
    Flag.atLeast(0)
  ),
  rejects: Flag.String("rejects").pipe(
    Flag.withDescription("Where to write the rows that were not taken, with the reasons, as CSV that can be put right and imported"), Flag.optional
  )
}

/** Columns may have any name, fields have no equals sign. */
const split = (text: string): readonly [column: string, field: string | null] => {
  const at = text.lastIndexOf("=")
  return [text.slice(0, at), text.slice(at + 1) || null]
}

export const importCommand = Command.make("import", flags, ({ mapping, ...input }) =>
  Effect.flatMap(Effect.promise(() => import("./import-file.ts")), ({ importFile }) =>
    importFile({ ...input, mapping: Object.fromEntries(mapping.map(split)) }))).pipe(
    Command.withDescription(
      "Bring a file of contacts or products into a running service as the API key in API_KEY or of service login, wait until it is through, and say how its rows " +
        "were taken. Rows that do not fit do not stop the others; the exit code is 1 if there were any."
    ),
    Command.withExamples([
      {
        command: "API_KEY=sk_service_live_... service import contacts people.csv --mapping 'Mail=email' --dry-run",
        description: "What would become of the rows"
      },
      {
        command: "API_KEY=sk_service_live_... service import products goods.csv --rejects wrong.csv",
        description: "Products, and the rows that were not taken as a file"
      }
    ])
  )

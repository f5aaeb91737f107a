import { Effect } from "effect"
import { Argument, Command } from "effect/cli"

const folder = Argument.String("folder").pipe(
  Argument.withDescription("Folder with files of your own; CONTENT_DIR if left out, and without that the shipped pack"),
  Argument.optional
)

const check = Command.make("check", { folder }, ({ folder }) =>
  Effect.flatMap(Effect.promise(() => import("./content-check.ts")), ({ checkContent }) => checkContent(folder))).pipe(
    Command.withDescription("Read a content pack as the service would, and say how much is in each file, or all that is wrong."),
    Command.withExamples([{
      command: "service content check ./content",
      description: "The shipped pack with the files of a folder in place of those of the same name"
    }])
  )

export const contentCommand = Command.make("content").pipe(
  Command.withDescription("Look after the content pack: what the public tools tell."),
  Command.withSubcommands([check])
)

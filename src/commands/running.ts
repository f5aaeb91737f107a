import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer, type Runtime } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import manifest from "../../package.json" with { type: "json" }
import { completions } from "./completions.ts"
import { asked } from "./signals.ts"

/** Help goes to standard output; what is wrong with a call goes to standard error, without pages of help around it. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error([
        ...event.errors.map(({ message }) => `${message.replace("Expected: Schema validation failed: ", "")}.`),
        `See ${event.commandPath.join(" ")} --help.`
      ].join("\n"))
      : CliOutput.defaultPresenter.present(event)
}

const BAD_USAGE = 2

const isBadUsage = (error: unknown) =>
  CliError.isCliError(error) && (error._tag === "ShowHelp" ? error.errors.length > 0 : error._tag === "ValidationError")
const isHelp = (error: unknown) => CliError.isCliError(error) && error._tag === "ShowHelp"

/** What can be foreseen is one sentence; anything else is a bug, and shows all it has. */
const report = (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  if (isHelp(error)) return Effect.void
  return Console.error(Cause.hasDies(cause) ? Cause.pretty(cause) : (error as Error).message)
}

/** 0 done, 1 failed, 2 called wrongly, 128 and the signal's number when ended by one. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(Number(process.exitCode ?? 0))
  if (Cause.hasInterruptsOnly(exit.cause)) return onExit(Number(process.exitCode ?? asked() ?? 1))
  const error = Cause.squash(exit.cause)
  return onExit(isBadUsage(error) ? BAD_USAGE : isHelp(error) ? 0 : 1)
}

/** Runs a command of the terminal to its end. */
export const running = <Name extends string, Input, Context, E>(command: Command.Command<Name, Input, Context, E, NodeServices.NodeServices>): void =>
  Command.run(command, { version: manifest.version }).pipe(
    Effect.tapCause(report),
    Effect.provide(Layer.mergeAll(
      NodeServices.layer,
      CliOutput.layerPresenter(presenter),
      CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions] })
    )),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown })
  )

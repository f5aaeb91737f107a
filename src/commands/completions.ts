import { Console, Effect, Option } from "effect"
import { Completions, GlobalFlag } from "effect/cli"
import manifest from "../../package.json" with { type: "json" }

/** Debian has a command named `service`, whose completions these must not replace: they are for the name that npm installs. */
const [executable = manifest.name] = Object.keys(manifest.bin)

export const completions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag,
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (shell) => Console.log(Completions.generate(executable, shell, { ...Completions.fromCommand(command), name: executable }))
    })
})

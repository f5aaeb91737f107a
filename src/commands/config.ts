import { Config, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { variables } from "#layers/kernel/config"

const flags = {
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON array"), Flag.withDefault(false))
}

/** Whether a variable is set, but not to what: some hold secrets. */
const isSet = (name: string) =>
  Effect.map(Effect.orDie(Config.option(Config.String(name))), Option.match({ onNone: () => false, onSome: (text) => text !== "" }))

export const configCommand = Command.make("config", flags, Effect.fnUntraced(function*({ json }) {
  const described = yield* Effect.forEach(variables, ({ means, name, takes, unset = "" }) =>
    Effect.map(isSet(name), (set) => ({ name, means, takes, default: unset === "" ? null : unset, set })))
  yield* Console.log(json
    ? JSON.stringify(described)
    : described.map(({ default: unset, means, name, set, takes }) =>
      [`${name}${set ? " (set)" : ""}`, `  ${means}`, `  Takes ${takes}.${unset === null ? "" : ` Default: ${unset}`}`].join("\n")).join("\n\n"))
})).pipe(Command.withDescription("List the environment variables: what each is for, what it takes, its default, and whether it is set."))

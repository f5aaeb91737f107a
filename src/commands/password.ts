import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Email } from "#schemas/kernel/email"

const email = Argument.String("email").pipe(
  Argument.withDescription("E-mail address that the person signs in with"),
  Argument.withSchema(Email)
)

const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))

export const passwordCommand = Command.make("password", { email, json }, (input) =>
  Effect.flatMap(Effect.promise(() => import("./give-password.ts")), ({ givePassword }) => givePassword(input))).pipe(
    Command.withDescription(
      "Give a person a new password, which is shown once. It ends all their sessions and leaves a receipt in each of their companies."
    ),
    Command.withExamples([{ command: "service password owner@acme.example", description: "A new password for this person" }])
  )

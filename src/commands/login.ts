import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { LOCAL, USUAL } from "./flags.ts"

const profile = Flag.String("profile").pipe(
  Flag.withDescription("What the company is called here"),
  Flag.filter((name) => /^[\w.-]{1,60}$/.test(name), (name) => `${JSON.stringify(name)} is not a name of letters, digits, dots, dashes and underscores`),
  Flag.withDefault(USUAL)
)
const url = Flag.String("url").pipe(Flag.withDescription("Where the service is reached"), Flag.withDefault(LOCAL))

const kept = Effect.promise(() => import("./keep-login.ts"))

export const loginCommand = Command.make("login", { url, profile }, (input) => Effect.flatMap(kept, ({ login }) => login(input))).pipe(
  Command.withDescription(
    "Keep an API key, which is asked for or taken from API_KEY, for the commands api, export, import, kb, listen and logs. It is written to " +
      "business-platform/profiles.json in XDG_CONFIG_HOME, else in ~/.config, where only you may read it. Give each of several companies a profile of its own."
  ),
  Command.withExamples([
    { command: "service login --url https://api.example.com", description: "What is meant where no profile is named" },
    { command: "service login --profile shop && service api list_products --profile shop", description: "One company of several" }
  ])
)

export const logoutCommand = Command.make("logout", { profile }, (input) => Effect.flatMap(kept, ({ logout }) => logout(input))).pipe(
  Command.withDescription("Forget the key that service login kept. The key itself stays good until it is revoked.")
)

export const profilesCommand = Command.make("profiles", {}, () => Effect.flatMap(kept, ({ list }) => list)).pipe(
  Command.withDescription("The companies that service login keeps keys of: profile, company, mode and address, parted by tabs.")
)

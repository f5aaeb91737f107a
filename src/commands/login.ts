import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { LOCAL, USUAL } from "./flags.ts"

const profile = Flag.String("profile").pipe(
  Flag.withDescription("What the company is called here"),
  Flag.filter((name) => /^[\w.-]{1,60}$/.test(name), (name) => `${JSON.stringify(name)} is not a name of letters, digits, dots, dashes and underscores`),
  Flag.withDefault(USUAL)
)
const url = Flag.String("url").pipe(Flag.withDescription("Where the service is reached"), Flag.withDefault(LOCAL))

const withKey = Flag.Boolean("with-key").pipe(
  Flag.withDescription("Keep an API key, which is asked for, instead of signing in in a browser; so it is too where API_KEY is set"), Flag.withDefault(false)
)
const scopes = Flag.String("scopes").pipe(
  Flag.withDescription("What it may do where somebody signs in: read, all, or a list like crm:read,crm:write. Who agrees may give less"),
  Flag.withDefault("read")
)

const kept = Effect.promise(() => import("./keep-login.ts"))

export const loginCommand = Command.make("login", { url, profile, scopes, withKey }, (input) => Effect.flatMap(kept, ({ login }) => login(input))).pipe(
  Command.withDescription(
    "Sign in for the commands api, export, import, kb, listen and logs. It prints an address: open it in a browser on this machine, sign in, and choose the company, the mode " +
      "and what the command line may do. It acts for you until service logout, until you cut it off under Connected clients, or for 60 days without use. " +
      "Where there is no browser, keep an API key instead. What is kept is written to business-platform/profiles.json in XDG_CONFIG_HOME, else in " +
      "~/.config, where only you may read it. Give each of several companies a profile of its own."
  ),
  Command.withExamples([
    { command: "service login --url https://api.example.com", description: "What is meant where no profile is named" },
    { command: "service login --scopes crm:read,crm:write", description: "To see and change contacts and deals" },
    { command: "service login --with-key", description: "By an API key" },
    { command: "service login --profile shop && service api list_products --profile shop", description: "One company of several" }
  ])
)

export const logoutCommand = Command.make("logout", { profile }, (input) => Effect.flatMap(kept, ({ logout }) => logout(input))).pipe(
  Command.withDescription("End the connection that service login made, and forget it. An API key is only forgotten: it stays good until it is revoked.")
)

export const profilesCommand = Command.make("profiles", {}, () => Effect.flatMap(kept, ({ list }) => list)).pipe(
  Command.withDescription("The companies that service login signed in to: profile, company, mode and address, parted by tabs.")
)

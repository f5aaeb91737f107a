import { Flag } from "effect/cli"
import { CompanyId } from "#schemas/kernel/ids"

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))

/** Where a service is reached if nothing else is said. */
export const LOCAL = "http://127.0.0.1:8080"
/** The profile that is meant if none is named. */
export const USUAL = "default"

/** Which service a command asks, and as whom. */
export const target = {
  url: Flag.String("url").pipe(Flag.withDescription(`Where the service is reached; that of the profile, also for the key in API_KEY, or ${LOCAL}, if left out`), Flag.optional),
  profile: Flag.String("profile").pipe(Flag.withDescription("The company that service login signed in to under this name"), Flag.optional)
}

export const company = Flag.Int("company").pipe(Flag.withDescription("Number of the company"), Flag.withSchema(CompanyId))

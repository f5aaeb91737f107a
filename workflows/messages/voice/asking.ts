import { Effect } from "effect"
import { Site } from "#layers/kernel/installation/site"
import { Messaging } from "#layers/providers/messaging/messaging"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"

/** The provider of this name, for the caller's company and mode. It is asked nothing within a transaction. */
export const callProvider = (by: string) => Effect.flatMap(Caller, ({ mode }) => Messaging.use(({ calls }) => calls(mode === "live", by)))

/** Where the caller's company gets its numbers. */
export const numberProvider = Effect.flatMap(Caller, ({ mode }) => Messaging.use(({ numbers }) => numbers(mode === "live")))

/** Whom it will be; refuses where nobody set one up. Within a transaction: nobody is asked anything. */
export const chosenProvider = (by: string) => Effect.mapError(callProvider(by), ({ message }) => new ValidationError({ message }))

/** Who numbers are got from. */
export const NUMBERS = "twilio"

export const callsPath = (by: string) => `/api/v1/voice/inbound/${by}`
const TEXTS_PATH = "/api/v1/sms/inbound/twilio"

const reachable = (path: string) =>
  Site.use(({ linked }) => Effect.succeed(linked.startsWith("https:") ? `${linked}${path}` : undefined))

/** Where the provider reaches us: only at the address of SITE_URL. */
export const callsAddress = reachable(callsPath(NUMBERS))
export const textsAddress = reachable(TEXTS_PATH)

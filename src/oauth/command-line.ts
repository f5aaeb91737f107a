import type { ClientMetadata } from "oidc-provider"
import { apiOf, CALLBACK_PATH, COMMAND_LINE } from "#schemas/auth/command-line"
import { resourceOf } from "./paths.ts"

/** A public client like all others, which answers to the machine of the browser only. */
export const commandLine: ClientMetadata = {
  client_id: COMMAND_LINE,
  client_name: "Command line",
  redirect_uris: ["127.0.0.1", "[::1]"].map((host) => `http://${host}${CALLBACK_PATH}`)
}

/** What a client gets tokens for, and for nothing else: the command line for the REST API, all others for the tool connector. */
export const resourceFor = (clientId: string | undefined, origin: string): string =>
  clientId === COMMAND_LINE ? apiOf(origin) : resourceOf(origin)

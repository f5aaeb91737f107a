/**
 * The command line of this service, as its authorization server knows it: by a name that all servers have, so that nobody registers
 * it. Whoever uses the name gets answers on their own machine only.
 */
export const COMMAND_LINE = "command-line"

/** Where the command line listens for the answer, at whichever port is free (RFC 8252, section 7.3). */
export const CALLBACK_PATH = "/callback"

/** What its tokens are good for: the REST API. */
export const apiOf = (origin: string): string => `${origin}/api/v1`

import { HttpApiGroup, OpenApi } from "effect/http-api"

/** Who somebody is, and what they signed in with. */
export class Auth extends HttpApiGroup.make("auth")
  .prefix("/auth")
  .annotateMerge(OpenApi.annotations({
    title: "Auth and security",
    description: "Accounts, sessions and two factors of people; members of a company; its API keys, install tokens and connected tool " +
      "clients; and the audit of all of it."
  }))
{}

import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Open } from "#schemas/kernel/gates"
import { login } from "./signing-in.api.ts"

/** Who somebody is, and what they signed in with. */
export class Auth extends HttpApiGroup.make("auth")
  .add(login.middleware(Open))
  .prefix("/auth")
  .annotateMerge(OpenApi.annotations({
    title: "Auth and security",
    description: "Accounts, sessions and two factors of people; members of a company; its API keys, install tokens and connected tool " +
      "clients; and the audit of all of it."
  }))
{}

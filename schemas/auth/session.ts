import { Schema } from "effect"
import { AccountId, CompanyId, KeyId, UserId } from "#schemas/kernel/ids"
import { Role } from "#schemas/kernel/roles"
import { modes, Tier } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"

/** Live is for real; test moves no money and dispatches nothing. */
export const Mode = Schema.Literals(modes).annotate({
  description: "`live` is for real; `test` moves no money and dispatches nothing."
})

/** A company that an account belongs to. */
export const Membership = Schema.Struct({
  company_id: CompanyId,
  name: Schema.String.annotate({ examples: ["Juniper & Vale Studio"] }),
  role: Role
}).annotate({ identifier: "Membership" })
export type Membership = typeof Membership.Type

/** Somebody who signed in. */
export const User = Schema.Struct({
  id: UserId.annotate({ description: "The member of the company, as owners and assignees are named." }),
  account_id: AccountId,
  email: Schema.String.annotate({ examples: ["grace@navy.example"] }),
  name: Schema.String.annotate({ examples: ["Grace Hopper"] }),
  role: Role,
  company_id: CompanyId,
  email_verified: Schema.Boolean,
  two_factor: Schema.Boolean.annotate({ description: "Whether signing in takes a code besides the password." })
}).annotate({ identifier: "User" })
export type User = typeof User.Type

/** What signing in gives. */
export const Tokens = Schema.Struct({
  access_token: Schema.String.annotate({ description: "A bearer token for every operation, good for `expires_in` seconds." }),
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Int.annotate({ description: "Seconds.", examples: [900] }),
  refresh_token: Schema.String.annotate({
    description: "Good once, for the next pair of tokens. A second use ends the session, as one of the two users has stolen it."
  }),
  session_id: KeyId,
  session_expires_at: Timestamp,
  user: User
}).annotate({ identifier: "Tokens" })
export type Tokens = typeof Tokens.Type

/** Somewhere that somebody is signed in. */
export const Session = Schema.Struct({
  id: KeyId,
  label: Schema.String.annotate({ description: "What began it.", examples: ["Firefox on Linux"] }),
  mode: Mode,
  user_agent: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String.annotate({ examples: ["203.0.113.7"] })),
  current: Schema.Boolean.annotate({ description: "Whether it is the one that asks." }),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp),
  expires_at: Timestamp
}).annotate({ identifier: "Session" })
export type Session = typeof Session.Type

/** Who asks, what that lets them do, and how much of it. */
export const Me = Schema.Struct({
  credential: Schema.Literals(["key", "session", "grant"]).annotate({
    description: "`key`: an API key. `session`: somebody signed in. `grant`: a tool client that acts for somebody."
  }),
  credential_id: KeyId,
  user: Schema.NullOr(User),
  agent: Schema.NullOr(Schema.String).annotate({ description: "The agent that the credential was made for." }),
  company: Schema.Struct({
    id: CompanyId,
    name: Schema.String.annotate({ examples: ["Juniper Coffee"] }),
    tier: Tier,
    currency: Schema.String.annotate({ examples: ["USD"] }),
    time_zone: Schema.String.annotate({ examples: ["Europe/Oslo"] })
  }),
  companies: Schema.Array(Membership).annotate({ description: "All companies of the person; empty for an API key." }),
  mode: Mode,
  scopes: Schema.Array(Schema.String).annotate({ examples: [["crm:read", "crm:write"]] }),
  limits: Schema.Struct({
    requests_per_minute: Schema.Int.annotate({ examples: [300] }),
    ai_tokens_per_month: Schema.NullOr(Schema.Int).annotate({ description: "`null` where there is no limit." }),
    ai_tokens_used: Schema.Int.annotate({ description: "This calendar month, in UTC." }),
    ai_tokens_reset_at: Timestamp
  })
}).annotate({ identifier: "Me" })
export type Me = typeof Me.Type

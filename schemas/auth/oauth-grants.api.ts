import { operation } from "#schemas/kernel/endpoints"
import { KeyId } from "#schemas/kernel/ids"
import { OAuthGrant } from "./oauth-grant.ts"

export const list_oauth_grants = operation.list("list_oauth_grants", "/oauth/grants", OAuthGrant, {
  sort: ["id"],
  by: "-id",
  summary: "List connected tool clients",
  description: "The tool clients that act for you in this company, newest first; for an admin or an owner, those of all members.",
  access: "session"
})

export const revoke_oauth_grant = operation.remove("revoke_oauth_grant", "/oauth/grants/:id", OAuthGrant, {
  params: { id: KeyId },
  summary: "Cut off a tool client",
  description: "The client can do nothing any more, within a second everywhere; to come back it has to be connected again. Everybody may " +
    "cut off their own; an admin or an owner, anybody's.",
  access: "session",
  requiresConsent: true,
  undo: "nothing"
})

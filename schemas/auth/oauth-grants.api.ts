import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { NotFound } from "#schemas/kernel/errors"
import { KeyId } from "#schemas/kernel/ids"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { OAuthGrant, oauthGrantSorts } from "./oauth-grant.ts"

export const list_oauth_grants = HttpApiEndpoint.get("list_oauth_grants", "/oauth/grants", {
  query: { ...paging, sort: defaulted(Schema.Literals(oauthGrantSorts), "-id") },
  success: ListOf(OAuthGrant)
}).annotateMerge(operation({
  summary: "List connected tool clients",
  description: "The tool clients that act for you in this company, newest first; for an admin or an owner, those of all members.",
  access: "session",
  readOnly: true
}))

export const revoke_oauth_grant = HttpApiEndpoint.delete("revoke_oauth_grant", "/oauth/grants/:id", {
  params: { id: KeyId },
  success: OAuthGrant,
  error: NotFound
}).annotateMerge(operation({
  summary: "Cut off a tool client",
  description: "The client can do nothing any more, within a second everywhere; to come back it has to be connected again. Everybody may " +
    "cut off their own; an admin or an owner, anybody's.",
  access: "session",
  readOnly: false,
  destructive: true,
  idempotent: true,
  requiresConsent: true
}))

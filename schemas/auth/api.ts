import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated, Public } from "#schemas/kernel/gates"
import { resend_verification, sign_up, verify_email } from "./accounts.api.ts"
import { ApiKey } from "./api-key.ts"
import { create_api_key, list_api_keys, revoke_api_key, rotate_api_key, set_standing_consents } from "./api-keys.api.ts"
import { list_audit_events } from "./audit.api.ts"
import { exchange_install_token, mint_install_token } from "./install-tokens.api.ts"
import { list_oauth_grants, revoke_oauth_grant } from "./oauth-grants.api.ts"
import { accept_invitation, list_invitations, withdraw_invitation } from "./invitations.api.ts"
import { PublishableKey } from "./publishable-key.ts"
import { create_publishable_key, list_publishable_keys, revoke_publishable_key } from "./publishable-keys.api.ts"
import { invite_member, list_members, remove_member, update_member } from "./members.api.ts"
import { change_password, request_password_reset, reset_password } from "./passwords.api.ts"
import { list_sessions, revoke_all_sessions, revoke_session } from "./sessions.api.ts"
import { get_me, login, logout, refresh_token } from "./signing-in.api.ts"
import {
  confirm_two_factor, disable_two_factor, enable_two_factor, get_two_factor, regenerate_recovery_codes, step_up
} from "./two-factor.api.ts"

/** Who somebody is, and what they signed in with. */
export class Auth extends HttpApiGroup.make("auth")
  .add(sign_up.middleware(Public), verify_email.middleware(Public), resend_verification.middleware(Public))
  .add(request_password_reset.middleware(Public), reset_password.middleware(Public), change_password.middleware(Authenticated))
  .add(login.middleware(Public), refresh_token.middleware(Public), logout.middleware(Authenticated), get_me.middleware(Authenticated))
  .add(list_sessions.middleware(Authenticated), revoke_session.middleware(Authenticated), revoke_all_sessions.middleware(Authenticated))
  .add(
    list_api_keys.middleware(Authenticated), create_api_key.middleware(Authenticated), rotate_api_key.middleware(Authenticated),
    revoke_api_key.middleware(Authenticated), set_standing_consents.middleware(Authenticated)
  )
  .add(
    list_publishable_keys.middleware(Authenticated), create_publishable_key.middleware(Authenticated),
    revoke_publishable_key.middleware(Authenticated)
  )
  .add(
    list_members.middleware(Authenticated), invite_member.middleware(Authenticated), update_member.middleware(Authenticated),
    remove_member.middleware(Authenticated)
  )
  .add(list_invitations.middleware(Authenticated), withdraw_invitation.middleware(Authenticated), accept_invitation.middleware(Public))
  .add(list_audit_events.middleware(Authenticated))
  .add(
    get_two_factor.middleware(Authenticated), enable_two_factor.middleware(Authenticated), confirm_two_factor.middleware(Authenticated),
    disable_two_factor.middleware(Authenticated), regenerate_recovery_codes.middleware(Authenticated), step_up.middleware(Authenticated)
  )
  .add(list_oauth_grants.middleware(Authenticated), revoke_oauth_grant.middleware(Authenticated))
  .add(mint_install_token.middleware(Authenticated), exchange_install_token.middleware(Public))
  .prefix("/auth")
  .annotate(EventRecords, { api_key: ApiKey, publishable_key: PublishableKey })
  .annotateMerge(OpenApi.annotations({
    title: "Auth and security",
    description: "Accounts, sessions and two-factor authentication of people; members of a company; its API keys, install tokens and connected tool " +
      "clients; and the audit of all of it."
  }))
{}

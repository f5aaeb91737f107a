import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Admitted, Open } from "#schemas/kernel/gates"
import { resend_verification, sign_up, verify_email } from "./accounts.api.ts"
import { ApiKey } from "./api-key.ts"
import { create_api_key, list_api_keys, revoke_api_key, rotate_api_key, set_standing_consents } from "./api-keys.api.ts"
import { list_audit_events } from "./audit.api.ts"
import { exchange_install_token, mint_install_token } from "./install-tokens.api.ts"
import { list_oauth_grants, revoke_oauth_grant } from "./oauth-grants.api.ts"
import { accept_invitation, list_invitations, withdraw_invitation } from "./invitations.api.ts"
import { invite_member, list_members, remove_member, update_member } from "./members.api.ts"
import { change_password, request_password_reset, reset_password } from "./passwords.api.ts"
import { list_sessions, revoke_all_sessions, revoke_session } from "./sessions.api.ts"
import { get_me, login, logout, refresh_token } from "./signing-in.api.ts"
import {
  confirm_two_factor, disable_two_factor, enable_two_factor, get_two_factor, regenerate_recovery_codes, step_up
} from "./two-factor.api.ts"

/** Who somebody is, and what they signed in with. */
export class Auth extends HttpApiGroup.make("auth")
  .add(sign_up.middleware(Open), verify_email.middleware(Open), resend_verification.middleware(Open))
  .add(request_password_reset.middleware(Open), reset_password.middleware(Open), change_password.middleware(Admitted))
  .add(login.middleware(Open), refresh_token.middleware(Open), logout.middleware(Admitted), get_me.middleware(Admitted))
  .add(list_sessions.middleware(Admitted), revoke_session.middleware(Admitted), revoke_all_sessions.middleware(Admitted))
  .add(
    list_api_keys.middleware(Admitted), create_api_key.middleware(Admitted), rotate_api_key.middleware(Admitted),
    revoke_api_key.middleware(Admitted), set_standing_consents.middleware(Admitted)
  )
  .add(
    list_members.middleware(Admitted), invite_member.middleware(Admitted), update_member.middleware(Admitted),
    remove_member.middleware(Admitted)
  )
  .add(list_invitations.middleware(Admitted), withdraw_invitation.middleware(Admitted), accept_invitation.middleware(Open))
  .add(list_audit_events.middleware(Admitted))
  .add(
    get_two_factor.middleware(Admitted), enable_two_factor.middleware(Admitted), confirm_two_factor.middleware(Admitted),
    disable_two_factor.middleware(Admitted), regenerate_recovery_codes.middleware(Admitted), step_up.middleware(Admitted)
  )
  .add(list_oauth_grants.middleware(Admitted), revoke_oauth_grant.middleware(Admitted))
  .add(mint_install_token.middleware(Admitted), exchange_install_token.middleware(Open))
  .prefix("/auth")
  .annotate(EventRecords, { api_key: ApiKey })
  .annotateMerge(OpenApi.annotations({
    title: "Auth and security",
    description: "Accounts, sessions and two factors of people; members of a company; its API keys, install tokens and connected tool " +
      "clients; and the audit of all of it."
  }))
{}

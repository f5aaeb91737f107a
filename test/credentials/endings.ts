/** What can be open: by an API key, by a session of a person, by a tool client that acts for them. */
export const things = {
  key: "calls with an API key",
  key_pages: "pages that were signed in to with the key",
  key_download: "a download with the key that is under way",
  key_slow_write: "a request with the key whose body is still coming",
  key_confirmation: "a confirmation for a call of the key, with the secret that it has by then",
  key_approval: "a confirmation that the key approved, for a call of another",
  access_token: "calls with the access token of a session",
  refresh_token: "the refresh token of the session",
  pages: "pages of the session",
  install_token: "an install token that the session minted",
  oauth_request: "a tool client's request that waits for the person on a page of the session",
  oauth_code: "a code that was agreed to in the session, and not collected yet",
  session_confirmation: "a confirmation for a call of the session",
  session_approval: "a confirmation that was approved in the session, for a call of another",
  other_session: "another session of the person",
  connector_token: "the access token of a connected tool client",
  connector_refresh: "its refresh token",
  connector_stream: "its open stream of a session of 2025-11-25",
  connector_listen: "its open subscription of 2026-07-28",
  connector_approval: "an approval for a call of it",
  reset_link: "a link to set a new password",
  invitation: "an invitation that the person sent"
} as const

export type Thing = keyof typeof things

/** What can happen to a credential, a person, a connection or a company. */
export interface Ending {
  readonly what: string
  /** These open nothing any more. */
  readonly ends?: ReadonlyArray<Thing>
  /** These open less from then on. */
  readonly narrows?: ReadonlyArray<Thing>
}

const ofKey = ["key", "key_pages", "key_download", "key_slow_write", "key_approval"] as const
const ofSession = [
  "access_token", "refresh_token", "pages", "install_token", "oauth_request", "oauth_code", "session_confirmation"
] as const
const ofConnection = ["connector_token", "connector_refresh", "connector_stream", "connector_listen", "connector_approval"] as const

/**
 * What ends what. Everything that is not named goes on, for these reasons. A confirmation belongs to a key, whichever secret it
 * has: without the present secret it is worth nothing. Keys belong to the company, whoever made them. A connection was agreed to
 * for longer than the session in which that was done, once its client collected it. Whoever signs out by themselves takes nothing
 * back of what they approved. A link to set a password belongs to an account, not to a part in a company.
 */
export const endings = {
  revoke_key: { what: "the key is revoked", ends: [...ofKey, "key_confirmation"] },
  rotate_key_at_once: { what: "the key is rotated without an overlap", ends: ofKey },
  rotate_key: { what: "the key is rotated with an overlap" },
  end_overlap: { what: "the overlap of a rotation is over", ends: ofKey },
  expire_key: { what: "the key expires", ends: [...ofKey, "key_confirmation"] },
  narrow_key_scopes: {
    what: "the key has fewer scopes", ends: ["key_approval"], narrows: ["key", "key_pages", "key_slow_write", "key_confirmation"]
  },
  narrow_key_addresses: {
    what: "the key is good from other addresses", ends: ["key", "key_pages", "key_download", "key_slow_write", "key_confirmation"]
  },
  end_session: { what: "the session is ended by somebody", ends: [...ofSession, "session_approval"] },
  sign_out: { what: "the person signs out of the session", ends: ofSession },
  expire_session: { what: "the session expires", ends: [...ofSession, "session_approval"] },
  reuse_refresh_token: { what: "a refresh token of the session comes twice", ends: [...ofSession, "session_approval"] },
  end_other_sessions: { what: "the person ends all other sessions", ends: [...ofSession, "session_approval"] },
  change_password: { what: "the person changes the password elsewhere", ends: [...ofSession, "session_approval", "reset_link"] },
  change_password_everywhere: {
    what: "the person changes the password elsewhere, and cuts off apps",
    ends: [...ofSession, "session_approval", "reset_link", ...ofConnection]
  },
  reset_password: {
    what: "the password is set by a link", ends: [...ofSession, "session_approval", "other_session", "reset_link", ...ofConnection]
  },
  change_two_factors: { what: "two-factor authentication is turned on, and off again" },
  remove_member: {
    what: "the person is removed from the company",
    ends: [...ofSession, "session_approval", "other_session", "invitation", ...ofConnection]
  },
  demote_member: {
    what: "the person gets a lower role",
    ends: ["session_approval", "invitation"],
    narrows: [
      "access_token", "refresh_token", "pages", "install_token", "oauth_request", "oauth_code", "session_confirmation", "other_session",
      "connector_token", "connector_refresh", "connector_approval"
    ]
  },
  lower_tier: {
    what: "the company gets a lower tier",
    narrows: [
      "key", "key_pages", "access_token", "refresh_token", "pages", "install_token", "oauth_request", "oauth_code", "other_session",
      "connector_token", "connector_refresh"
    ]
  },
  revoke_grant: { what: "the connection is revoked", ends: ofConnection },
  disconnect: { what: "the client gives its token back", ends: ofConnection }
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** Where the authorization server is, below the site's origin. */
export const oauthPaths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  revoke: "/oauth/revoke",
  introspect: "/oauth/introspect",
  register: "/oauth/register",
  jwks: "/oauth/jwks",
  /** RFC 8414. */
  server: "/.well-known/oauth-authorization-server",
  /** RFC 9728. */
  resource: "/.well-known/oauth-protected-resource"
} as const

/** What tokens of tool clients are good for. */
export const CONNECTOR_PATH = "/api/mcp/connector"

export const resourceOf = (origin: string): string => origin + CONNECTOR_PATH

/** Where a client that was refused learns whom to ask for a token. */
export const resourceMetadataOf = (origin: string): string => origin + oauthPaths.resource + CONNECTOR_PATH

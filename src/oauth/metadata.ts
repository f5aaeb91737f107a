import { CONNECTOR_PATH, oauthPaths, resourceOf } from "./paths.ts"
import { grantable, OFFLINE } from "./scopes.ts"

const GUIDE = "/docs/guides/connect-an-ai-client"

/** What the authorization server says of itself (RFC 8414). It offers what OAuth 2.1 allows, and nothing else. */
const server = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + oauthPaths.authorize,
  token_endpoint: origin + oauthPaths.token,
  registration_endpoint: origin + oauthPaths.register,
  revocation_endpoint: origin + oauthPaths.revoke,
  introspection_endpoint: origin + oauthPaths.introspect,
  scopes_supported: [...grantable, OFFLINE],
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  introspection_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [resourceOf(origin)],
  service_documentation: origin + GUIDE
})

/** What the tool connector says of itself (RFC 9728). */
const resource = (origin: string) => ({
  resource: resourceOf(origin),
  authorization_servers: [origin],
  scopes_supported: grantable,
  bearer_methods_supported: ["header"],
  resource_name: "Tool connector",
  resource_documentation: origin + GUIDE
})

/**
 * By path: clients put the path of the resource behind the well-known one, or leave it out. There is no document of OpenID
 * Connect: it would promise ID tokens and the algorithm RS256, and nobody is signed in elsewhere with what is given out here.
 */
export const metadataDocuments = new Map<string, (origin: string) => object>([
  [oauthPaths.server, server], [oauthPaths.server + CONNECTOR_PATH, server],
  [oauthPaths.resource, resource], [oauthPaths.resource + CONNECTOR_PATH, resource]
])

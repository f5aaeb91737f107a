import type { OAuthClientProvider } from "@modelcontextprotocol/client"

/** What an OAuth client keeps of its connection, in memory. */
export const memory = (client_name: string) => {
  const kept: { authorize?: URL } & Partial<Record<string, any>> = {}
  const provider: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1:7878/callback",
    clientMetadata: {
      client_name, redirect_uris: ["http://127.0.0.1:7878/callback"], grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"], token_endpoint_auth_method: "none"
    },
    clientInformation: () => kept["client"],
    saveClientInformation: (client) => void (kept["client"] = client),
    tokens: () => kept["tokens"],
    saveTokens: (tokens) => void (kept["tokens"] = tokens),
    redirectToAuthorization: (url) => void (kept.authorize = url),
    saveCodeVerifier: (verifier) => void (kept["verifier"] = verifier),
    codeVerifier: () => kept["verifier"],
    saveDiscoveryState: (state) => void (kept["discovery"] = state),
    discoveryState: () => kept["discovery"]
  }
  return { kept, provider }
}

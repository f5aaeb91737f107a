import { CONNECTOR_PATH } from "../../oauth/paths.ts"
import { ORIGIN } from "../documents.ts"
import { type Content, html } from "../html.ts"
import { PRINT } from "./samples/request.ts"

const sample = `import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

const serverUrl = "${ORIGIN}${CONNECTOR_PATH}"
const callback = createServer()
await new Promise<void>((resolve) => void callback.listen(0, "127.0.0.1", resolve))
const redirectUrl = \`http://127.0.0.1:\${(callback.address() as AddressInfo).port}/callback\`
const came = new Promise<string>((resolve) => callback.on("request", ({ url }, response) => {
  response.end("You may close this page.")
  resolve(new URL(url!, redirectUrl).searchParams.get("code")!)
}))

// A program that is to come back keeps these in a file.
type Kept<Save extends "saveClientInformation" | "saveTokens"> = Parameters<NonNullable<OAuthClientProvider[Save]>>[0]
const kept: { client?: Kept<"saveClientInformation">; tokens?: Kept<"saveTokens">; verifier?: string } = {}
const authProvider: OAuthClientProvider = {
  redirectUrl,
  clientMetadata: { client_name: "My agent", redirect_uris: [redirectUrl] },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier!,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: (address) => ${PRINT}("Open this address, and tick what it may change: " + address)
}
await auth(authProvider, { serverUrl, scope: "crm:read crm:write offline_access" })
await auth(authProvider, { serverUrl, authorizationCode: await came })
callback.close()
const granted = kept.tokens?.scope ?? ""
if (!granted.includes("crm:write")) throw new Error("Granted: " + granted)

const client = new Client({ name: "my-agent", version: "1.0.0" })
await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider }))
const made = await client.callTool({ name: "create_contact", arguments: { first_name: "Grace" } })
const { id } = made.structuredContent as { id: number }

for (let asked = false;; asked = true) {
  const answer = await client.callTool({ name: "delete_contact", arguments: { id } })
  if (!answer.isError) break
  const [{ text }] = answer.content as [{ text: string }]
  const { error } = JSON.parse(text)
  if (error.code !== "confirmation_required") throw new Error(text)
  if (!asked) ${PRINT}("A person agrees on this page: " + error.consent.page_url)
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
${PRINT}("Deleted: " + id)
await client.close()`

/** A client on the public SDK, up to a call that a person agreed to. */
export const withSdk: Content = html`
<section id="sdk">
<h2><a href="#sdk">The same with the SDK, up to a call that a person agrees to</a></h2>
<p><code>npm install @modelcontextprotocol/sdk</code>, then <code>node agent.mts</code> (Node 22.18 or newer). Left to itself, the SDK asks for all scopes that the 401 names, of which a person ticks what they like. This asks for what it needs, makes a contact,
and deletes it: that waits for a person, and the very same call again is what goes on, within 15 minutes of the approval. A person who says no makes the call end with <code>conflict</code>.</p>
<pre tabindex="0" role="region" aria-label="A client with the SDK"><code>${sample}</code></pre>
</section>`

import { CONNECTOR_PATH, oauthPaths } from "../../oauth/paths.ts"
import { ORIGIN } from "../documents.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { withSdk } from "./mcp-sdk.ts"
import { GUIDES } from "./paths.ts"
import { type Line, PRINT } from "./samples/request.ts"
import { table } from "./tables.ts"

const CONNECTOR = ORIGIN + CONNECTOR_PATH
const SCOPE = "crm:read crm:write offline_access"
const REVISION = "2026-07-28"
const META = `{ "io.modelcontextprotocol/protocolVersion": "${REVISION}", "io.modelcontextprotocol/clientCapabilities": {} }`

const discovered: Line = {
  curl: `CONNECTOR=${CONNECTOR}
METADATA=$(curl -s -o /dev/null -D - -X POST "$CONNECTOR" | tr -d '\\r' | sed -n 's/.*resource_metadata="\\([^"]*\\)".*/\\1/p')
curl -s "$METADATA"
echo
curl -s "${ORIGIN}${oauthPaths.server}"`,
  typescript: `import { createHash, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const connector = "${CONNECTOR}"
const read = async (address: string) => (await fetch(address)).json()
const challenge = (await fetch(connector, { method: "POST" })).headers.get("www-authenticate")!
const resource = await read(/resource_metadata="([^"]+)"/u.exec(challenge)![1]!)
const server = await read(resource.authorization_servers[0] + "${oauthPaths.server}")
${PRINT}(JSON.stringify(resource) + "\\n" + JSON.stringify(server))`,
  python: `import base64, hashlib, http.server, json, re, secrets, urllib.error, urllib.parse, urllib.request

connector = "${CONNECTOR}"

def read(address):
    with urllib.request.urlopen(address) as response:
        return json.load(response)

try:
    urllib.request.urlopen(urllib.request.Request(connector, method="POST"))
except urllib.error.HTTPError as error:
    challenge = error.headers["www-authenticate"]
resource = read(re.search('resource_metadata="([^"]+)"', challenge)[1])
server = read(resource["authorization_servers"][0] + "${oauthPaths.server}")
print(json.dumps(resource))
print(json.dumps(server), flush=True)`
}

const registered: Line = {
  curl: `REDIRECT=http://127.0.0.1:7777/callback
CLIENT=$(curl -s -X POST "${ORIGIN}${oauthPaths.register}" \\
  -H "Content-Type: application/json" \\
  -d "{\\"client_name\\":\\"My client\\",\\"redirect_uris\\":[\\"$REDIRECT\\"]}" \\
  | sed 's/.*"client_id":"\\([^"]*\\)".*/\\1/'); echo "CLIENT: $CLIENT"`,
  typescript: `const callback = createServer()
await new Promise<void>((resolve) => void callback.listen(0, "127.0.0.1", resolve))
const redirect_uri = \`http://127.0.0.1:\${(callback.address() as AddressInfo).port}/callback\`
const { client_id } = await (await fetch(server.registration_endpoint, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ client_name: "My client", redirect_uris: [redirect_uri] })
})).json()`,
  python: `class Callback(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.came = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You may close this page.")

    def log_message(self, *told):
        pass

callback = http.server.HTTPServer(("127.0.0.1", 0), Callback)
redirect_uri = f"http://127.0.0.1:{callback.server_port}/callback"
with urllib.request.urlopen(urllib.request.Request(
    server["registration_endpoint"], method="POST", headers={"Content-Type": "application/json"},
    data=json.dumps({"client_name": "My client", "redirect_uris": [redirect_uri]}).encode()
)) as response:
    client_id = json.load(response)["client_id"]`
}

const shown: Line = {
  curl: `VERIFIER=$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\\n')
CHALLENGE=$(printf '%s' "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d '=\\n')
STATE=$(openssl rand -hex 16)
echo "Open this address: ${ORIGIN}${oauthPaths.authorize}?response_type=code&client_id=$CLIENT&redirect_uri=$REDIRECT&scope=${SCOPE.replaceAll(" ", "+")}&state=$STATE&resource=$CONNECTOR&code_challenge=$CHALLENGE&code_challenge_method=S256"
echo "Nothing listens where it leads in the end. Paste the address that the browser shows then:"
read -r BACK`,
  typescript: `const verifier = randomBytes(32).toString("base64url")
const state = randomBytes(16).toString("hex")
const came = new Promise<URLSearchParams>((resolve) => callback.on("request", ({ url }, response) => {
  response.end("You may close this page.")
  resolve(new URL(url!, redirect_uri).searchParams)
}))
${PRINT}("Open this address: " + server.authorization_endpoint + "?" + new URLSearchParams({
  response_type: "code", client_id, redirect_uri, scope: "${SCOPE}", state, resource: connector,
  code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256"
}))`,
  python: `verifier = secrets.token_urlsafe(32)
state = secrets.token_hex(16)
challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
print("Open this address: " + server["authorization_endpoint"] + "?" + urllib.parse.urlencode({
    "response_type": "code", "client_id": client_id, "redirect_uri": redirect_uri, "scope": "${SCOPE}", "state": state, "resource": connector,
    "code_challenge": challenge, "code_challenge_method": "S256"
}), flush=True)`
}

/** In a block of its own: what is pasted behind `read` would be read. */
const cameBack: Line = {
  curl: `case "$BACK" in *"state=$STATE"*) ;; *) echo "This is the answer to something else." ;; esac
CODE=$(printf '%s' "$BACK" | sed 's/.*[?&]code=\\([^&]*\\).*/\\1/')`,
  typescript: `const answer = await came
callback.close()
if (answer.get("state") !== state) throw new Error("This is the answer to something else.")`,
  python: `callback.handle_request()
assert callback.came["state"] == state`
}

const exchanged: Line = {
  curl: `TOKENS=$(curl -s -X POST "${ORIGIN}${oauthPaths.token}" -d grant_type=authorization_code \\
  -d "client_id=$CLIENT" -d "redirect_uri=$REDIRECT" -d "code=$CODE" -d "code_verifier=$VERIFIER" --data-urlencode "resource=$CONNECTOR")
TOKEN=$(printf '%s' "$TOKENS" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
REFRESH=$(printf '%s' "$TOKENS" | sed 's/.*"refresh_token":"\\([^"]*\\)".*/\\1/')
printf '%s\\n' "$TOKENS" | sed 's/.*"scope":"\\([^"]*\\)".*/Granted: \\1/'`,
  typescript: `const tokensFor = async (given: Record<string, string>) =>
  (await fetch(server.token_endpoint, { method: "POST", body: new URLSearchParams({ client_id, resource: connector, ...given }) })).json()
let tokens = await tokensFor({ grant_type: "authorization_code", redirect_uri, code: answer.get("code")!, code_verifier: verifier })
${PRINT}("Granted: " + tokens.scope)`,
  python: `def tokens_for(**given):
    data = urllib.parse.urlencode({"client_id": client_id, "resource": connector, **given}).encode()
    with urllib.request.urlopen(server["token_endpoint"], data) as response:
        return json.load(response)

tokens = tokens_for(grant_type="authorization_code", redirect_uri=redirect_uri, code=callback.came["code"], code_verifier=verifier)
print("Granted: " + tokens["scope"], flush=True)`
}

const listed: Line = {
  curl: `mcp() { # method, name of the tool or nothing, parameters
  curl -s -X POST "$CONNECTOR" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" \\
    -H "MCP-Protocol-Version: ${REVISION}" -H "Mcp-Method: $1" \${2:+-H "Mcp-Name: $2"} \\
    -d "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"$1\\",\\"params\\":{$3\\"_meta\\":${META.replaceAll("\"", "\\\"").replaceAll(": ", ":").replaceAll(", ", ",")}}}" \\
    | sed 's/^data: //'
}
mcp tools/list "" "" | grep -o '"name":"[a-z_]*"' | head -20`,
  typescript: `const mcp = async (method: string, params: Record<string, unknown> = {}) => {
  const response = await fetch(connector, {
    method: "POST",
    headers: {
      Authorization: \`Bearer \${tokens.access_token}\`, "Content-Type": "application/json", Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "${REVISION}", "Mcp-Method": method, ...typeof params.name === "string" && { "Mcp-Name": params.name }
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: ${META} } })
  })
  const text = await response.text()
  return JSON.parse(text.startsWith("{") ? text : text.split("\\n").find((line) => line.startsWith("data: {"))!.slice(6))
}
for (const { name } of (await mcp("tools/list")).result.tools) ${PRINT}(name)`,
  python: `def mcp(method, **params):
    headers = {
        "Authorization": f"Bearer {tokens['access_token']}", "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "${REVISION}", "Mcp-Method": method, **({"Mcp-Name": params["name"]} if "name" in params else {})
    }
    meta = ${META}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
    with urllib.request.urlopen(urllib.request.Request(connector, method="POST", headers=headers, data=json.dumps(body).encode())) as response:
        text = response.read().decode()
    return json.loads(text if text.startswith("{") else next(line[6:] for line in text.splitlines() if line.startswith("data: {")))

for tool in mcp("tools/list")["result"]["tools"]:
    print(tool["name"])`
}

const called: Line = {
  curl: `mcp tools/call list_contacts "\\"name\\":\\"list_contacts\\",\\"arguments\\":{\\"limit\\":1},"`,
  typescript: `${PRINT}(JSON.stringify(await mcp("tools/call", { name: "list_contacts", arguments: { limit: 1 } })))`,
  python: `print(json.dumps(mcp("tools/call", name="list_contacts", arguments={"limit": 1})))`
}

const refreshed: Line = {
  curl: `TOKENS=$(curl -s -X POST "${ORIGIN}${oauthPaths.token}" -d grant_type=refresh_token -d "client_id=$CLIENT" -d "refresh_token=$REFRESH" --data-urlencode "resource=$CONNECTOR")
TOKEN=$(printf '%s' "$TOKENS" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
REFRESH=$(printf '%s' "$TOKENS" | sed 's/.*"refresh_token":"\\([^"]*\\)".*/\\1/')
mcp tools/call list_contacts "\\"name\\":\\"list_contacts\\",\\"arguments\\":{\\"limit\\":1},"`,
  typescript: `tokens = await tokensFor({ grant_type: "refresh_token", refresh_token: tokens.refresh_token })
${PRINT}(JSON.stringify(await mcp("tools/call", { name: "list_contacts", arguments: { limit: 1 } })))`,
  python: `tokens = tokens_for(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
print(json.dumps(mcp("tools/call", name="list_contacts", arguments={"limit": 1})))`
}

const ended: Line = {
  curl: `curl -s -o /dev/null -w '%{http_code}\\n' -X POST "${ORIGIN}${oauthPaths.revoke}" -d "client_id=$CLIENT" -d "token=$REFRESH"`,
  typescript: `${PRINT}((await fetch(server.revocation_endpoint, { method: "POST", body: new URLSearchParams({ client_id, token: tokens.refresh_token }) })).status)`,
  python: `print(urllib.request.urlopen(server["revocation_endpoint"], urllib.parse.urlencode({"client_id": client_id, "token": tokens["refresh_token"]}).encode()).status)`
}

const refusalTable = table("How a call is refused", ["When", "Answer"], [
  ["The token opens nothing, or is over", html`HTTP 401, <code>WWW-Authenticate: Bearer resource_metadata="…", scope="…", error="invalid_token"</code>: refresh it, or begin at the top.`],
  ["The connection was granted too little", html`HTTP 403, <code>WWW-Authenticate: Bearer error="insufficient_scope", scope="crm:read crm:write", …</code>, and
<code>{"jsonrpc":"2.0","id":1,"error":{"code":-32004,"message":"…","data":{"error":{"code":"scope.missing","scope":"crm:write","hint":"…"}}}}</code>: let the person agree once more, asking for those scopes.`],
  ["A person has to agree first", html`HTTP 200, and in the result <code>"isError":true</code> with the text <code>{"error":{"code":"confirmation_required","status":428,"consent":{"id":7,"page_url":"…"},"hint":"…"}}</code>: show them
page_url, and make the very same call again until it is done.`],
  ["Anything else", html`HTTP 200, and in the result <code>"isError":true</code> with the text <code>{"error":{"code":"not_found","status":404,"message":"…","hint":"…","docs_url":"…"}}</code>.`]
])

const steps: ReadonlyArray<Step> = [
  {
    title: "Learn where tokens come from",
    text: "A request without a token is answered with 401, and its WWW-Authenticate names a document about the connector (RFC 9728). That names the authorization server, which has a document too (RFC 8414).",
    lines: [discovered]
  },
  {
    title: "Register the client",
    text: "Once for each installation of the client (RFC 7591); it is public and has no secret. A client that has a metadata document at an https address of its own uses that as its client_id, and leaves this out.",
    lines: [registered]
  },
  {
    title: "Let a person agree",
    text: "They open the address, sign in, choose the company and live or test mode, and see what the client asks for. To see is ticked; to change is not, so they tick it for a client that is to change something, or the connection only reads. scope has what the client needs (the 401 names all that there are), and offline_access so that it may go on without them; " +
      "resource is the connector. PKCE with S256 is asked for.",
    lines: [shown, cameBack]
  },
  {
    title: "Get the tokens",
    text: "The code is good once. The access token is for this connector, one person and one company. scope of the answer is what was granted, which may be less than was asked for: look at it before you go on.",
    lines: [exchanged]
  },
  {
    title: "List the tools",
    text: html`MCP over Streamable HTTP, of the revisions ${REVISION}, which has no sessions, and 2025-11-25. The list holds what is asked for most, as far as the scopes go; the tool
<code>search_tools</code> finds the others.`,
    lines: [listed]
  },
  {
    title: "Call one",
    text: html`structuredContent of the result is what the REST API answers. A refusal is a result too, with isError; only what no token opens, or what the connection was granted too little for, has a status of HTTP.
What needs consent is asked of the person in the client, where it can (elicitation) and where that is enough; else the refusal has the page where they decide. Codes go by <a href="/docs/errors">Errors</a>, as docs_url says.
${refusalTable}`,
    lines: [called]
  },
  {
    title: "Go on later",
    text: "A refresh token is good once, and brings the next with the new access token.",
    lines: [refreshed]
  },
  {
    title: "End it",
    text: "With the refresh token the whole connection ends. The person ends it too, at /dashboard/connections.",
    lines: [ended]
  }
]

const byHand = guide({
  id: "connect-an-ai-client",
  title: "Connect an AI client",
  before: html`The tool connector is an MCP server, by which an AI client works for a person. Its address is <code>${CONNECTOR}</code>: give it to any client that takes
the address of a remote MCP server and signs in with OAuth, and that client does all that follows by itself. For a client that only starts programs, <code>npx mcp-remote ${CONNECTOR}</code> is such a program.
An API key opens nothing here: a connection is a person's. With a key of the company, use the REST API; tools about the platform itself need neither (<code>${ORIGIN}/api/mcp</code>).</p>
<p>These lines are for who writes a client. They run one after another, and wait for you once, with a browser.`,
  steps,
  after: html`To let agents of the company itself work with its key: <a href="${GUIDES}/let-agents-work">Let agents work</a>. What a person has to agree to: <a href="${GUIDES}/delete-with-consent">Delete with consent</a>.`
})

/** From an address to a call of a tool, for a person. */
export const connectAnAiClient: Guide = { ...byHand, content: (language) => html`${byHand.content(language)}${withSdk}` }

import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { operationPath } from "./paths.ts"
import { type Line, line } from "./samples/request.ts"

const secret: Line = {
  curl: `SECRET="whsec_$(openssl rand -base64 32)"`,
  typescript: `import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
const secret = "whsec_" + randomBytes(32).toString("base64")`,
  python: `import base64, hashlib, hmac, http.server, secrets, threading
secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()`
}

const verify: Line = {
  curl: `signed() { # id timestamp body
  KEY=$(printf '%s' "\${SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
  printf 'v1,%s' "$(printf '%s.%s.%s' "$1" "$2" "$3" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)"
}
signed evt_1 1795851733 '{"id":"evt_1"}'`,
  typescript: `const verified = (headers: Record<string, unknown>, body: string): boolean => {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = headers
  const fresh = Math.abs(Date.now() / 1000 - Number(at)) < 300
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const expected = Buffer.from("v1," + createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest("base64"))
  return fresh && String(signatures).split(" ").map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}`,
  python: `def verified(headers, body):
    fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return fresh and any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split(" "))`
}

const receive: Line = {
  curl: `URL=\${WEBHOOK_URL:-http://127.0.0.1:4010/hook}`,
  typescript: `const url = process.env.WEBHOOK_URL ?? "http://127.0.0.1:4010/hook"
const receiver = createServer(async (request, response) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const good = verified(request.headers, body)
  response.writeHead(good ? 204 : 401).end()
  if (good) ${["console", "log"].join(".")}(body)
})
await new Promise<void>((resolve) => void receiver.listen(Number(process.env.PORT ?? 4010), () => resolve()))`,
  python: `url = os.environ.get("WEBHOOK_URL", "http://127.0.0.1:4010/hook")

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        good = verified(self.headers, body)
        self.send_response(204 if good else 401)
        self.end_headers()
        if good:
            print(body.decode(), flush=True)

    def log_message(self, *told):
        pass

receiver = http.server.ThreadingHTTPServer(("", int(os.environ.get("PORT", "4010"))), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()`
}

const stop: Line = { curl: "unset SECRET", typescript: "receiver.close()", python: "receiver.shutdown()" }

const steps: ReadonlyArray<Step> = [
  {
    title: "A secret",
    text: "whsec_ and base64 of 32 bytes. Without one the service makes one, which the answer of create_webhook shows this once.",
    lines: [secret]
  },
  {
    title: "Verify a signature",
    text: "webhook-signature is v1, and base64 of the HMAC-SHA256 of id, timestamp and raw body with dots between them; its key is what stands behind whsec_ in base64, decoded. While a secret is " +
      "replaced it has two, with a space between. Verify before you parse, take the body as it came, and refuse what is older than five minutes.",
    lines: [verify]
  },
  {
    title: "Receive",
    text: "Answer with any 2xx at once, and work afterwards: anything else is sent again, later and later, for days. An event may come twice: webhook-id is the same then. " +
      "The address is https and open to the internet; to receive on your own machine, run service listen --forward-to http://127.0.0.1:3000/hook, or start the service with WEBHOOK_ALLOW_HTTP=true WEBHOOK_ALLOW_HOSTS=127.0.0.1.",
    lines: [receive]
  },
  {
    title: "Subscribe",
    text: "Kinds are exact (order.paid), by group (order.*) or all (*): GET /webhooks/events lists them with an example of each. Webhooks of a test key are told of what happens in test mode.",
    lines: [line("POST", "/webhooks", { body: { url: "${URL}", events: ["contact.*"], secret: "${SECRET}" }, keep: { as: "WEBHOOK" } })]
  },
  {
    title: "Let something happen",
    text: "A test event comes at once, whatever the webhook subscribes to; the second line makes a real one.",
    lines: [line("POST", "/webhooks/$WEBHOOK/test", { body: {} }), line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "See what was delivered",
    text: "The first line waits until both have come. Each delivery tells its attempts, with status, time and error. One that failed can be sent again: POST /webhooks/deliveries/{id}/retry.",
    lines: [
      line("GET", "/webhooks/$WEBHOOK/deliveries?limit=1&status=succeeded", { until: { field: "total", value: 2 } }),
      line("GET", "/webhooks/$WEBHOOK/deliveries"), stop
    ]
  }
]

/** From a secret to an event that is verified. */
export const receiveWebhooks: Guide = guide({
  id: "receive-webhooks",
  title: "Receive and verify webhooks",
  before: html`You need a test key with the scopes <code>webhooks:read</code>, <code>webhooks:write</code> and <code>crm:write</code>, and an address that the service
reaches: <code>WEBHOOK_URL</code>, or port 4010 of the same machine. In the shell something of yours has to listen there; the programs in TypeScript and Python do themselves.
These lines run one after another.`,
  steps,
  after: html`Libraries of <a href="https://www.standardwebhooks.com">Standard Webhooks</a> verify the same headers. <code>X-Service-Signature</code> is simpler, and does not know how
old a body is: lowercase hex of the HMAC-SHA256 of the raw body with the whole secret as the key. To replace the secret:
<a href="${operationPath("rotate_webhook_secret")}">rotate_webhook_secret</a>.`
})

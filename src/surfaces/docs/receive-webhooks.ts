import { schedule } from "#schemas/webhooks/schedule"
import { addresses } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { GUIDES, operationPath } from "./paths.ts"
import { agreed, type Line, line, PRINT } from "./samples/request.ts"
import { table } from "./tables.ts"
import { withListen } from "./with-listen.ts"

/** Milliseconds in the words of a clock. */
const time = (ms: number) => {
  const [hours, minutes, seconds] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60]
  return [[hours, "h"], [minutes, "min"], [seconds, "s"]].filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}`).join(" ")
}

const attempts = [
  [1, "at once", ""],
  ...schedule.waits.map((wait, n) => [n + 2, time(wait), time(schedule.waits.slice(0, n + 1).reduce((all, one) => all + one, 0))])
]

const secret: Line = {
  curl: `SECRET="whsec_$(openssl rand -base64 32)"`,
  typescript: `import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
const secret = "whsec_" + randomBytes(32).toString("base64")`,
  python: `import base64, hashlib, hmac, http.server, secrets, threading
secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()`
}

const verify: Line = {
  curl: `signed() { # secret id timestamp body
  KEY=$(printf '%s' "\${1#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
  printf 'v1,%s' "$(printf '%s.%s.%s' "$2" "$3" "$4" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)"
}`,
  typescript: `const signed = (secret: string, id: unknown, at: unknown, body: string): string =>
  "v1," + createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64")).update(\`\${id}.\${at}.\${body}\`).digest("base64")

const verified = (headers: Record<string, unknown>, body: string): boolean => {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = headers
  const fresh = Math.abs(Date.now() / 1000 - Number(at)) < 300
  const expected = Buffer.from(signed(secret, id, at, body))
  return fresh && String(signatures).split(" ").map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}`,
  python: `def signed(secret, id, at, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return "v1," + base64.b64encode(hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()).decode()

def verified(headers, body):
    fresh = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    expected = signed(secret, headers["webhook-id"], headers["webhook-timestamp"], body)
    return fresh and any(hmac.compare_digest(one, expected) for one in headers["webhook-signature"].split(" "))`
}

/** What a receiver in any language can be tried with. */
const known = {
  secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
  body: `{"id":"evt_1"}`,
  signature: "v1,ymRyoAr7nbKOlrUDyrIJiZJqBbypIIZjZDItnNt76h0=",
  digest: "cc4db1ad6a9540421309ab817333060bb7d84494e15878ae78e91a44dcc21747"
}

const tried: Line = {
  curl: `[ "$(signed ${known.secret} evt_1 1795851733 '${known.body}')" = \\
  ${known.signature} ] && echo "The signature is right."`,
  typescript: `const right = signed("${known.secret}", "evt_1", 1795851733, '${known.body}') ===
  "${known.signature}"
if (!right) throw new Error("The signature is another.")`,
  python: `assert signed("${known.secret}", "evt_1", 1795851733, b'${known.body}') == \\
    "${known.signature}"`
}

const receive: Line = {
  curl: `URL=\${WEBHOOK_URL:?is to be the https address that leads to your program}`,
  typescript: `const url = process.env.WEBHOOK_URL
if (url === undefined) throw new Error("Set WEBHOOK_URL to the https address that leads to your program.")
const receiver = createServer(async (request, response) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const good = verified(request.headers, body)
  response.writeHead(good ? 204 : 401).end()
  if (good) ${PRINT}(body)
})
await new Promise<void>((resolve) => void receiver.listen(Number(process.env.PORT ?? 4010), () => resolve()))`,
  python: `url = os.environ["WEBHOOK_URL"]

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
    title: "Try that with a signature that is known",
    text: html`The secret, the id, the timestamp and the body below give this signature. The <code>X-Service-Signature</code> of the same body with the same secret is
<code>${known.digest}</code>.`,
    lines: [tried]
  },
  {
    title: "Receive",
    text: html`Answer with any 2xx within ${schedule.deadline / 1_000} seconds, and work afterwards. Anything else, a redirect too, is a failure, and the event is sent again; each wait is longer or
shorter by up to ${schedule.jitter * 100} %, and a <code>Retry-After</code> may lengthen it. An event may come twice: <code>webhook-id</code> is the same then.
${table("When an event is sent", ["Attempt", "After the one before", "After the first"], attempts)}
A 410 switches the webhook off at once, and so does every event failing for ${schedule.disableAfter / 86_400_000} days: <code>webhook.disabled</code> tells of it.`,
    lines: [receive]
  },
  {
    title: "Subscribe",
    text: "The address is https and on the public internet; anything else is a 422, which ends the programs here. Kinds are exact (order.paid), by group (order.*) or all (*): GET /webhooks/events lists them with an example of each. Webhooks of a test key are told of what happens in test mode.",
    lines: [line("POST", "/webhooks", { body: { url: "${URL}", events: ["contact.*"], secret: "${SECRET}" }, keep: { as: "WEBHOOK" } })]
  },
  {
    title: "Let something happen",
    text: "A test event comes at once, whatever the webhook subscribes to; the second line makes a real one.",
    lines: [line("POST", "/webhooks/$WEBHOOK/test", { body: {} }), line("POST", "/crm/contacts", { body: { first_name: "Grace" }, keep: { as: "CONTACT" } })]
  },
  {
    title: "See what was delivered",
    text: "The first line waits until both have come: if they do not, end it with Ctrl-C and ask without status=succeeded what became of them. Each delivery tells its attempts, with status, time and error. One that failed can be sent again: POST /webhooks/deliveries/{id}/retry.",
    lines: [
      line("GET", "/webhooks/$WEBHOOK/deliveries?limit=1&status=succeeded", { until: { field: "total", value: 2 } }),
      line("GET", "/webhooks/$WEBHOOK/deliveries"), stop
    ]
  },
  {
    title: "Delete what was made",
    text: "Live and test keys share contacts. To delete waits for a person: the first line asks, the second is the person who agrees, and the third does it.",
    lines: [...agreed("DELETE", "/webhooks/$WEBHOOK"), ...agreed("DELETE", "/crm/contacts/$CONTACT")]
  }
]

const withWebhook = guide({
  id: "receive-webhooks",
  title: "Receive and verify webhooks",
  before: html`You need a test key with the scopes <code>webhooks:read</code>, <code>webhooks:write</code> and <code>crm:write</code>, to clean up the <code>access_token</code> of somebody who may approve, and an https address on the public internet that leads to
your program: put it into <code>WEBHOOK_URL</code>. In the shell something of yours has to listen there; the programs in TypeScript and Python listen at <code>PORT</code>, or 4010. These lines run one after another.</p>
<p><strong>Without such an address</strong> there are three ways. <code>service listen --forward-to http://127.0.0.1:4010/hook</code> brings the same events, signed alike, to a program on your machine: it is a
<a href="${addresses.docs}/command-line">command of yours</a>, and asks for them with your key. It signs with a secret of its own: <a href="#listen">a receiver for it</a> stands below. <a href="${GUIDES}/follow-events">Follow events without a webhook</a> needs no command and no
address at all. And who runs the service, on the machine that the program is on, starts it with <code>WEBHOOK_ALLOW_HTTP=true WEBHOOK_ALLOW_HOSTS=127.0.0.1</code>: then <code>http://127.0.0.1:4010/hook</code> will do.`,
  steps,
  after: html`Libraries of <a href="https://www.standardwebhooks.com">Standard Webhooks</a> verify the same headers. <code>X-Service-Signature</code> is simpler, and does not know how
old a body is: lowercase hex of the HMAC-SHA256 of the raw body with the whole secret as the key. To replace the secret:
<a href="${operationPath("rotate_webhook_secret")}">rotate_webhook_secret</a>.`
})

/** From a secret to an event that is verified. */
export const receiveWebhooks: Guide = { ...withWebhook, content: (language) => html`${withWebhook.content(language)}${withListen}` }

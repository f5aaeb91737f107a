import { type Content, html } from "../html.ts"
import { PRINT } from "./samples/request.ts"

const receiver = `import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"

const key = Buffer.from(process.env.WEBHOOK_SECRET!.slice("whsec_".length), "base64")
const receiver = createServer(async (request, response) => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString()
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = request.headers
  const expected = Buffer.from("v1," + createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest("base64"))
  const came = Buffer.from(String(signature))
  const good = came.length === expected.length && timingSafeEqual(came, expected)
  response.writeHead(good ? 204 : 401).end()
  if (good) ${PRINT}(body)
})
receiver.listen(Number(process.env.PORT ?? 4010), "127.0.0.1", () => ${PRINT}("Listening"))`

const shells = `export WEBHOOK_SECRET=$(service listen --print-secret)
node receiver.mts &
service listen --forward-to http://127.0.0.1:4010/hook`

/** A receiver beside the command that brings it the events. */
export const withListen: Content = html`
<section id="listen">
<h2><a href="#listen">Beside service listen</a></h2>
<p>The command signs with <code>WEBHOOK_SECRET</code> where that is set, else with a secret that it makes of the API key, which stays the same for as long as the key does; <code>--print-secret</code> prints it. Of somebody who
signed in it is another each time: set <code>WEBHOOK_SECRET</code> then. A receiver for it, <code>receiver.mts</code> (Node 22.18 or newer):</p>
<pre tabindex="0" role="region" aria-label="A receiver"><code>${receiver}</code></pre>
<p>Then, with the command and the key in the shell (<a href="/docs/command-line">Command line</a>):</p>
<pre tabindex="0" role="region" aria-label="The receiver and the command"><code>${shells}</code></pre>
</section>`

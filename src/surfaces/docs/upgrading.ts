import { type Content, html } from "../html.ts"

const block = (label: string, text: string): Content => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const haproxy = `# haproxy.cfg
backend business_platform
  option httpchk GET /health/ready
  default-server check inter 1s fall 1 rise 1
  server a 10.0.0.1:8080
  server b 10.0.0.2:8080`

const oneByOne = `service backup /mnt/backups               # or the server's own means
# on each node, when the one before serves again:
systemctl stop business-platform          # ends when what it was asked is answered
git fetch && git checkout <release> && npm ci
systemctl start business-platform
until curl -fsS http://127.0.0.1:8080/health/ready; do sleep 1; done`

/** How nodes are replaced one by one, and how to go back. */
export const upgrading: Content = html`
<h2 id="upgrade">Upgrade without a pause, and go back</h2>
<p>Two nodes or more behind a load balancer are replaced one by one. The first that starts with the new program runs the migrations, while the others serve: a migration waits for a table that is in
use for a second at most, and then tries again. Programs of the release before go on beside it.</p>
${block("Replace a node", oneByOne)}
<p>The balancer asks each node for <code>/health/ready</code> and takes it out at the first 503. A node that is asked to end says 503 at once, closes each connection with the answer on it, and
goes on taking requests until everybody who asks for <code>/health/ready</code> regularly was told and nobody else has asked anything for 250 ms; that may take half of <code>SHUTDOWN_GRACE</code> (10 s), so ask
every four seconds or more often. It keeps idle connections for 65 seconds: let the balancer drop them sooner. With a single node nothing answers until it has started again; clients
that repeat their requests under the same <code>Idempotency-Key</code> have each of them done once.</p>
${block("HAProxy", haproxy)}
<p>To go back, do the same with the release before. The database stays as it is: migrations are never undone, and a program of the release before works on what a newer one made.
Runs of workflow versions that it does not have wait until a program that has them is back, and <code>/health/ready</code> names <code>runs_of_other_versions</code>. Restoring a backup instead loses what was written since.</p>
<p><code>npm run faults</code> tries all of it: two nodes, contacts, orders, bookings, tasks, lists and pages throughout, an upgrade from the commit before the newest migration and the way back, node by
node, and no request may fail. <code>FROM=</code> names another commit or tag to begin with. HAProxy itself was not tried here: the test has a balancer of its own that does the same.</p>`

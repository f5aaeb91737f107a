import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { BACKUPS, OPERATE, SPLITTING } from "./paths.ts"
import { docsPage } from "./page.ts"

const SAYS = "Three nodes that share all work, PostgreSQL with a standby, Redis and a balancer: what each has to know, and what goes on when one of them is lost."

const block = (label: string, text: string): Content => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const environment = `# /etc/business-platform.env on each of the three; only HOST and CLUSTER_HOST differ
HOST=10.0.0.1
CLUSTER_HOST=10.0.0.1
CLUSTER_PORT=7400
DATABASE_URL=postgres://platform:<password>@10.0.0.10:5432/platform
DATABASE_READ_URL=postgres://10.0.0.11:5432/platform
REDIS_URL=redis://10.0.0.12:6379
SECRET_KEY=<openssl rand -base64 48, the same on all>
SITE_URL=https://platform.example.com
TRUSTED_PROXIES=1
S3_BUCKET=platform-files
AWS_ACCESS_KEY_ID=<of the bucket>
AWS_SECRET_ACCESS_KEY=<its secret>
SMTP_URL=smtps://mail.example.com`

const primary = `-- once, on the primary, as its superuser
create role platform login createrole password '<password>';
create database platform owner platform;
create role replicator replication login password '<another>';
-- pg_hba.conf of the primary lets the standby in: host replication replicator 10.0.0.11/32 scram-sha-256`

const standby = `# on the machine of the standby, with PostgreSQL stopped and its data folder empty; -R has it follow the primary when it starts
pg_basebackup -h 10.0.0.10 -U replicator -D /var/lib/postgresql/18/main -R -C -S standby1 -X stream
systemctl start postgresql`

const compose = `# compose.yaml, beside a checkout of this repository
x-node: &node
  image: node:24-bookworm-slim
  working_dir: /srv
  command: node --max-semi-space-size=16 --heap-growing-percent=40 --v8-pool-size=1 --no-allocation-site-pretenuring src/cli.ts serve
  volumes: [".:/srv:ro"]          # npm ci was run in it
  stop_grace_period: 30s
  restart: on-failure
  depends_on: [primary, redis]
x-env: &env
  DATABASE_URL: postgres://platform:\${DB_PASSWORD}@primary:5432/platform
  DATABASE_READ_URL: postgres://standby:5432/platform
  REDIS_URL: redis://redis:6379
  SECRET_KEY: \${SECRET_KEY}
  SITE_URL: https://platform.example.com
  TRUSTED_PROXIES: "1"
  HOST: 0.0.0.0
  DATA_DIR: /data
  S3_BUCKET: platform-files
  AWS_ACCESS_KEY_ID: \${AWS_ACCESS_KEY_ID}
  AWS_SECRET_ACCESS_KEY: \${AWS_SECRET_ACCESS_KEY}
  CLUSTER_PORT: "7400"
services:
  a: { <<: *node, environment: { <<: *env, CLUSTER_HOST: a }, tmpfs: [/data] }
  b: { <<: *node, environment: { <<: *env, CLUSTER_HOST: b }, tmpfs: [/data] }
  c: { <<: *node, environment: { <<: *env, CLUSTER_HOST: c }, tmpfs: [/data] }
  primary: { image: "postgres:18", environment: { POSTGRES_PASSWORD: "\${DB_PASSWORD}" }, volumes: ["primary:/var/lib/postgresql"] }
  standby: { image: "postgres:18", volumes: ["standby:/var/lib/postgresql"] }   # filled by pg_basebackup as above
  redis: { image: "redis:8" }
  balancer: { image: "haproxy:3.2", ports: ["443:443"], volumes: ["./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"] }
volumes: { primary: {}, standby: {} }`

const balancer = `# haproxy.cfg
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  option redispatch
  retries 2
frontend web
  bind :8080
  option forwardfor
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /health/ready
  http-check expect status 200
  default-server check inter 1s fall 1 rise 1
  server a 10.0.0.1:8080
  server b 10.0.0.2:8080
  server c 10.0.0.3:8080`

/** How three nodes, a standby and Redis are set up. */
export const severalNodesPage = (document: Document): string => docsPage(document, {
  title: "Several nodes",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<section id="several-nodes">
<h2 id="nodes">The nodes</h2>
<p>Each node is the systemd unit of the README with the same settings. All of them answer requests, send webhooks and do durable work; which node does which runs is decided among them, and again when one is lost.
The first that starts migrates the database, the others wait for it.</p>
${block("Settings of a node", environment)}
<dl>
<dt><code>CLUSTER_PORT</code>, <code>CLUSTER_HOST</code></dt><dd>Where the other nodes reach this one to share durable work. Without a port one node does all of it, and the next when that dies. The port speaks TLS 1.2 by a key that lies in
the database (ECDHE-PSK): whoever has no key gets past the handshake on neither side, reads nothing in between and replays nothing, which <code>test/faults/cluster-port.test.ts</code> tries. Still keep it on a private network.</dd>
<dt><code>REDIS_URL</code></dt><dd>Limits of requests are counted there for all nodes together. While it is away each node counts by itself, and no request is refused for it.</dd>
<dt><code>DATABASE_READ_URL</code></dt><dd>A standby that answers reads of requests. A company reads from the primary as long as the standby lacks anything that it has written. If the standby is lost, more than a minute behind or promoted, all reads go to the
primary, and <code>/health/ready</code> says <code>read_standby: unavailable</code> and stays 200. Set it on all nodes or on none, also while you upgrade: a node without it does not note what was written. The account of the service is that of <code>DATABASE_URL</code>.</dd>
<dt><code>SECRET_KEY</code>, <code>SITE_URL</code></dt><dd>The same on all, or what one node seals the others cannot open.</dd>
<dt><code>S3_BUCKET</code></dt><dd>Files that companies upload. Without it each node keeps them in its own <code>DATA_DIR</code>, where the others do not find them.</dd>
</dl>
<p><code>service config</code> lists every setting.</p>
<h2 id="database">PostgreSQL and its standby</h2>
${block("The primary", primary)}
${block("The standby", standby)}
<p>The service does not promote a standby: that is for whoever watches the servers (Patroni, repmgr, or a person with <code>pg_ctl promote</code>), who then points <code>DATABASE_URL</code> at the new primary, by a name or an address that moves.
With <code>synchronous_commit = on</code> and the standby in <code>synchronous_standby_names</code> nothing that was acknowledged is lost by it; otherwise what was written within the lag is. <a href="${BACKUPS}">Backups</a> are needed all the same.</p>
<h2 id="balancer">The balancer</h2>
${block("HAProxy", balancer)}
<p>TLS ends at the balancer. How nodes are replaced one by one is told in <a href="${OPERATE}#upgrade">Operate an installation</a>.</p>
<h2 id="compose">The same with compose</h2>
<p>The lines for the primary and the standby above are run once in their containers.</p>
${block("compose.yaml", compose)}
<h2 id="lost">When something is lost</h2>
<dl>
<dt>A node</dt><dd>What it was answering ends without an answer; sent again under the same <code>Idempotency-Key</code> it happens once. After a second the balancer sends nothing more to it. Its runs go on elsewhere within ten seconds or so; steps that were under way may happen again, with the same key.</dd>
<dt>Redis</dt><dd>Limits hold for each node by itself.</dd>
<dt>The standby</dt><dd>The primary answers all reads.</dd>
<dt>The primary</dt><dd>Requests get 503 until it is back, from the nodes and then from the balancer itself, which finds none of them ready. Nothing that was acknowledged is lost.</dd>
</dl>
<h2 id="tried">What was tried, and what was not</h2>
<p>Tried on one machine: three processes with these settings (no bucket), a primary and a standby of PostgreSQL 15 made by the lines above, Redis, and HAProxy 2.6 with the lines above, while four clients made contacts and read them.
A node killed with <code>kill -9</code>: two requests without an answer. Redis killed, and the standby stopped: none refused. The primary killed and started again: 503 for some seconds. All contacts that were acknowledged were there, once each.</p>
<p>Not tried: the units on three machines, the compose file, promoting the standby. Longer runs with kills and freezes of two nodes and their database are <code>npm run chaos</code>.</p>
<p>One database becomes too small for all companies: <a href="${SPLITTING}">splitting by company</a>.</p>
</section>`
})

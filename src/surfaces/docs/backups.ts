import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { ownServer } from "./own-server.ts"
import { docsPage } from "./page.ts"

const SAYS = "What to keep, how to be sure that it can be restored, and how to go back to the moment before a mistake: for the service's own PostgreSQL and for a server of yours."

const block = (label: string, text: string): Content => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const settings = `# /etc/business-platform.env, which the service and its commands read
SECRET_KEY=...                       # openssl rand -base64 48; keep it apart from the backups, without it they are lost
WAL_ARCHIVE=/mnt/backups/wal         # a folder on another disk or machine, writable by the service
BACKUPS=/mnt/backups`

const daily = `# /etc/systemd/system/business-platform-backup.service
[Unit]
Description=Back up the Business Platform API, and prove the backup

[Service]
Type=oneshot
User=service
WorkingDirectory=/srv/business-platform
Environment=DATA_DIR=%S/business-platform-api
EnvironmentFile=/etc/business-platform.env
ExecStart=/srv/business-platform/node_modules/.bin/node src/cli.ts backup --keep 14 $BACKUPS

# /etc/systemd/system/business-platform-backup.timer
[Timer]
OnCalendar = *-*-* 03:00
RandomizedDelaySec=10m
Persistent=true

[Install]
WantedBy=timers.target`

const weekly = `# /etc/systemd/system/business-platform-restore-test.service
[Unit]
Description=Prove that the newest backup of the Business Platform API can be restored

[Service]
Type=oneshot
User=service
Nice=10
IOSchedulingClass=idle
WorkingDirectory=/srv/business-platform
Environment=DATA_DIR=%S/business-platform-api
EnvironmentFile=/etc/business-platform.env
ExecStart=/srv/business-platform/node_modules/.bin/node src/cli.ts restore --check --until end $BACKUPS

# /etc/systemd/system/business-platform-restore-test.timer
[Timer]
OnCalendar = Sun 04:30
Persistent=true

[Install]
WantedBy=timers.target`

const back = `systemctl stop business-platform
mv /var/lib/business-platform-api/postgres-18 /var/lib/business-platform-api/postgres-18.mistaken
service restore --until 2026-11-28T14:20:00Z /mnt/backups
systemctl start business-platform`

/** How an installation is backed up and restored. */
export const backupsPage = (document: Document): string => docsPage(document, {
  title: "Back up and restore",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<section id="backups">
<h2 id="own">The service's own PostgreSQL</h2>
<p><code>service backup</code> copies the database and the files in <code>DATA_DIR/objects</code> while the service works, seals them with <code>SECRET_KEY</code> (age and Zstandard open them too), and
restores them once beside the data to prove the receipts of all companies. What happens after it is lost with the disk, unless the log of the database is kept too: with <code>WAL_ARCHIVE</code> the service
seals each part of it into that folder as soon as it is full, or after a minute. So a lost disk costs at most about a minute, an orderly stop nothing.</p>
${block("Settings", settings)}
<p>Take a backup after <code>WAL_ARCHIVE</code> is set: it is where the log begins to be of use. While the folder cannot be reached the service goes on, keeps the log in <code>DATA_DIR</code>, and says so:
<code>wal_archive_behind_seconds</code> and <code>wal_archive_waiting</code> in <code>/metrics</code>, <code>wal_archive</code> in <code>/health/ready</code> after five minutes, an alert in
<code>src/alerts.yml</code>. The unit of the service needs <code>ReadWritePaths=/mnt/backups/wal</code>. Each full part has 16 MiB before it is compressed; one that a quiet minute ended is nearly empty. Two installations never share a folder.</p>
${block("Units for systemd", daily)}
<p><code>--keep</code> removes older backups, and the log that none of those left needs, once the new one is proved. Nothing else removes any of it.</p>
<h2 id="check">Try it before it is needed</h2>
<p>A second timer restores the newest backup, with the log after it, into a folder beside the data, verifies the chain of receipts of each company, reads each table and each index with the checksums of their pages, and removes
the folder again: as much room as the data takes is needed for that time. The running service is not asked and not held up but by the disk; what came out it tells in <code>/metrics</code>
(<code>backup_proved_timestamp_seconds</code>, <code>backup_check_failed</code>) and in <code>/health/ready</code>.</p>
${block("A timer for the test of restoring", weekly)}
<h2 id="restore">Go back</h2>
<p>The service is stopped, its data moved away and not removed, then restored to the moment before the mistake. <code>end</code> in the place of the time restores all that the log has, after a lost disk for instance.
<code>--check</code> tries the same beside the data and removes it again.</p>
${block("Restore to a moment", back)}
<p>A time before the end of the backup, a log with a gap before that time, another key or a missing folder are refused in one sentence, and nothing is left behind. When the log has nothing as late as the time, all of it is
restored, and the command says so. The restored database goes on in a line of its own (<code>00000002…</code> in the folder), so the same <code>WAL_ARCHIVE</code> goes on being used; take a new backup then.
Files uploaded after the backup are not in the log: on this machine they are still in <code>DATA_DIR/objects</code>, for another one keep them in a bucket (<code>S3_BUCKET</code>). Webhooks and e-mails that went out after that time stay sent.</p>
${ownServer}
</section>`
})

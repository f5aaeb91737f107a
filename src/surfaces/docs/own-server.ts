import { type Content, html } from "../html.ts"

const block = (label: string, text: string): Content => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const archive = `# postgresql.conf; PostgreSQL 15 or newer with its contrib package
wal_level = replica
archive_mode = on
archive_library = 'basic_archive'                   # copies, flushes, renames; no shell
basic_archive.archive_directory = '/mnt/backups/wal' # another machine's disk
archive_timeout = 60`

const base = `pg_basebackup -D /mnt/backups/base-$(date -u +%F) --checkpoint=fast
pg_verifybackup /mnt/backups/base-$(date -u +%F)`

const back = `cp -a /mnt/backups/base-2026-11-28 /var/lib/postgresql/restored
cat >> /var/lib/postgresql/restored/postgresql.conf <<E
restore_command = 'cp /mnt/backups/wal/%f %p'
recovery_target_time = '2026-11-28 14:20:00+00'
recovery_target_action = 'promote'
E
touch /var/lib/postgresql/restored/recovery.signal
pg_ctl -D /var/lib/postgresql/restored -w start
pg_amcheck --install-missing --heapallindexed business
DATABASE_URL=postgres://... service receipts verify
DATABASE_URL=postgres://... service doctor`

const pgBackRest = `# /etc/pgbackrest/pgbackrest.conf; archive_command = 'pgbackrest --stanza=business archive-push %p'
[global]
repo1-type=s3
repo1-cipher-type=aes-256-cbc
repo1-retention-full=2
start-fast=y
[business]
pg1-path=/var/lib/postgresql/18/main`

/** For those who run PostgreSQL themselves, or have it run. */
export const ownServer: Content = html`
<h2 id="server">A server of your own</h2>
<p>With <code>DATABASE_URL</code> the server's own means are the right ones, and <code>service backup</code> says so. One database holds all companies, so a dump (<code>pg_dump -Fc</code>) is consistent too, but goes back to the
moment of the dump only. Keep with it: <code>SECRET_KEY</code>, without which sealed secrets stay closed, and the files (<code>DATA_DIR/objects</code>, or the bucket with its versions).</p>
<p>Tried here, on PostgreSQL 15.18 of Debian, with the service writing: the log archived by <code>basic_archive</code>, <code>pg_basebackup</code> and <code>pg_verifybackup</code>, all contacts deleted by mistake, then this restore to
the moment before. All that had been acknowledged by then was there and nothing after, <code>pg_amcheck</code> found nothing, the chain of receipts was whole, and <code>service doctor</code> was content.</p>
${block("Archive the log of a server", archive)}
${block("Take and verify a base backup", base)}
${block("Restore a server to a moment", back)}
<p>The time needs an offset: PostgreSQL refuses one that ends in <code>Z</code> there. The restored server goes on in a new line of history, so it may archive into the same folder. <code>basic_archive</code> removes nothing:
<code>pg_archivecleanup</code> removes what is before the segment that the oldest base backup names in its <code>backup_label</code>.</p>
<p>Not tried here: pgBackRest, which encrypts, compresses, expires, resumes and keeps all of it in a bucket, and is the usual choice from some ten gigabytes on; barman; the point in time of providers (it is enough: nothing of
ours lies outside the database but the files). Whichever it is, prove it by a timer: restore somewhere else, <code>pg_amcheck</code>, <code>service receipts verify</code>.</p>
${block("pgBackRest, as its manual has it", pgBackRest)}`

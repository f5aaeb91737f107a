import { addresses } from "../addresses.ts"
import { type Content, html } from "../html.ts"
import type { Document } from "../openapi/json.ts"
import { docsPage } from "./page.ts"

const SAYS = "How the database is spread over several servers by company, what the schema has ready for it, and what nobody has tried yet."

const block = (label: string, text: string): Content => html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

const citus = `select create_reference_table('companies');
select create_reference_table('identity.accounts');
-- tables with company_id, those first to which others refer
select create_distributed_table('users', 'company_id');
select create_distributed_table('contacts', 'company_id', colocate_with => 'users');
-- and so on for each: all in one group, so that a company's rows lie together`

const isTenants = `select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
where c.relkind in ('r', 'p') and not c.relispartition order by 1`

/** How companies are spread over several database servers. */
export const splittingPage = (document: Document): string => docsPage(document, {
  title: "Splitting by company",
  description: SAYS,
  within: { path: addresses.docs, name: "Documentation" },
  lead: SAYS,
  content: html`
<section id="splitting">
<h2 id="first">Whether it is needed</h2>
<p>One server with a standby carries many companies: every read and every write touches one company, so memory is needed for the companies that are at work and not for all. Before splitting, give reads to a standby and the
service more processes. Split when writes fill one server's disk or processors, or when companies must lie in different places.</p>
<h2 id="ready">What the schema has ready</h2>
<p><code>test/kernel/by-company.test.ts</code> reads it from the catalogue of a migrated database, so a migration that breaks it fails the tests:</p>
<ul>
<li>Every table has <code>company_id</code>, a bigint that is never null, but those of the installation: <code>companies</code>, accounts of people, keys and settings, the engine's own, the operator's.</li>
<li>Every primary key, every unique constraint, every exclusion constraint and every reference between two such tables begins with it, on both sides. No reference changes it when a row goes.</li>
<li>Every index that a company's read needs begins with it. Others find what is due or old, for jobs that work on each server by itself.</li>
<li>Row level security holds every statement to one company, so no request joins the rows of two.</li>
</ul>
<p>What is left are the ways to a company that is not known yet. <code>test/kernel/across-companies.ts</code> lists each with its reason and what to do about it:</p>
<dl>
<dt>Digests of keys, tokens and sessions</dt><dd>They are random and long. Make the index unique with the company before the digest, and keep a directory from the digest to the company where requests are authenticated.</dd>
<dt>Codes in short addresses, hosts, phone numbers</dt><dd>One company only may have each: a reference table that is unique over all servers, written first.</dd>
<dt>Companies of a person</dt><dd>Asked of all servers, or of a directory beside the accounts.</dd>
<dt>Reports of payment providers that name no company</dt><dd>Asked of all servers, or the company is written into the provider's metadata.</dd>
</dl>
${block("Which tables are split", isTenants)}
<h2 id="by-hand">By hand</h2>
<p>Each server has a whole installation with its own processes, and a balancer sends each company's requests to its own: by host for sites and pages, by key for programs, which needs the directory above. Ids come from sequences
of each server: give each server a range of its own (<code>alter sequence … minvalue … restart</code>), so that a company can move later. <code>companies</code>, accounts, keys and settings are the same on all, the
engine's tables are each server's own. <code>SECRET_KEY</code> is the same on all, or sealed secrets of a company that moves stay closed.</p>
<p>A company moves while it does not write: copy its rows of each table (<code>copy (select … where company_id = …)</code>), with triggers and references off for that session (<code>session_replication_role = replica</code>),
verify its receipts there, point the balancer at the new server, and remove the old rows.</p>
<h2 id="citus">With Citus</h2>
<p>Citus asks that unique constraints, exclusion constraints and references of a distributed table contain the distribution column, which the list above gives but for the exceptions that have to be changed first.</p>
${block("The shape of it", citus)}
<p>What stands in its way, from its documentation and our catalogue: our tables have triggers, which Citus takes on distributed tables only with <code>citus.enable_unsafe_triggers</code>; functions of ours write several tables of one
company and have to be distributed with them (<code>create_distributed_function</code>); jobs over all companies would ask all servers. The service needs <code>pg_trgm</code>, <code>btree_gin</code> and <code>btree_gist</code> on each.</p>
<h2 id="tried">What was tried, and what was not</h2>
<p>Tried: the catalogue test above, on PostgreSQL 18. Not tried: Citus itself, for which there is no package on the machine where this was made and none in its registries; moving a company between two servers; a balancer that
knows companies. There is no program of ours that does any of it.</p>
</section>`
})

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** E-mails to customers, who must not be written to any more, and the keys that a company's own domain signs with. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table emails (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    template text not null,
    transactional boolean not null,
    contact_id bigint,
    recipient text not null,
    sender text,
    reply_to text,
    subject text not null,
    text text not null,
    html text not null,
    attachments jsonb not null default '[]',
    state text not null check (state in ('queued', 'sent', 'bounced', 'complained', 'suppressed', 'simulated', 'failed')),
    attempts int not null default 0,
    answer text,
    key text,
    reference text not null,
    livemode boolean not null,
    sent_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, contact_id) references contacts on delete set null (contact_id)
  )`
  yield* sql`create unique index emails_key on emails (company_id, livemode, key) where key is not null`
  yield* sql`create unique index emails_reference on emails (company_id, reference)`
  yield* sql`create index emails_listed on emails (company_id, livemode, id)`
  yield* sql`create index emails_contact on emails (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index emails_recipient on emails (company_id, recipient, id)`
  yield* sql`create index emails_age on emails (created_at)`
  yield* sql`call confine('emails', 'select,
    insert (company_id, template, transactional, contact_id, recipient, subject, text, html, attachments, state, key, reference, livemode),
    update (contact_id, sender, reply_to, state, attempts, answer, sent_at, version, updated_at)', 'select, delete')`

  /* The files of an e-mail, until it is known what became of it. */
  yield* sql`create table email_files (
    company_id bigint not null,
    email_id bigint not null,
    position int not null,
    bytes bytea not null,
    primary key (company_id, email_id, position),
    foreign key (company_id, email_id) references emails on delete cascade
  )`
  yield* sql`alter table email_files alter column bytes set storage external`
  yield* sql`call confine('email_files', 'select, insert, delete', '')`

  /* A bounce or a complaint ends all e-mails to an address, an opt-out those that nobody waits for. This outlives the erasure of a person,
     so the address stands there as a digest. */
  yield* sql`create function address_digest(company bigint, address text) returns bytea language sql immutable as $$
    select sha256(convert_to(company || ' ' || lower(address), 'UTF8')) $$`
  yield* sql`create table email_suppressions (
    company_id bigint not null references companies,
    address bytea not null,
    reason text not null check (reason in ('bounced', 'complained', 'unsubscribed')),
    email_id bigint,
    created_at timestamptz not null default now(),
    primary key (company_id, address, reason)
  )`
  yield* sql`call confine('email_suppressions', 'select, insert (company_id, address, reason, email_id)', '')`

  /* The private half is sealed. */
  yield* sql`create table email_keys (
    company_id bigint not null references companies,
    domain text not null,
    selector text not null,
    public_key text not null,
    private_key text not null,
    created_at timestamptz not null default now(),
    primary key (company_id, domain)
  )`
  yield* sql`call confine('email_keys', 'select, insert (company_id, domain, selector, public_key, private_key)', '')`

  yield* sql`alter table companies add column email_from text, add column email_domain jsonb`
  yield* sql`grant update (email_from, email_domain) on companies to service_app`
})

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files on contacts, deals and companies. Their bytes are those of the upload that brought them. */
export const files = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient


  yield* sql`create table files (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    name text not null,
    type text not null,
    bytes bigint not null,
    hash text not null,
    upload_id bigint not null,
    contact_id bigint,
    deal_id bigint,
    organization_id bigint,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, upload_id),
    foreign key (company_id, upload_id) references uploads on delete cascade,
    foreign key (company_id, contact_id) references contacts on delete cascade,
    foreign key (company_id, deal_id) references deals on delete cascade,
    foreign key (company_id, organization_id) references organizations on delete cascade,
    check (num_nonnulls(contact_id, deal_id, organization_id) = 1)
  )`
  yield* sql`create index files_contact on files (company_id, contact_id, id) where contact_id is not null`
  yield* sql`create index files_deal on files (company_id, deal_id, id) where deal_id is not null`
  yield* sql`create index files_organization on files (company_id, organization_id, id) where organization_id is not null`
  yield* sql`call confine('files', 'select, insert (company_id, name, type, bytes, hash, upload_id, contact_id, deal_id, organization_id),
    update (contact_id, name), delete', 'select')`

  /* A file that goes, by itself or with its record, takes its bytes with it. */
  yield* sql`create function delete_bytes_of_file() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      delete from uploads u where u.company_id = old.company_id and u.id = old.upload_id;
      return null;
    end $$`
  yield* sql`create trigger delete_bytes after delete on files for each row execute function delete_bytes_of_file()`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function delete_bytes_of_file() owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

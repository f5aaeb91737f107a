import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What each account holds, kept with every entry. */
export const accounts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table ledger_accounts (
    company_id bigint not null references companies,
    livemode boolean not null,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    account text not null,
    posted bigint not null default 0,
    pending bigint not null default 0,
    primary key (company_id, livemode, currency, account)
  ) with (fillfactor = 50)`
  yield* sql`call confine('ledger_accounts', 'select, insert (company_id, livemode, currency, account)', 'select, update (posted, pending)')`
})

/**
 * Double entry in two phases, as TigerBeetle has them (docs.tigerbeetle.com/coding/two-phase-transfers): a pending transaction is settled
 * once, by one that posts as much or less, or voids it. The database itself refuses what does not sum up to zero, and every change.
 */
export const entries = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create table ledger_transactions (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    livemode boolean not null,
    kind text not null,
    phase text not null check (phase in ('posted', 'pending', 'voided')),
    settles bigint,
    object text not null,
    object_id bigint not null,
    occurred_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    unique (company_id, id, livemode),
    unique (company_id, settles),
    foreign key (company_id, settles, livemode) references ledger_transactions (company_id, id, livemode),
    check (phase <> 'voided' or settles is not null),
    check (phase <> 'pending' or settles is null)
  )`
  yield* sql`create index ledger_transactions_object on ledger_transactions (company_id, object, object_id)`
  yield* sql`call confine('ledger_transactions',
    'select, insert (company_id, livemode, kind, phase, settles, object, object_id, occurred_at)', 'select')`

  yield* sql`create table ledger_entries (
    company_id bigint not null,
    id bigint generated always as identity,
    transaction_id bigint not null,
    livemode boolean not null,
    currency text not null,
    account text not null,
    amount bigint not null check (amount <> 0),
    created_at timestamptz not null default now(),
    primary key (company_id, id),
    foreign key (company_id, transaction_id, livemode) references ledger_transactions (company_id, id, livemode),
    foreign key (company_id, livemode, currency, account) references ledger_accounts
  )`
  yield* sql`create index ledger_entries_transaction on ledger_entries (company_id, transaction_id)`
  yield* sql`create index ledger_entries_listed on ledger_entries (company_id, livemode, id)`
  yield* sql`create index ledger_entries_account on ledger_entries (company_id, livemode, account, id)`
  yield* sql`call confine('ledger_entries', 'select, insert (company_id, transaction_id, livemode, currency, account, amount)', 'select')`

  /* Looked at when the transaction of the database ends, so that entries can be written one by one. */
  yield* sql`create function ledger_is_balanced() returns trigger language plpgsql as $$
    declare
      company bigint := new.company_id; transaction bigint; phase text; settled text; n int; off text;
    begin
      transaction := case tg_table_name when 'ledger_entries' then (to_jsonb(new)->>'transaction_id')::bigint else new.id end;
      select t.phase, s.phase into phase, settled from ledger_transactions t
        left join ledger_transactions s on s.company_id = t.company_id and s.id = t.settles
        where t.company_id = company and t.id = transaction;
      if settled is not null and settled <> 'pending' then
        raise exception 'transaction % settles one that is not pending', transaction using errcode = 'integrity_constraint_violation';
      end if;
      select count(*) into n from ledger_entries e where e.company_id = company and e.transaction_id = transaction;
      if phase = 'voided' and n > 0 then
        raise exception 'transaction % voids and has entries', transaction using errcode = 'integrity_constraint_violation';
      elsif phase <> 'voided' and n < 2 then
        raise exception 'transaction % has fewer than two entries', transaction using errcode = 'integrity_constraint_violation';
      end if;
      select e.currency into off from ledger_entries e where e.company_id = company and e.transaction_id = transaction
        group by e.currency having sum(e.amount) <> 0 limit 1;
      if off is not null then
        raise exception 'transaction % does not sum up to zero in %', transaction, off using errcode = 'integrity_constraint_violation';
      end if;
      return null;
    end $$`
  for (const table of ["ledger_transactions", "ledger_entries"]) {
    yield* sql`create constraint trigger balanced after insert on ${sql(table)} deferrable initially deferred
      for each row execute function ledger_is_balanced()`
  }

  /* Entries of a transaction that was committed before would change what it says. */
  yield* sql`create function ledger_entry_belongs() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from ledger_transactions t where t.company_id = new.company_id and t.id = new.transaction_id and t.created_at = now()
      ) then
        raise exception 'transaction % is closed', new.transaction_id using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end $$`
  yield* sql`create trigger belongs before insert on ledger_entries for each row execute function ledger_entry_belongs()`

  yield* sql`create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
    end $$`
  for (const table of ["ledger_transactions", "ledger_entries"]) {
    yield* sql`create trigger unchanged before update or delete or truncate on ${sql(table)}
      for each statement execute function refuse_change()`
  }

  /* Accounts are locked in the order of their names, so that no two transactions wait for each other. */
  yield* sql`create function keep_balances(mode boolean, changes jsonb) returns void language plpgsql as $$
    begin
      perform from ledger_accounts a join jsonb_to_recordset(changes) as c (currency text, account text)
          on a.company_id = current_company() and a.livemode = mode and a.currency = c.currency and a.account = c.account
        order by a.currency, a.account for no key update of a;
      update ledger_accounts a set posted = a.posted + c.posted, pending = a.pending + c.pending
        from jsonb_to_recordset(changes) as c (currency text, account text, posted bigint, pending bigint)
        where a.company_id = current_company() and a.livemode = mode and a.currency = c.currency and a.account = c.account;
    end $$`
  yield* sql`create function keep_entry_balances() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      change record;
    begin
      if exists (select from added n where current_company() is distinct from n.company_id) then
        raise exception 'entries are written by their company' using errcode = 'insufficient_privilege';
      end if;
      for change in
        select s.livemode, jsonb_agg(to_jsonb(s) - 'livemode') as changes from (
          select n.livemode, n.currency, n.account,
            coalesce(sum(n.amount) filter (where t.phase = 'posted'), 0) as posted,
            coalesce(sum(n.amount) filter (where t.phase = 'pending'), 0) as pending
          from added n join ledger_transactions t on t.company_id = n.company_id and t.id = n.transaction_id
          where n.company_id = current_company() group by 1, 2, 3) s
        group by 1
      loop
        perform keep_balances(change.livemode, change.changes);
      end loop;
      return null;
    end $$`
  /* Whatever settles a pending transaction takes all of it out of what is pending. */
  yield* sql`create function keep_settled_balances() returns trigger
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      change record;
    begin
      for change in
        select s.livemode, jsonb_agg(to_jsonb(s) - 'livemode') as changes from (
          select e.livemode, e.currency, e.account, 0 as posted, -sum(e.amount) as pending
          from ledger_entries e where e.company_id = current_company()
            and e.transaction_id = any(select n.settles from added n where n.company_id = current_company())
          group by 1, 2, 3) s
        group by 1
      loop
        perform keep_balances(change.livemode, change.changes);
      end loop;
      return null;
    end $$`
  yield* sql`create trigger balances after insert on ledger_entries referencing new table as added
    for each statement execute function keep_entry_balances()`
  yield* sql`create trigger balances after insert on ledger_transactions referencing new table as added
    for each statement execute function keep_settled_balances()`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function keep_entry_balances() owner to service_system`
  yield* sql`alter function keep_settled_balances() owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

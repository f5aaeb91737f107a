import { Effect } from "effect"
import { OwnerSql } from "./database.ts"

/** What imports and runs leave in their tables while they are at work, for those that are not. */
export const underWay = Effect.flatMap(OwnerSql, (sql) =>
  Effect.all([
    sql`with begun as (insert into uploads (company_id, type) select id, 'text/csv' from companies where id in (1, 2) returning company_id, id)
      insert into upload_pieces (company_id, upload_id, position, bytes) select company_id, id, 0, 'x' from begun`,
    sql`insert into import_rejects (company_id, import_id, line, reason, fields)
      select company_id, id, 0, 'x', '{}' from imports where finished_at is not null`,
    sql`insert into lead_contacts (company_id, reference, contact_id, task_id)
      select company_id, 'elsewhere', min(id), 1 from contacts where company_id in (1, 2) group by 1`,
    sql`insert into import_previews (company_id, import_id, email, contact)
      select company_id, id, 'x', '{}' from imports where finished_at is not null`,
    sql`with runs as (
        insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
        select id, 'elsewhere', 1, '{}', '', '{}', true from companies where id in (1, 2) returning company_id, id)
      insert into workflow_signals (company_id, run_id, name) select company_id, id, 'cancel' from runs`,
    sql`insert into invitations (company_id, email, role, invited_by, expires_at)
      select id, 'invited@x.example', 'viewer', 1, now() from companies where id in (1, 2)`,
    sql`insert into install_tokens (company_id, hash, minted_by, expires_at)
      select company_id, sha256(key_id::text::bytea), key_id, now() from sessions where company_id in (1, 2)`,
    sql`insert into oauth_grants (company_id, key_id, account_id, grant_hash, client_id, client_name)
      select company_id, key_id, account_id, sha256(convert_to('seed ' || company_id || key_id, 'UTF8')), 'client', 'Client' from sessions where company_id in (1, 2)`,
    sql`insert into refresh_tokens (company_id, hash, key_id)
      select company_id, sha256(key_id::text::bytea), key_id from sessions where company_id in (1, 2)`,
    sql`insert into ai_months (company_id, month) select id, month_of(current_date) from companies where id in (1, 2)`,
    sql`insert into ai_usage (company_id, day, agent, model, tokens) select id, current_date, 'a', 'm', 1 from companies where id in (1, 2)`,
    sql`insert into ai_reservations (company_id, day, agent, model, tokens, expires_at)
      select id, current_date, 'a', 'm', 1, now() from companies where id in (1, 2)`,
    sql`insert into benchmark_sharing (company_id, sharing) select id, true from companies where id in (1, 2)`,
    sql`with sent as (
        insert into emails (company_id, template, transactional, recipient, subject, text, html, state, reference, livemode)
        select id, 'elsewhere', true, 'x@x.example', 'x', 'x', 'x', 'sent', 'seed', true from companies where id in (1, 2) returning company_id, id)
      insert into email_files (company_id, email_id, position, bytes) select company_id, id, 0, 'x' from sent`,
    sql`insert into email_keys (company_id, domain, selector, public_key, private_key) select id, 'x.example', 'x', 'x', 'x' from companies where id in (1, 2)`,
    sql`insert into email_suppressions (company_id, address, reason) select id, 'x', 'bounced' from companies where id in (1, 2)`,
    sql`with begun as (
        insert into event_streams (company_id, verb, livemode, fingerprint, worker, leased_until)
        select id, 'elsewhere', true, 'x', gen_random_uuid(), 'infinity' from companies where id in (1, 2) returning company_id, id)
      insert into event_pieces (company_id, stream_id, position, data) select company_id, id, 0, 'x' from begun`,
    sql`insert into provider_credentials (company_id, provider, sealed) select id, 'elsewhere', 'x' from companies where id in (1, 2)`,
    sql`insert into test_clocks (company_id) select id from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into test_timers (company_id, run_id, name, due_at)
      select company_id, id, 'elsewhere', 'infinity' from workflow_runs where company_id in (1, 2) and workflow = 'elsewhere'`,
    sql`do $$ declare company bigint; booking bigint; begin
      for company in select unnest(array[1, 2]) loop
        perform set_config('app.company_id', company::text, true);
        insert into ledger_accounts (company_id, livemode, currency, account) values (company, true, 'USD', 'a'), (company, true, 'USD', 'b');
        insert into ledger_transactions (company_id, livemode, kind, phase, object, object_id, occurred_at)
          values (company, true, 'elsewhere', 'posted', 'x', 1, now()) returning id into booking;
        insert into ledger_entries (company_id, transaction_id, livemode, currency, account, amount)
          values (company, booking, true, 'USD', 'a', 1), (company, booking, true, 'USD', 'b', -1);
      end loop; end $$`,
    sql`with method as (
        insert into payment_methods (company_id, provider, simulated, livemode) select id, 'elsewhere', true, true from companies where id in (1, 2)
        returning company_id, id),
      event as (insert into provider_events (company_id, provider, event_id) select company_id, 'elsewhere', 'x' from method),
      link as (
        insert into payment_links (company_id, description, amount, currency, single_use, token_hash, token, livemode)
        select company_id, 'x', 1, 'USD', false, 'elsewhere ' || company_id, 'x', true from method),
      quote as (
        insert into quotes (company_id, becomes, currency, lines, discount, quote_discount, subtotal, tax, taxes, amount, token_hash, token, livemode)
        select company_id, 'order', 'USD', '[]', 0, 0, 1, 0, '[]', 1, 'elsewhere ' || company_id, 'x', true from method),
      payment as (
        insert into payments (company_id, amount, currency, payment_method_id, provider, simulated, livemode, state, captured_amount, refunding_amount)
        select company_id, 1, 'USD', id, 'elsewhere', true, true, 'succeeded', 1, 1 from method returning company_id, id),
      dispute as (
        insert into disputes (company_id, payment_id, state, amount, currency, reference, livemode)
        select company_id, id, 'open', 1, 'USD', 'x', true from payment returning company_id, id),
      commission as (
        insert into commissions (company_id, seller_id, payment_id, part, rule, whole_amount, paid_before, base_amount, month_amount, exact, paid_amount, amount,
          currency, livemode, accrued_at)
        select p.company_id, (select min(u.id) from users u where u.company_id = p.company_id), p.id, 0, '{}', 1, 0, 1, 0, 0, 1, 0, 'USD', true, now()
        from payment p returning company_id, id),
      clawback as (
        insert into commission_clawbacks (company_id, commission_id, dispute_id, lost_amount, amount, livemode)
        select c.company_id, c.id, d.id, 1, 0, true from commission c join dispute d on d.company_id = c.company_id)
      insert into refunds (company_id, payment_id, amount, currency, livemode) select company_id, id, 1, 'USD', true from payment`,
    sql`insert into portal_settings (company_id, livemode, enabled, payment_methods, cancel, pause, change_plan_ids)
      select id, true, true, true, true, true, '{}' from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into benchmark_contributors (company_id, industry, metric, first_number, last_number, fingerprint)
      select company_id, 'dental', 'win_rate', 1, 1, '' from benchmark_sharing`
  ]))

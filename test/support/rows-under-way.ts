import { Effect } from "effect"
import { OwnerSql } from "./database.ts"

/** What imports and runs leave in their tables while they are at work, for those that are not. */
export const underWay = Effect.flatMap(OwnerSql, (sql) =>
  Effect.all([
    sql`with begun as (insert into uploads (company_id, type, alive_at) select id, 'text/csv', 'infinity' from companies where id in (1, 2) returning company_id, id)
      insert into upload_pieces (company_id, upload_id, position, bytes) select company_id, id, 0, 'x' from begun`,
    sql`insert into import_rejects (company_id, import_id, line, reason, fields)
      select company_id, id, 0, 'x', '{}' from imports where finished_at is not null`,
    sql`insert into lead_contacts (company_id, reference, contact_id, task_id)
      select company_id, 'elsewhere', min(id), 1 from contacts where company_id in (1, 2) group by 1`,
    sql`insert into import_previews (company_id, import_id, email, contact)
      select company_id, id, 'x', '{}' from imports where finished_at is not null`,
    sql`with runs as (
        insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode)
        select id, 'elsewhere', 1, '{}', '', '{}', true from companies where id in (1, 2) returning company_id, id),
      found_by as (insert into workflow_run_attributes (company_id, run_id, name, number_value) select company_id, id, 'elsewhere', 1 from runs),
      told as (insert into workflow_run_states (company_id, run_id, state) select company_id, id, '{}' from runs),
      at_work as (insert into workflow_step_progress (company_id, run_id, step, progress) select company_id, id, 'elsewhere', '{}' from runs),
      waits as (insert into workflow_turns (company_id, run_id, turn, name, livemode, ranked_at, asks_at) select company_id, id, 'elsewhere', 'elsewhere', true, now(), now() from runs),
      apart as (insert into workflow_contents (company_id, run_id, place, body) select company_id, id, 'elsewhere', '{}' from runs),
      limited as (insert into workflow_rates (company_id, name, livemode, free_at) select company_id, 'elsewhere', true, now() from runs)
      insert into workflow_signals (company_id, run_id, name) select company_id, id, 'cancel' from runs`,
    sql`insert into invitations (company_id, email, role, invited_by, expires_at)
      select id, 'invited@x.example', 'viewer', 1, now() from companies where id in (1, 2)`,
    sql`insert into install_tokens (company_id, hash, minted_by, expires_at)
      select company_id, sha256(key_id::text::bytea), key_id, now() from sessions where company_id in (1, 2)`,
    sql`insert into oauth_grants (company_id, key_id, account_id, grant_hash, client_id, client_name)
      select company_id, key_id, account_id, sha256(convert_to('seed ' || company_id || key_id, 'UTF8')), 'client', 'Client' from sessions where company_id in (1, 2)`,
    sql`insert into refresh_tokens (company_id, hash, key_id)
      select company_id, sha256(key_id::text::bytea), key_id from sessions where company_id in (1, 2)`,
    sql`insert into ai_months (company_id, month) select id, month_of(current_date) from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into ai_usage (company_id, day, agent, model, tokens) select id, current_date, 'a', 'm', 1 from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into ai_reservations (company_id, day, agent, model, tokens, expires_at)
      select id, current_date, 'a', 'm', 1, 'infinity' from companies where id in (1, 2)`,
    sql`insert into analytics_alerts (company_id, figure, beyond, bound, email, livemode) select id, 'new_leads', 'above', 1, false, true from companies where id in (1, 2)`,
    sql`with days as (insert into event_day_queue (company_id, day, due_at) select id, '2020-01-01', 'infinity' from companies where id in (1, 2) returning company_id, day),
      hours as (insert into visit_hours select company_id, day, 0, 1, 1, 1 from days),
      cells as (insert into visit_cells select company_id, day, '/', '', '', '', '', '', '', 1, 1, 1, 1, 0 from days)
      insert into visit_days select company_id, '', day, '', 1, 1, 1, 1, 0 from days`,
    sql`insert into kb_queries (company_id, text, language, via, found, origins, asked_at)
      select id, 'x', 'en', 'search', false, '[]', now() from companies where id in (1, 2)`,
    sql`with source as (
        insert into kb_sources (company_id, kind, name, audience) select id, 'own', 'x', 'staff' from companies where id in (1, 2) returning company_id, id)
      insert into kb_documents (company_id, source_id, key, origin_kind, sync) select company_id, id, 'x', 'document', 0 from source`,
    sql`insert into kb_own_changes (company_id, collection, changed_at) select id, 'posts', 'infinity' from companies where id in (1, 2)`,
    sql`insert into kb_vectors (company_id, passage_id, model, origin_kind, origin_id, language, audience, tags, sketch, vector)
      select company_id, min(id), 'm', 'entry', 1, 'en', 'staff', '{}', B'1', 'x' from kb_passages where company_id in (1, 2) group by 1`,
    sql`insert into ai_scopes (company_id, scope, period) select id, 'agent:1', current_date from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into ai_calls (company_id, call_id, day, agent, model, reserved, tokens, lost)
      select id, 1, current_date, 'a', 'm', 1, 1, false from companies where id in (1, 2) on conflict do nothing`,
    sql`with begun as (
        insert into ai_conversations (company_id, title, status, channel, audience, livemode) select id, 'x', 'open', 'api', 'staff', true
        from companies where id in (1, 2) returning company_id, id)
      insert into ai_messages (company_id, conversation_id, role, text, livemode) select company_id, id, 'user', 'x', true from begun`,
    sql`with made as (
        insert into ai_agents (company_id, name, instructions, verbs, confirms, most_steps, most_tokens, most_hours, status)
        select id, 'under_way', 'x', '{}', 'declared', 1, 1000, 1, 'active' from companies where id in (1, 2) returning company_id, id),
      begun as (
        insert into ai_agent_runs (company_id, agent_id, agent, message, instructions, verbs, confirms, most_steps, most_tokens, key_id, rights, livemode, deadline_at)
        select company_id, id, 'under_way', 'x', 'x', '{}', 'declared', 1, 1000, 1, '{}', true, now() from made returning company_id, id)
      insert into ai_agent_steps (company_id, run_id, round, kind, text) select company_id, id, 1, 'thought', 'x' from begun`,
    sql`insert into integrations (company_id, key, state) select id, 'elsewhere', 'connected' from companies where id in (1, 2)`,
    sql`with run as (insert into integration_runs (company_id, key, kind) select id, 'elsewhere', 'sync' from companies where id in (1, 2) returning company_id, id),
      link as (insert into integration_links (company_id, key, object, remote_id, record_id, theirs, ours) select company_id, 'elsewhere', 'contact', 'x', 1, 'x', 'x' from run)
      insert into integration_objects (company_id, run, direction, object, action) select company_id, id, 'in', 'contact', 'skipped' from run`,
    sql`insert into integration_addresses (company_id, key, token_hash, token) select id, 'elsewhere', 'x' || id, 'x' from companies where id in (1, 2)`,
    sql`insert into ai_settings (company_id, settings) select id, '{}' from companies where id in (1, 2) on conflict do nothing`,
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
    sql`with begun as (
        insert into site_imports (company_id, upload_id, format, source, head, bytes, position, finished_at)
        select id, 1, 'wordpress', 'elsewhere', '{}', 1, 1, now() from companies where id in (1, 2) returning company_id, id),
      item as (
        insert into site_import_items (company_id, import_id, number, kind, key, moved) select company_id, id, 1, 'page', 'x', '{}' from begun),
      remark as (insert into site_import_remarks (company_id, import_id, place, what, why) select company_id, id, 'x', 'x', 'x' from begun),
      source as (insert into moved_sources (company_id, source, key, kind, record_id, hash) select company_id, 'elsewhere', 'x', 'page', 1, 'x' from begun),
      looked as (insert into link_checks (company_id, finished_at) select company_id, now() from begun returning company_id, id)
      insert into checked_links (company_id, check_id, address, places) select company_id, id, 'x', '[]' from looked`,
    sql`with made as (
        insert into workflow_schedules (company_id, name, workflow, time_zone, interval_seconds, anchor_at, overlap, catch_up_seconds, livemode, origin)
        select id, 'x', 'elsewhere', 'UTC', 60, now(), 'skip', 60, true, '{}' from companies where id in (1, 2) returning company_id, id)
      insert into workflow_schedule_times (company_id, schedule_id, scheduled_at, cause, outcome) select company_id, id, now(), 'schedule', 'skipped' from made`,
    sql`with made as (
        insert into workflow_batches (company_id, livemode, action, filter, matched, total, first_runs) select id, true, 'pause', '{}', 1, 1, '[]' from companies where id in (1, 2)
        returning company_id, id)
      insert into workflow_batch_runs (company_id, batch_id, run_id) select company_id, id, 1 from made`,
    sql`insert into workflow_pauses (company_id, livemode, workflow) select id, true, 'elsewhere' from companies where id in (1, 2)`,
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
    sql`with place as (select company_id, min(id) as id from locations where company_id in (1, 2) group by 1),
      product as (
        insert into products (company_id, state, title, slug, tags, tax_category, options, media)
        select company_id, 'active', 'x', 'elsewhere', '{}', 'standard', '[]', '[]' from place returning company_id, id),
      variant as (
        insert into variants (company_id, product_id, title, options, position, prices, requires_shipping, track_inventory, backorder_limit)
        select company_id, id, '', '{}', 0, '[]', true, true, 0 from product returning company_id, id, product_id),
      collection as (insert into collections (company_id, title, slug) select company_id, 'x', 'elsewhere' from place returning company_id, id),
      collected as (
        insert into collection_products (company_id, collection_id, product_id, position)
        select c.company_id, c.id, p.id, 0 from collection c join product p on p.company_id = c.company_id),
      discount as (
        insert into discounts (company_id, title, takes_off, currency, combines_with)
        select company_id, 'x', '{"type": "free_shipping"}', 'USD', '{}' from place returning company_id, id),
      use as (insert into discount_uses (company_id, discount_id, livemode, contact_id, used) select company_id, id, true, 0, 0 from discount),
      rate as (
        insert into shipping_rates (company_id, name, zone, countries, regions, currency, by, bands, tax_category)
        select company_id, 'x', 'x', '{}', '{}', 'USD', 'flat', '[]', 'standard' from place),
      level as (
        insert into stock_levels (company_id, variant_id, location_id, livemode, on_hand)
        select v.company_id, v.id, p.id, true, 1 from variant v join place p on p.company_id = v.company_id),
      movement as (
        insert into stock_movements (company_id, livemode, variant_id, location_id, kind, on_hand_change, reserved_change, actor)
        select v.company_id, true, v.id, p.id, 'adjustment', 1, 0, 'x' from variant v join place p on p.company_id = v.company_id),
      cart as (
        insert into carts (company_id, currency, items, codes, expires_at, livemode) select company_id, 'USD', '[]', '{}', 'infinity', true from place
        returning company_id, id),
      placed as (
        insert into orders (company_id, amount, currency, lines, discount, order_discount, subtotal, tax, taxes, livemode, cart_id)
        select company_id, 0, 'USD', '[]', 0, 0, 0, 0, '[]', true, id from cart returning company_id, id, cart_id),
      item as (
        insert into order_items (company_id, order_id, line, product_id, variant_id, quantity, amount, livemode)
        select o.company_id, o.id, 0, v.product_id, v.id, 1, 0, true from placed o join variant v on v.company_id = o.company_id),
      reservation as (
        insert into stock_reservations (company_id, order_id, line, variant_id, location_id, livemode, quantity)
        select o.company_id, o.id, 0, v.id, p.id, true, 0 from placed o join variant v on v.company_id = o.company_id join place p on p.company_id = o.company_id),
      checkout as (
        insert into checkouts (company_id, order_id, cart_id, discount_ids, expires_at, livemode)
        select company_id, id, cart_id, '{}', 'infinity', true from placed),
      sent as (
        insert into fulfillments (company_id, order_id, location_id, items, livemode)
        select o.company_id, o.id, p.id, '[]', true from placed o join place p on p.company_id = o.company_id)
      insert into returns (company_id, order_id, items, amount, currency, refund_ids, livemode) select company_id, id, '[]', 0, 'USD', '{}', true from placed`,
    sql`with person as (insert into staff (company_id, name) select id, 'x' from companies where id in (1, 2) returning company_id, id),
      room as (insert into resources (company_id, name, kind) select company_id, 'x', 'room' from person),
      away as (
        insert into time_off (company_id, staff_id, starts, ends, except_dates, reason) select company_id, id, '2030-01-01', '2030-01-02', '{}', 'x' from person),
      setting as (insert into calendar_settings (company_id) select company_id from person on conflict do nothing)
      insert into services (company_id, name, duration_minutes, buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, currency, capacity, staff_ids,
        resources, notice_minutes, horizon_days, cancellation_notice_minutes, confirmation, keep_deposit_on_no_show, reminder_minutes, questions, online, active)
      select company_id, 'x', 30, 0, 0, 15, 'USD', 1, array[id], '[]', 0, 60, 0, 'automatic', true, '{}', '[]', true, true from person`,
    sql`with file as (
        insert into media (company_id, name, file_name, kind, type, decorative, focal_x, focal_y, tags, bytes, hash, prefix)
        select id, 'x.pdf', 'x.pdf', 'document', 'application/pdf', false, 50, 50, '{}', 0, repeat('0', 64), 'x' from companies where id in (1, 2)
        returning company_id, id),
      use as (insert into media_uses (company_id, media_id, kind, document_id, place) select company_id, id, 'page', 0, 'draft' from file)
      insert into media_objects (company_id, prefix, name) select company_id, 'x', 'x' from file`,
    sql`with found as (
        insert into segments (company_id, name, filter) select id, 'Under way', '{"match": "all", "of": []}' from companies where id in (1, 2) returning company_id, id),
      campaign as (
        insert into campaigns (company_id, name, segment_id, purpose, variants, from_phone, shorten_links, state, livemode)
        select company_id, 'x', id, 'service', '[]', '+12025559999', true, 'canceled', true from found returning company_id, id),
      recipient as (
        insert into campaign_recipients (company_id, campaign_id, contact_id, variant, state, reason, due_at, livemode)
        select c.company_id, c.id, (select max(p.id) from contacts p where p.company_id = c.company_id), 0, 'excluded', 'no_phone', now(), true from campaign c
        returning company_id, id),
      link as (
        insert into campaign_links (company_id, recipient_id, code, url) select company_id, id, 'underway' || company_id, 'https://x.example' from recipient),
      out_link as (
        insert into sms_opt_out_links (company_id, address, phone, code, livemode)
        select company_id, 'x', '+12025559998', 'underway' || company_id, true from campaign),
      spending as (insert into sms_spending (company_id, livemode, day, thousandths) select company_id, true, current_date, 0 from campaign),
      arrived as (
        insert into sms_inbox (company_id, provider, provider_id, from_phone, to_phone, message, media, due_at)
        select company_id, 'twilio', 'x', '+12025559997', '+12025559999', 'x', '[]', 'infinity' from campaign),
      report as (
        insert into sms_early_reports (company_id, provider, provider_id, state) select company_id, 'twilio', 'x', 'sent' from campaign)
      insert into sms_places (company_id, livemode, phone, place) select company_id, true, '+12025559999', 0 from campaign`,
    sql`with connection as (
        insert into calendar_connections (company_id, staff_id, kind, name, host, secret, address_hash, direction)
        select company_id, max(id), 'caldav', 'x', 'x', 'x', 'x', 'both' from staff where company_id in (1, 2) group by 1 returning company_id, id, staff_id),
      object as (
        insert into calendar_objects (company_id, connection_id, href, etag, times, goes_on) select company_id, id, 'x', 'x', 'x', false from connection),
      copy as (insert into appointment_copies (company_id, connection_id, appointment_id, version) select company_id, id, 1, 1 from connection),
      feed as (
        insert into calendar_feeds (company_id, livemode, with_customers, token_hash, token)
        select company_id, true, true, 'x' || company_id, 'x' from connection)
      insert into busy_times (company_id, staff_id, connection_id, href, uid, starts_at, ends_at)
      select company_id, staff_id, id, 'x', 'x', '2030-01-01 09:00Z', '2030-01-01 10:00Z' from connection`,
    sql`with service as (select company_id, max(id) as id, max(staff_ids[1]) as staff_id from services where company_id in (1, 2) group by 1),
      session as (
        insert into booked_sessions (company_id, service_id, staff_id, starts_at, ends_at, capacity, taken)
        select company_id, id, staff_id, '2030-01-01 09:00Z', '2030-01-01 10:00Z', 1, 1 from service returning company_id, id, service_id, staff_id),
      claim as (
        insert into claims (company_id, session_id, staff_id, starts_at, ends_at)
        select company_id, id, staff_id, '2030-01-01 09:00Z', '2030-01-01 10:00Z' from session)
      insert into appointments (company_id, service_id, staff_id, session_id, starts_at, ends_at, status, livemode)
      select company_id, service_id, staff_id, id, '2030-01-01 09:00Z', '2030-01-01 10:00Z', 'booked', true from session`,
    sql`insert into waiting_list (company_id, service_id, contact_id, staff_id, seats, from_date, to_date, livemode)
      select s.company_id, max(s.id), (select max(c.id) from contacts c where c.company_id = s.company_id), max(s.staff_ids[1]), 1, '2030-01-01', '2030-01-02', true
      from services s where s.company_id in (1, 2) group by 1`,
    sql`with page as (
        insert into pages (company_id, slug, path, title, revision) select id, 'x', '/x', 'x', 1 from companies where id in (1, 2) returning company_id, id),
      post as (insert into posts (company_id, slug, title, tags, revision) select company_id, 'x', 'x', '{}', 1 from page),
      revision as (
        insert into content_revisions (company_id, kind, document_id, number, content, made_by, version)
        select company_id, 'page', id, 1, '{}', '{}', 1 from page)
      insert into site_versions (company_id, version) select company_id, 1 from page on conflict do nothing`,
    sql`insert into portal_settings (company_id, livemode, enabled, payment_methods, cancel, pause, change_plan_ids)
      select id, true, true, true, true, true, '{}' from companies where id in (1, 2) on conflict do nothing`,
    sql`insert into benchmark_contributors (company_id, industry, metric, first_number, last_number, fingerprint)
      select company_id, 'dental', 'win_rate', 1, 1, '' from benchmark_sharing`
  ]))

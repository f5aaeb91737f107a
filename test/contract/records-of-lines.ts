import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { OwnerSql } from "../support/database.ts"
import { companyIds } from "../support/test-server.ts"
import { opened, published } from "../website/serving/sites.ts"

/** What the curl lines of the documents name, by operation: the demo company has it, a company of tests does not. */
export const recordsOfLines = (sql: SqlClient.SqlClient) => {
  /* What examples name is there: the file is put on a contact that the demo company has; here another line may have deleted it. */
  const contact = sql`insert into contacts (company_id, id, first_name) overriding system value values (${companyIds.acme}, 42, 'Grace')
    on conflict (company_id, id) do update set deleted_at = null`
  const segment = sql`insert into segments (company_id, id, name, filter) overriding system value
    values (${companyIds.acme}, 42, 'Example of lines', '{"match": "all", "of": [{"type": "tag", "value": "vip"}]}') on conflict do nothing`
  /* Nor has the member of the example earned anything. */
  const earned = sql`with seller as (insert into users (company_id, id, email, name, role) overriding system value
      values (${companyIds.acme}, 42, 'seller42@x.example', 'Seller', 'member') on conflict (company_id, id) do update set removed_at = null returning company_id, id),
    payment as (insert into payments (company_id, amount, currency, provider, simulated, livemode, state, captured_amount)
      select company_id, 1000, 'USD', 'simulated', true, false, 'succeeded', 1000 from seller returning company_id, id)
    insert into commissions (company_id, id, seller_id, payment_id, part, rule, whole_amount, paid_before, base_amount, month_amount, exact, paid_amount, amount,
      currency, livemode, accrued_at) overriding system value
    select s.company_id, 42, s.id, p.id, 0, ${JSON.stringify({ id: 1, name: "Ten percent", seller_id: null, category: null, currency: null,
      earns: { type: "share", tiers: [{ from: 0, basis_points: 1_000 }] } })}::jsonb, 1000, 0, 1000, 0, 1000000, 1000, 100, 'USD', false, '2026-01-01'
    from seller s, payment p`
  /* Nor is anything sold: of an order of two, one was sent. */
  const variant = sql`with product as (insert into products (company_id, state, title, slug, tags, tax_category, options, media)
      values (${companyIds.acme}, 'active', 'Example', 'example-of-lines', '{}', 'standard', '[]', '[]') on conflict (company_id, slug) do nothing returning company_id, id)
    insert into variants (company_id, id, product_id, title, options, position, prices, requires_shipping, track_inventory, backorder_limit)
      overriding system value select company_id, 42, id, '', '{}', 0, '[]', false, true, 0 from product on conflict do nothing`
  const sold = Effect.andThen(variant, sql`with placed as (
      insert into orders (company_id, id, state, payment_state, amount, currency, lines, discount, order_discount, subtotal, tax, taxes, paid_amount, livemode)
        overriding system value values (${companyIds.acme}, 42, 'partially_fulfilled', 'paid', 1800, 'USD', '[]', 0, 0, 1800, 0, '[]', 1800, false)
        on conflict do nothing returning company_id, id),
    paid as (insert into payments (company_id, order_id, amount, currency, provider, simulated, livemode, state, captured_amount)
      select company_id, id, 1800, 'USD', 'simulated', true, false, 'succeeded', 1800 from placed),
    item as (insert into order_items (company_id, order_id, line, product_id, variant_id, quantity, amount, prepared, fulfilled, livemode)
      select p.company_id, p.id, 0, v.product_id, v.id, 2, 1800, 1, 1, false from placed p join variants v on v.company_id = p.company_id and v.id = 42
      returning company_id),
    level as (insert into stock_levels (company_id, variant_id, location_id, livemode, on_hand, reserved)
      select i.company_id, 42, (select min(l.id) from locations l where l.company_id = i.company_id), false, 5, 1 from item i
      on conflict (company_id, variant_id, location_id, livemode) do update set reserved = stock_levels.reserved + 1 returning company_id, location_id)
    insert into stock_reservations (company_id, order_id, line, variant_id, location_id, livemode, quantity)
    select company_id, 42, 0, 42, location_id, false, 1 from level`)
  /* Nor does anybody do what is booked, in no room. */
  const bookable = sql`with member as (insert into users (company_id, id, email, name, role) overriding system value
      values (${companyIds.acme}, 42, 'seller42@x.example', 'Seller', 'member') on conflict (company_id, id) do nothing),
    room as (insert into resources (company_id, id, name, kind) overriding system value values (${companyIds.acme}, 42, 'Studio', 'room') on conflict do nothing)
    insert into staff (company_id, id, name) overriding system value values (${companyIds.acme}, 42, 'Grace') on conflict do nothing`
  const always = sql`update staff set active = true, weekly = (select jsonb_agg(jsonb_build_object('weekday', d, 'from', '00:00', 'to', '24:00')) from generate_series(1, 7) d)
    where company_id = ${companyIds.acme} and id = 42`
  const offered = Effect.andThen(Effect.andThen(bookable, always), sql`insert into services (company_id, id, name, duration_minutes, buffer_before_minutes, buffer_after_minutes,
      slot_interval_minutes, currency, capacity, staff_ids, resources, notice_minutes, horizon_days, cancellation_notice_minutes, confirmation,
      keep_deposit_on_no_show, reminder_minutes, questions, online, active) overriding system value
    values (${companyIds.acme}, 42, 'First consultation', 45, 0, 0, 15, 'USD', 100, '{42}', '[]', 60, 60, 1440, 'automatic', false, '{}',
      '[{"label": "What brings you here?", "required": false}]', true, true)
    on conflict (company_id, id) do update set capacity = 100, online = true, active = true`)
  const asked = sql`with conversation as (
      insert into ai_conversations (company_id, id, title, status, channel, audience, livemode) overriding system value
      values (${companyIds.acme}, 42, 'When is it ready?', 'open', 'api', 'staff', false) on conflict do nothing returning company_id, id)
    insert into ai_messages (company_id, conversation_id, role, text, livemode) select company_id, id, 'user', 'When is it ready?', false from conversation`
  /* Nor has anything failed. */
  const failed = sql`insert into workflow_runs (company_id, workflow, version, payload, payload_hash, origin, livemode, status, started_at, finished_at, error)
    select ${companyIds.acme}, 'crm.rescore', 1, '{"rules_version": 0, "after": null}', sha256('x'),
      jsonb_build_object('key_id', min(id), 'tier', 'enterprise', 'request_id', 'example'), false, 'failed', now(), now(), '[]'
    from api_keys where company_id = ${companyIds.acme}`
  const shown = Effect.provideService(Effect.andThen(opened(), published({ path: "/", title: "Home" })), OwnerSql, sql)
  const told = sql`update companies set analytics_key = 'site_0198b3b76f6c7f4e9d0e3a5c1d2e4f60' where id = ${companyIds.acme}`
  /* By the clock of test mode it is the day before what examples name. */
  const ahead = (ms: number) => sql`insert into test_clocks (company_id, ahead_ms) values (${companyIds.acme}, ${ms})
    on conflict (company_id) do update set ahead_ms = excluded.ahead_ms`
  const soon = Effect.andThen(Effect.andThen(contact, offered), ahead(Date.parse("2026-11-20T09:30:00Z") - Date.now()))
  const made: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    get_public_page: shown, get_availability: offered, explain_availability: offered, list_open_slots: offered, create_appointment: soon,
    create_appointment_series: soon, book_appointment: soon, send_bulk_sms: segment, create_service: bookable, create_staff: bookable,
    attach_file: contact, approve_commission_payout: earned, adjust_inventory: variant, create_fulfillment: sold, create_return: sold,
    suggest_reply: asked, track_event: told, create_workflow_batch: failed
  }
  return { ahead, made, soon }
}

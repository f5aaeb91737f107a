import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Sets goods of an order aside, gives them back, and sends them. Levels are locked by variant and then by location, whatever the order of the
 * lines, so that two orders of the same goods never wait for each other in a circle. Each runs as its caller, under the policies. What is sent
 * in place of what came back is set aside later than the rest of its order: from which line on is told.
 */
export const reserving = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * For each variant of the order whose stock is counted: how many are wanted, how many could be sold, and what was there before. Where one is
   * short, nothing can be sold: the caller undoes the transaction. Taken from the first location that has all of it, else from one after the
   * other; what only a backorder can give is owed by the first.
   */
  yield* sql`create function reserve_stock(of_order bigint, live boolean, by_actor text, from_line int default 0)
    returns table (variant bigint, wanted bigint, sellable bigint, available_before bigint, low_at int) language plpgsql as $$
    declare company bigint := current_company(); item record; level record; line_of record; whole bigint; first_location bigint;
      rest bigint; part bigint; at_location bigint[]; of_location bigint[]; n int;
    begin
      for item in
        select i.variant_id, sum(i.quantity)::bigint as quantity, v.backorder_limit, v.low_stock_at from order_items i
        join variants v on v.company_id = i.company_id and v.id = i.variant_id and v.track_inventory
        where i.company_id = company and i.order_id = of_order and i.line >= from_line group by 1, 3, 4 order by 1
      loop
        select l.id into first_location from locations l where l.company_id = company and l.active order by l.position, l.id limit 1;
        if item.backorder_limit > 0 then
          insert into stock_levels (company_id, variant_id, location_id, livemode, backorder_limit)
          values (company, item.variant_id, first_location, live, item.backorder_limit) on conflict do nothing;
        end if;
        perform from stock_levels s where s.company_id = company and s.variant_id = item.variant_id and s.livemode = live
          order by s.location_id for update;
        select coalesce(sum(s.available), 0) into available_before from stock_levels s
          where s.company_id = company and s.variant_id = item.variant_id and s.livemode = live;
        variant := item.variant_id; wanted := item.quantity; low_at := item.low_stock_at;
        select coalesce(sum(s.available), 0) + item.backorder_limit into sellable from stock_levels s
          join locations l on l.company_id = s.company_id and l.id = s.location_id and l.active
          where s.company_id = company and s.variant_id = item.variant_id and s.livemode = live;
        return next;
        continue when wanted > sellable;

        /* So much of which location. */
        at_location := '{}'; of_location := '{}'; rest := item.quantity;
        select s.location_id into whole from stock_levels s join locations l on l.company_id = s.company_id and l.id = s.location_id and l.active
          where s.company_id = company and s.variant_id = item.variant_id and s.livemode = live and s.available >= item.quantity
          order by l.position, l.id limit 1;
        if whole is not null then
          at_location := array[whole]; of_location := array[rest]; rest := 0;
        else
          for level in select s.location_id, s.available from stock_levels s
            join locations l on l.company_id = s.company_id and l.id = s.location_id and l.active
            where s.company_id = company and s.variant_id = item.variant_id and s.livemode = live and s.available > 0 order by l.position, l.id
          loop
            exit when rest = 0;
            part := least(rest, level.available);
            at_location := at_location || level.location_id; of_location := of_location || part; rest := rest - part;
          end loop;
          if rest > 0 then
            n := array_position(at_location, first_location);
            if n is null then
              at_location := at_location || first_location; of_location := of_location || rest;
            else
              of_location[n] := of_location[n] + rest;
            end if;
          end if;
        end if;

        for n in 1 .. cardinality(at_location) loop
          update stock_levels s set reserved = s.reserved + of_location[n], updated_at = now() where s.company_id = company
            and s.variant_id = item.variant_id and s.location_id = at_location[n] and s.livemode = live;
          insert into stock_movements (company_id, livemode, variant_id, location_id, kind, on_hand_change, reserved_change, order_id, actor)
          values (company, live, item.variant_id, at_location[n], 'reservation', 0, of_location[n], of_order, by_actor);
        end loop;
        n := 1;
        for line_of in select i.line, i.quantity::bigint as quantity from order_items i
          where i.company_id = company and i.order_id = of_order and i.line >= from_line and i.variant_id = item.variant_id order by i.line
        loop
          rest := line_of.quantity;
          while rest > 0 loop
            part := least(rest, of_location[n]);
            insert into stock_reservations (company_id, order_id, line, variant_id, location_id, livemode, quantity)
            values (company, of_order, line_of.line, item.variant_id, at_location[n], live, part);
            rest := rest - part; of_location[n] := of_location[n] - part;
            if of_location[n] = 0 then n := n + 1; end if;
          end loop;
        end loop;
      end loop;
    end $$`

  yield* sql`create function release_stock(of_order bigint, by_actor text) returns void language plpgsql as $$
    declare company bigint := current_company(); item record;
    begin
      for item in
        select s.variant_id, s.location_id, s.livemode, sum(r.quantity)::bigint as quantity from stock_reservations r
        join stock_levels s on s.company_id = r.company_id and s.variant_id = r.variant_id and s.location_id = r.location_id and s.livemode = r.livemode
        where r.company_id = company and r.order_id = of_order and r.quantity > 0 group by 1, 2, 3 order by 1, 2
      loop
        update stock_levels s set reserved = s.reserved - item.quantity, updated_at = now() where s.company_id = company
          and s.variant_id = item.variant_id and s.location_id = item.location_id and s.livemode = item.livemode;
        insert into stock_movements (company_id, livemode, variant_id, location_id, kind, on_hand_change, reserved_change, order_id, actor)
        values (company, item.livemode, item.variant_id, item.location_id, 'release', 0, -item.quantity, of_order, by_actor);
      end loop;
      update stock_reservations r set quantity = 0 where r.company_id = company and r.order_id = of_order and r.quantity > 0;
    end $$`

  yield* sql`grant execute on function reserve_stock(bigint, boolean, text, int), release_stock(bigint, text) to service_app`
})

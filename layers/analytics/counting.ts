import { Effect } from "effect"
import { JobsSql } from "../database/connections.ts"

/** A visit ends after so long without anything. */
const PAUSE = "30 minutes"

/**
 * Counts a day of a company anew, from its events. A visitor counts once a day: with what is known of their first visit, so that figures of sources,
 * countries and the like add up to that of the day, and on a page by their first view of it.
 */
export const countDay = Effect.fnUntraced(function*(company_id: number, day: string) {
  const sql = yield* JobsSql
  const here = sql`company_id = ${company_id} and day = ${day}::date`

  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`select pg_advisory_xact_lock(hashtextextended(${`count ${company_id} ${day}`}, 0))`
    /* What comes after this is noted anew. */
    yield* sql`delete from event_day_queue where ${here} and due_at <= now()`
    /* Of a day that has just begun there are no statistics: the planner takes it for small, and would go through all events for each visit. */
    yield* sql`set local enable_nestloop = off`
    yield* sql`delete from visit_hours where ${here}`
    yield* sql`delete from visit_cells where ${here}`
    yield* sql`delete from visit_days where ${here} and dimension = any('{"",page,exit_page,source,referrer,medium,campaign,country,device,browser,os,event,link,bot}')`

    yield* sql`with noted as (
        select *, case when at - lag(at) over (partition by visitor order by at, event_id) <= interval '${sql.literal(PAUSE)}' then 0 else 1 end as begins
        from page_events where ${here} and visitor is not null),
      e as materialized (
        select *, sum(begins) over (partition by visitor order by at, event_id) as visit,
          name = 'page_view' and row_number() over (partition by visitor, name, path order by at, event_id) = 1 as is_new
        from noted),
      whole as (
        select visitor, visit, count(*) as events, count(*) filter (where name = 'page_view') as views,
          extract(epoch from max(at) - min(at))::bigint as seconds
        from e group by 1, 2),
      v as materialized (
        select f.visitor, f.visit, f.hour, f.source, f.referrer, f.medium, f.campaign, f.country, f.device, f.browser, f.os, w.views, w.seconds,
          w.events = 1 and w.views = 1 as bounced
        from e f join whole w using (visitor, visit) where f.begins = 1),
      p as (
        select e.path as page, v.source, v.campaign, v.country, v.device, v.browser, v.os, count(*) as page_views, count(*) filter (where e.is_new) as visitors,
          count(*) filter (where e.begins = 1) as visits, count(*) filter (where e.begins = 1 and v.bounced) as bounces,
          coalesce(sum(v.seconds) filter (where e.begins = 1), 0) as seconds
        from e join v using (visitor, visit) where e.name = 'page_view' group by 1, 2, 3, 4, 5, 6, 7),
      cells as (
        insert into visit_cells (company_id, day, page, source, campaign, country, device, browser, os, page_views, visitors, visits, bounces, seconds)
        select ${company_id}::bigint, ${day}::date, x.* from (
          select * from p
          union all
          select '', source, campaign, country, device, browser, os, sum(views), count(*) filter (where visit = 1), count(*), count(*) filter (where bounced), sum(seconds)
          from v group by 2, 3, 4, 5, 6, 7) x
        returning page, page_views, visitors, visits, bounces, seconds),
      hours as (
        insert into visit_hours (company_id, day, hour, page_views, visitors, visits)
        select ${company_id}::bigint, ${day}::date, hour, count(*) filter (where name = 'page_view'), count(distinct visitor), sum(begins) from e group by hour)
      insert into visit_days (company_id, day, dimension, value, page_views, visitors, visits, bounces, seconds)
      select ${company_id}::bigint, ${day}::date, x.* from (
        select 'page' as dimension, page as value, sum(page_views) as page_views, sum(visitors) as visitors, sum(visits) as visits, sum(bounces) as bounces, sum(seconds) as seconds
        from cells where page <> '' group by page
        union all
        select d.dimension, d.value, sum(views), count(*) filter (where visit = 1), count(*), count(*) filter (where bounced), sum(seconds)
        from v cross join lateral (values ('', ''), ('source', source), ('referrer', referrer), ('medium', medium), ('campaign', campaign), ('country', country),
          ('device', device), ('browser', browser), ('os', os)) d(dimension, value) group by 1, 2
        union all
        select 'exit_page', path, count(*), count(distinct visitor), count(*), 0, 0
        from (select distinct on (visitor, visit) visitor, path from e where name = 'page_view' order by visitor, visit, at desc, event_id desc) l group by path
        union all
        select 'event', name, count(*), count(distinct visitor), 0, 0, 0 from e where name <> 'page_view' group by name
        union all
        select 'link', link, count(*), count(distinct visitor), 0, 0, 0 from e where link <> '' group by link
        union all
        select 'bot', bot, count(*), 0, 0, 0, 0 from page_events where ${here} and visitor is null and name = 'page_view' group by bot) x`
  }))
})

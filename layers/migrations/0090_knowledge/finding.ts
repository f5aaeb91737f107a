import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How passages are found. The operators are not leakproof, so that under a policy no index serves them: these functions are the background
 * account's, and name the company themselves.
 */
export const finding = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* The languages of a company's passages, found by leaping from one to the next. */
  yield* sql`create function kb_languages() returns text[] language sql stable security definer set search_path = public, pg_temp
    begin atomic
      with recursive l as (
        (select w.language from kb_words w where w.company_id = current_company() order by w.language limit 1)
        union all
        select (select w.language from kb_words w where w.company_id = current_company() and w.language > l.language order by w.language limit 1)
        from l where l.language is not null)
      select coalesce(array_agg(l.language) filter (where l.language is not null), '{}') from l;
    end`

  /*
   * The company's words for each word that was asked: those with the same stem. Where there are none, those that begin so, and where there are
   * none either, those that are likely to be meant. The last word may not be whole yet. A word that a language takes for one without meaning is
   * told as "empty", any other first by its stem.
   */
  yield* sql`create function kb_find_words(asked text[], unfinished text, spoken text[])
    returns table (asked_word text, language text, word text, lexeme text, passages int, how text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare
      one text;
      spoken_one text;
      stem text;
      company bigint := current_company();
    begin
      foreach spoken_one in array spoken loop
        foreach one in array asked loop
          stem := (select l.lexeme from unnest(to_tsvector(kb_stemming(spoken_one), one)) l limit 1);
          if stem is null then
            return query select one, spoken_one, one, null::text, 0, 'empty';
            continue;
          end if;
          return query select one, spoken_one, one, stem, 0, 'stem';
          return query select one, spoken_one, w.word, w.lexeme, w.passages, 'same' from kb_words w
            where w.company_id = company and w.language = spoken_one and w.lexeme = stem collate "C" order by w.passages desc limit 20;
          if found and one is distinct from unfinished then continue; end if;
          if length(one) > 2 then
            return query select one, spoken_one, w.word, w.lexeme, w.passages, 'beginning' from (
              select * from kb_words w where w.company_id = company and w.language = spoken_one and w.word > one collate "C"
                and w.word < (one || chr(1114111)) collate "C" limit 200) w
              where w.lexeme <> stem collate "C" order by w.passages desc limit 10;
            if found then continue; end if;
          end if;
          return query select one, spoken_one, w.word, w.lexeme, w.passages, 'like' from kb_words w
            where w.company_id = company and w.likenesses && kb_likenesses(one) and w.language = spoken_one order by w.passages desc limit 50;
        end loop;
      end loop;
    end $$`

  /*
   * Passages with any word of "narrow", or with one of "titled" in their title, and what each is worth: of each unit (a word that was asked, with
   * what stands for it) the best. Asked: [{query, unit, weight, ranked}]; a weight of a query that is not ranked counts whole.
   */
  yield* sql`create function kb_find_passages(narrow tsquery, titled tsquery, asked jsonb, importance real[], spoken text[], audiences text[], tagged text[], kinds text[], most int, best int)
    returns table (id bigint, worth float8, found_units int[])
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare company bigint := current_company();
    begin
      return query
      with wanted as materialized (select a.query::tsquery as query, a.unit, a.weight, a.ranked
        from jsonb_to_recordset(asked) as a (query text, unit int, weight float8, ranked boolean)),
      found as materialized (
        (select p.id, p.words from kb_passages p where p.company_id = company and p.words @@ narrow
          and (spoken is null or p.language = any(spoken)) and p.audience = any(audiences)
          and (tagged is null or p.tags @> tagged) and (kinds is null or p.origin_kind = any(kinds)) limit most)
        union all
        (select p.id, p.words from kb_passages p where p.company_id = company and titled is not null and p.words @@ titled
          and (spoken is null or p.language = any(spoken)) and p.audience = any(audiences)
          and (tagged is null or p.tags @> tagged) and (kinds is null or p.origin_kind = any(kinds)) limit most)
      )
      select f.id, sum(u.top) as worth, array_agg(u.unit) from (select distinct on (id) * from found) f
        cross join lateral (
          select a.unit, max(case when a.ranked then a.weight * ts_rank(importance, f.words, a.query) when f.words @@ a.query then a.weight else 0 end) as top
          from wanted a group by a.unit) u
        where u.top > 0
        group by f.id order by worth desc, f.id limit best;
    end $$`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function kb_languages() owner to service_system`
  yield* sql`alter function kb_find_words(text[], text, text[]) owner to service_system`
  yield* sql`alter function kb_find_passages(tsquery, tsquery, jsonb, real[], text[], text[], text[], text[], int, int) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

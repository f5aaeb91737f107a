import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Finds the same with less work where passages are many. The functions of before stay, for processes of before that still run; those here have other
 * parameters.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /*
   * The company's words for each word that was asked: those with the same stem. Where there are none, those that begin so, and where there are
   * none either, those that are likely to be meant. The last word may not be whole yet. Joined ones, that somebody may have written in two, are found
   * by their stem only. A word that a language takes for one without meaning is told as "empty", any other first by its stem.
   */
  yield* sql`create function kb_find_words(asked text[], joined text[], unfinished text, spoken text[])
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
        return query select s.word, spoken_one, w.word, w.lexeme, w.passages, 'same'
          from (select j.word, (select l.lexeme from unnest(to_tsvector(kb_stemming(spoken_one), j.word)) l limit 1) as stem from unnest(joined) j (word)) s
          cross join lateral (select * from kb_words w
            where w.company_id = company and w.language = spoken_one and w.lexeme = s.stem collate "C" order by w.passages desc limit 20) w;
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
   * Passages that the queries of "steps" find, one after another until there are enough, but the first ones always. Of what each finds, "most" at most are compared by the words of
   * "rough", and the best "close" of them looked at closely: of each unit (a word that was asked, with what stands for it) the best counts. Asked:
   * [{query, unit, weight, ranked}]; a weight of a query that is not ranked counts whole.
   */
  yield* sql`create function kb_find_passages(steps text[], always int, rough tsquery, asked jsonb, importance real[], spoken text[], audiences text[], tagged text[],
      kinds text[], most int, close int, enough int)
    returns table (id bigint, origin text, worth float8, found_units int[])
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      company bigint := current_company();
      candidates bigint[] := '{}';
    begin
      for n in 1 .. cardinality(steps) loop
        candidates := array(
          select unnest(candidates) union
          (select f.id from (
            select p.id, p.words from kb_passages p where p.company_id = company and p.words @@ steps[n]::tsquery
              and (spoken is null or p.language = any(spoken)) and p.audience = any(audiences)
              and (tagged is null or p.tags @> tagged) and (kinds is null or p.origin_kind = any(kinds)) limit most) f
          order by ts_rank(importance, f.words, rough) desc, f.id limit close));
        exit when n >= always and cardinality(candidates) >= enough;
      end loop;
      return query
      with wanted as materialized (select a.query::tsquery as query, a.unit, a.weight, a.ranked
        from jsonb_to_recordset(asked) as a (query text, unit int, weight float8, ranked boolean))
      select p.id, p.origin_kind || ' ' || p.origin_id, sum(u.top) as worth, array_agg(u.unit) from unnest(candidates) c (id)
        join kb_passages p on p.company_id = company and p.id = c.id
        cross join lateral (
          select a.unit, max(case when a.ranked then a.weight * ts_rank(importance, p.words, a.query) when p.words @@ a.query then a.weight else 0 end) as top
          from (select * from wanted) a group by a.unit) u
        where u.top > 0
        group by p.company_id, p.id order by worth desc, p.id;
    end $$`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function kb_find_words(text[], text[], text, text[]) owner to service_system`
  yield* sql`alter function kb_find_passages(text[], int, tsquery, jsonb, real[], text[], text[], text[], text[], int, int, int) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

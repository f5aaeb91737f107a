import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Words of passages are kept in the index together with the company. Of an index over the company beside the words PostgreSQL walks through all
 * passages of the company for each query, and through those of all companies that have the words. The functions of before stay for processes of
 * before, which are slower meanwhile.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function kb_located(company bigint, words tsvector) returns tsvector language sql immutable parallel safe
    return array_to_tsvector(array(select company || ':' || lexeme from unnest(tsvector_to_array(words)) lexeme))`
  yield* sql`create index kb_passages_located on kb_passages using gin (kb_located(company_id, words)) with (fastupdate = off)`
  yield* sql`drop index kb_passages_words`

  /*
   * Passages that the queries of "located" find, one after another until there are enough, but the first ones always: their words stand behind the
   * company's id and a colon. Where such a query cannot say all, "exact" has it, with the words alone; it is empty otherwise. Of what each finds,
   * "most" at most are compared by the words of "rough", and the best "close" of them looked at closely: of each unit (a word that was asked, with
   * what stands for it) the best counts. Asked: [{query, unit, weight, ranked}]; a weight of a query that is not ranked counts whole.
   */
  yield* sql`create function kb_find_passages(located text[], exact text[], always int, rough tsquery, asked jsonb, importance real[], spoken text[],
      audiences text[], tagged text[], kinds text[], most int, close int, enough int)
    returns table (id bigint, origin text, worth float8, found_units int[])
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    declare
      company bigint := current_company();
      candidates bigint[] := '{}';
    begin
      for n in 1 .. cardinality(located) loop
        candidates := array(
          select unnest(candidates) union
          (select f.id from (
            /* The sum is for the planner, which would read all rows of the company instead. */
            select p.id, p.words from kb_passages p where kb_located(p.company_id, p.words) @@ located[n]::tsquery and p.company_id + 0 = company
              and case when exact[n] = '' then true else p.words @@ exact[n]::tsquery end
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

  /* What `kb_find_words` tells, with one query for all words: most of the time went into the beginnings and ends of many small ones. */
  yield* sql`create function kb_known_words(asked text[], joined text[], unfinished text, spoken text[])
    returns table (asked_word text, language text, word text, lexeme text, passages int, how text)
    language plpgsql stable security definer set search_path = public, pg_temp as $$
    #variable_conflict use_column
    declare company bigint := current_company();
    begin
      return query
      with stems as materialized (
        select l.language, a.word, a.alone, (select t.lexeme from unnest(to_tsvector(kb_stemming(l.language), a.word)) t limit 1) collate "C" as stem
        from unnest(spoken) l (language), (select j, false from unnest(joined) j union all select w, true from unnest(asked) w) a (word, alone)),
      same as materialized (
        select s.language, s.word as asked_word, s.alone, w.word, w.lexeme, w.passages from stems s cross join lateral (
          select * from kb_words w where w.company_id = company and w.language = s.language and w.lexeme = s.stem order by w.passages desc limit 20) w),
      missing as materialized (
        select s.language, s.word, s.stem from stems s where s.alone and s.stem is not null
          and (s.word = unfinished or not exists (select from same f where f.alone and f.language = s.language and f.asked_word = s.word))),
      beginning as materialized (
        select m.language, m.word as asked_word, w.word, w.lexeme, w.passages from missing m cross join lateral (
          select * from (select * from kb_words w where w.company_id = company and w.language = m.language and w.word > m.word collate "C"
            and w.word < (m.word || chr(1114111)) collate "C" limit 200) w
          where w.lexeme <> m.stem order by w.passages desc limit 10) w
        where length(m.word) > 2)
      select s.word, s.language, s.word, s.stem::text, 0, case when s.stem is null then 'empty' else 'stem' end from stems s where s.alone
      union all select f.asked_word, f.language, f.word, f.lexeme, f.passages, 'same' from same f
      union all select b.asked_word, b.language, b.word, b.lexeme, b.passages, 'beginning' from beginning b
      union all select m.word, m.language, w.word, w.lexeme, w.passages, 'like' from missing m cross join lateral (
          select * from kb_words w where w.company_id = company and w.likenesses && kb_likenesses(m.word) and w.language = m.language
          order by w.passages desc limit 50) w
        where not exists (select from beginning b where b.language = m.language and b.asked_word = m.word);
    end $$`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function kb_known_words(text[], text[], text, text[]) owner to service_system`
  yield* sql`alter function kb_find_passages(text[], text[], int, tsquery, jsonb, real[], text[], text[], text[], text[], int, int, int) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

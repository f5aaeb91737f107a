import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Passages, the words that they are made of, synonyms, and vectors. */
export const passages = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Origin: what it is a passage of. Place: where it stands there, {url, anchor, page}. Told: a digest of all that a search tells of it. */
  yield* sql`create table kb_passages (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    origin_kind text not null check (origin_kind in ('entry', 'document', 'page', 'post', 'product')),
    origin_id bigint not null,
    position int not null check (position >= 0),
    title text not null,
    heading jsonb not null,
    place jsonb not null,
    language text not null,
    audience text not null check (audience in ('public', 'customers', 'staff')),
    tags text[] not null,
    text text not null,
    told bytea not null,
    words tsvector not null generated always as (kb_words(language, title, heading, tags, text)) stored,
    created_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`create index kb_passages_origin on kb_passages (company_id, origin_kind, origin_id, position)`
  yield* sql`create index kb_passages_words on kb_passages using gin (company_id, words) with (fastupdate = off)`
  yield* sql`call keep_count_without_bin('kb_passages')`
  yield* sql`call confine('kb_passages', 'select, insert (company_id, origin_kind, origin_id, position, title, heading, place, language, audience, tags, text, told),
    update (position, place, title, heading, text), delete', 'select')`

  /*
   * The words of all passages of a company, how each is stemmed, and in how many passages it stands. Who writes passages writes here too, one
   * transaction of a company at a time.
   */
  yield* sql`create table kb_words (
    company_id bigint not null references companies,
    language text not null,
    word text not null collate "C",
    lexeme text not null collate "C",
    passages int not null,
    likenesses text[] not null generated always as (kb_likenesses(word)) stored,
    primary key (company_id, language, word)
  )`
  yield* sql`create index kb_words_lexeme on kb_words (company_id, language, lexeme)`
  yield* sql`create index kb_words_likenesses on kb_words using gin (company_id, likenesses) with (fastupdate = off)`
  yield* sql`call confine('kb_words', 'select', 'select, insert, update (passages), delete')`

  yield* sql`create function kb_words_in(title text, heading jsonb, tags text[], said text) returns setof text language sql immutable parallel safe
    begin atomic
      select distinct left(word, 100)
      from regexp_split_to_table(kb_plain(concat_ws(' ', title, heading, array_to_string(tags, ' '), said)), ' ') word where word <> '';
    end`
  yield* sql`create function count_kb_words() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare company bigint;
    begin
      if tg_op <> 'INSERT' then
        for company in select distinct company_id from old_rows order by 1 loop
          perform pg_advisory_xact_lock(hashtextextended('kb_words ' || company, 0));
        end loop;
        with gone as (
          select p.company_id, p.language, t.word collate "C" as word, count(*)::int as n
          from old_rows p cross join lateral kb_words_in(p.title, p.heading, p.tags, p.text) t (word) group by 1, 2, 3),
        dropped as (
          delete from kb_words w using gone g
          where w.company_id = g.company_id and w.language = g.language and w.word = g.word and w.passages <= g.n)
        update kb_words w set passages = w.passages - g.n from gone g
        where w.company_id = g.company_id and w.language = g.language and w.word = g.word and w.passages > g.n;
      end if;
      if tg_op <> 'DELETE' then
        for company in select distinct company_id from new_rows order by 1 loop
          perform pg_advisory_xact_lock(hashtextextended('kb_words ' || company, 0));
        end loop;
        insert into kb_words as w (company_id, language, word, lexeme, passages)
        select n.company_id, n.language, n.word, s.lexeme, n.n
        from (select p.company_id, p.language, t.word, count(*)::int as n
          from new_rows p cross join lateral kb_words_in(p.title, p.heading, p.tags, p.text) t (word) group by 1, 2, 3) n
        cross join lateral (select l.lexeme from unnest(to_tsvector(kb_stemming(n.language), n.word)) l limit 1) s
        on conflict (company_id, language, word) do update set passages = w.passages + excluded.passages;
      end if;
      return null;
    end $$`
  yield* sql`create trigger words_inserted after insert on kb_passages referencing new table as new_rows
    for each statement execute function count_kb_words()`
  yield* sql`create trigger words_updated after update on kb_passages referencing old table as old_rows new table as new_rows
    for each statement execute function count_kb_words()`
  yield* sql`create trigger words_deleted after delete on kb_passages referencing old table as old_rows
    for each statement execute function count_kb_words()`

  /* What means the same to a company: words and phrases, in small letters. */
  yield* sql`create table kb_synonyms (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    words jsonb not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (company_id, id)
  )`
  yield* sql`call confine('kb_synonyms', 'select, insert (company_id, words), update (words, version, updated_at), delete', 'select')`

  /* Signs: which numbers of the vector are positive. Vector: a byte for each. */
  yield* sql`create table kb_vectors (
    company_id bigint not null references companies,
    passage_id bigint not null,
    model text not null,
    told bytea not null,
    signs bit varying not null,
    vector bytea not null,
    primary key (company_id, passage_id),
    foreign key (company_id, passage_id) references kb_passages on delete cascade
  )`
  yield* sql`call confine('kb_vectors', 'select, insert (company_id, passage_id, model, told, signs, vector), update (model, told, signs, vector)', 'select')`

  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function count_kb_words() owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products by words and by tag, as `find_contacts` and `contacts_tagged` find contacts. */
export const productSearch = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function product_words(title text, tags text[], skus text[]) returns text language sql immutable
    return lower(' ' || title || ' ' || array_to_string(tags, ' ') || ' ' || array_to_string(skus, ' '))`

  /* Split at whatever is no letter and no digit: the parser of PostgreSQL takes the number of a SKU for a negative one. */
  yield* sql`create function search_terms(words text) returns text[] language sql immutable
    return array_remove(regexp_split_to_array(left(words, 20000), '[^[:alnum:]]+'), '')`
  yield* sql`create function search_vector(words text) returns tsvector language sql immutable
    return array_to_tsvector(array(select distinct left(term, 100) from unnest(search_terms(words)) as term))`
  yield* sql`create index products_terms on products using gin (company_id, search_vector(search_text))`

  /*
   * Every term that a product ever had, for the nearest to one that was misspelled. Nothing keeps two transactions from writing the
   * same one, so that they never wait for each other; one that no product has any more finds nothing.
   */
  yield* sql`create table product_terms (
    company_id bigint not null references companies,
    id bigint generated always as identity,
    term text not null collate "C",
    primary key (company_id, id)
  )`
  yield* sql`create index product_terms_term on product_terms (company_id, term)`
  yield* sql`create index product_terms_like on product_terms using gin (company_id, term gin_trgm_ops)`
  yield* sql`call confine('product_terms', 'select, insert (company_id, term)', 'select (company_id, term)')`
  yield* sql`create function keep_product_terms() returns trigger language plpgsql as $$
    begin
      insert into product_terms (company_id, term)
      select distinct w.company_id, left(t.term, 100)
      from written w, unnest(search_terms(w.search_text)) as t (term)
      where not exists (select from product_terms p where p.company_id = w.company_id and p.term = left(t.term, 100) collate "C");
      return null;
    end $$`
  yield* sql`create trigger terms_inserted after insert on products referencing new table as written
    for each statement execute function keep_product_terms()`
  yield* sql`create trigger terms_updated after update on products referencing new table as written
    for each statement execute function keep_product_terms()`

  /*
   * First what has words that begin so, by an index of words. Then what has the letters anywhere in it, and then what has words like
   * the misspelled ones, by indexes of trigrams: the rarer the question, the more it may cost.
   */
  yield* sql`create function find_products(words text[]) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp set pg_trgm.similarity_threshold = 0.35 as $$
    declare
      terms text[] := array(select distinct left(term, 100) from unnest(words) as word, unnest(search_terms(word)) as term);
      patterns text[];
      wanted tsquery;
      likely text;
      alike text;
      one text;
    begin
      patterns := array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from unnest(words) as word
        order by word ~ '[[:alnum:]]{3}' desc, length(word) desc);
      if terms <> '{}' then
        wanted := (select string_agg(quote_literal(term) || ':*', ' & ') from unnest(terms) as term)::tsquery;
        return query select p.id from products p
          where p.company_id = current_company() and search_vector(p.search_text) @@ wanted and p.search_text like all (patterns);
        if found then return; end if;
      end if;
      if not exists (select from unnest(words) as word where word ~ '[[:alnum:]]{3}') then
        /* What is appended keeps the index of trigrams out. */
        return query select p.id from products p where p.company_id = current_company() and p.search_text || '' like all (patterns);
        return;
      end if;
      /* The index serves a LIKE but not a LIKE ALL: the longest words find the candidates, since one alone may be common. */
      return query select p.id from products p
        where p.company_id = current_company() and p.search_text like patterns[1] and p.search_text like coalesce(patterns[2], patterns[1])
          and p.search_text like coalesce(patterns[3], patterns[1]) and p.search_text like all (patterns[2:]);
      if found then return; end if;
      foreach one in array terms loop
        if exists (select from product_terms t where t.company_id = current_company() and t.term >= one collate "C"
            and t.term < (one || chr(1114111)) collate "C") then
          alike := quote_literal(one) || ':*';
        else
          /* A part of a longer word, or a misspelled one. */
          alike := (select string_agg(quote_literal(near.term), ' | ') from (
            select distinct t.term, similarity(t.term, one) as s from product_terms t
            where t.company_id = current_company() and (t.term % one or length(one) > 2 and t.term like '%' || one || '%') order by s desc, t.term limit 20) near);
        end if;
        if alike is null then return; end if;
        likely := coalesce(likely || ' & ', '') || '(' || alike || ')';
      end loop;
      return query select p.id from products p where p.company_id = current_company() and search_vector(p.search_text) @@ likely::tsquery;
    end $$`

  yield* sql`create function products_tagged(tag text, most int) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp as $$
    begin
      return query select p.id from products p where p.company_id = current_company() and p.tags @> array[tag] limit most;
    end $$`

  /* Only who may make things in a schema can be given one there, unless a superuser gives. */
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function find_products(text[]) owner to service_system`
  yield* sql`alter function products_tagged(text, int) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

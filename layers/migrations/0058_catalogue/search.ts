import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products by words and by tag, as `find_contacts` and `contacts_tagged` find contacts. */
export const productSearch = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function product_words(title text, tags text[], skus text[]) returns text language sql immutable
    return lower(' ' || title || ' ' || array_to_string(tags, ' ') || ' ' || array_to_string(skus, ' '))`

  yield* sql`create function find_products(words text[]) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 as $$
    declare
      patterns text[];
      indexed boolean := exists (select from unnest(words) as word where word ~ '[[:alnum:]]{3}');
    begin
      patterns := array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from unnest(words) as word
        order by word ~ '[[:alnum:]]{3}' desc, length(word) desc);
      if not indexed then
        /* What is appended keeps the index of trigrams out. */
        return query select p.id from products p where p.company_id = current_company() and p.search_text || '' like all (patterns);
        return;
      end if;
      /* The index serves a LIKE but not a LIKE ALL: the longest words find the candidates, since one alone may be common. */
      return query select p.id from products p
        where p.company_id = current_company() and p.search_text like patterns[1] and p.search_text like coalesce(patterns[2], patterns[1])
          and p.search_text like coalesce(patterns[3], patterns[1]) and p.search_text like all (patterns[2:]);
      if not found then
        return query select p.id from products p
          where p.company_id = current_company() and array_to_string(words, ' ') <% p.search_text;
      end if;
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

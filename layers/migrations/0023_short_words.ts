import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Contacts by words that are too short for the index of trigrams are found without it: it would be read as a whole, all companies
 * with it, for ten times as long, in one go that no time limit ends. Nor are words like them looked for.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* Only its owner drops it, and only who may load the extension sets its parameter. */
  yield* sql`set local role service_system`
  yield* sql`drop function find_contacts(text[])`
  yield* sql`reset role`
  /* Loads the extension: another process may have run what comes before, and without it only a superuser sets its parameter. */
  yield* sql`select show_limit()`
  yield* sql`create function find_contacts(words text[]) returns table (id bigint) language plpgsql stable security definer
    set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 as $$
    declare
      patterns text[];
      indexed boolean := exists (select from unnest(words) as word where word ~ '[[:alnum:]]{3}');
    begin
      patterns := array(select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from unnest(words) as word
        order by word ~ '[[:alnum:]]{3}' desc, length(word) desc);
      if not indexed then
        /* What is appended keeps the index of trigrams out. */
        return query select c.id from contacts c
          where c.company_id = current_company() and c.deleted_at is null and c.search_text || '' like all (patterns);
        return;
      end if;
      /* The index serves a LIKE but not a LIKE ALL: the longest word finds the candidates. */
      return query select c.id from contacts c
        where c.company_id = current_company() and c.deleted_at is null
          and c.search_text like patterns[1] and c.search_text like all (patterns[2:]);
      if not found then
        return query select c.id from contacts c
          where c.company_id = current_company() and c.deleted_at is null
            and array_to_string(words, ' ') <% c.search_text;
      end if;
    end $$`
  yield* sql`grant create on schema public to service_system`
  yield* sql`alter function find_contacts(text[]) owner to service_system`
  yield* sql`revoke create on schema public from service_system`
})

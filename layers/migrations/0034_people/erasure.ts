import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { erasureOfJournal } from "./journal.ts"

/** Takes a person out of texts and JSON. */
export const erasure = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  /* `forms` is a regular expression of what is erased everywhere, `words` of what is erased beside a record of the person; null for none. */
  yield* sql`create function erased_text(said text, forms text, words text default null) returns text language plpgsql immutable as $$
    begin
      if forms is not null then said := regexp_replace(said, forms, '[erased]', 'gi'); end if;
      if words is not null then said := regexp_replace(said, words, '[erased]', 'gi'); end if;
      return said;
    end $$`

  /*
   * `how` is 0 for JSON that may name the person, 1 for that of a record beside them, and 2 for their own, of which only numbers, ids and
   * times stay. A contact, or what names a contact by contact_id, is told from other JSON wherever it is.
   */
  yield* sql`create function erased_json(said jsonb, how int, people bigint[], forms text, words text) returns jsonb
    language plpgsql immutable as $$
    declare
      nearer int := how;
    begin
      case jsonb_typeof(said)
        when 'string' then
          return case when how = 2 then '"[erased]"' else to_jsonb(erased_text(said #>> '{}', forms, case when how = 1 then words end)) end;
        when 'array' then
          return (select coalesce(jsonb_agg(erased_json(e, how, people, forms, words) order by n), '[]')
            from jsonb_array_elements(said) with ordinality as a (e, n));
        when 'object' then
          if said ? 'first_name' and said ? 'email' and to_jsonb(people) @> (said->'id') then nearer := 2;
          elsif how = 0 and to_jsonb(people) @> (said->'contact_id') then nearer := 1; end if;
          return (select coalesce(jsonb_object_agg(k, case
              when nearer < 2 then erased_json(v, nearer, people, forms, words)
              when k = 'custom_fields' then '{}'
              when k ~ '(^|_)(at|ids?)$' then v
              else erased_json(v, 2, people, forms, words) end), '{}')
            from jsonb_each(said) as o (k, v));
        else
          return said;
      end case;
    end $$`

  /* The same of JSON that is kept as text; a text that is none is erased as one. */
  yield* sql`create function erased_json_text(said text, how int, people bigint[], forms text, words text) returns text
    language plpgsql immutable as $$
    begin
      return erased_json(said::jsonb, how, people, forms, words)::text;
    exception when invalid_text_representation or untranslatable_character then
      return erased_text(said, forms, words);
    end $$`

  /* Bytes that are no UTF-8 as far as they are ASCII. */
  yield* sql`create function readable_text(said bytea) returns text language plpgsql immutable as $$
    begin
      return convert_from(said, 'UTF8');
    exception when others then
      return encode(said, 'escape');
    end $$`

  yield* erasureOfJournal
})

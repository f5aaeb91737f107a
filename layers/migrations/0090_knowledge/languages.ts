import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How words of a language are stemmed. Where PostgreSQL knows none of its rules, words are taken as they are. */
const stemmed: Readonly<Record<string, string>> = {
  ar: "arabic", ca: "catalan", da: "danish", de: "german", el: "greek", en: "english", es: "spanish", eu: "basque", fi: "finnish", fr: "french",
  ga: "irish", hi: "hindi", hu: "hungarian", hy: "armenian", id: "indonesian", it: "italian", lt: "lithuanian", nb: "norwegian", ne: "nepali",
  nl: "dutch", nn: "norwegian", no: "norwegian", pt: "portuguese", ro: "romanian", ru: "russian", sr: "serbian", sv: "swedish", ta: "tamil",
  tr: "turkish", yi: "yiddish"
}

export const languages = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  yield* sql.unsafe(`create function kb_stemming(language text) returns regconfig language sql immutable parallel safe return
    case language ${Object.entries(stemmed).map(([tag, name]) => `when '${tag}' then 'pg_catalog.${name}'::regconfig`).join(" ")}
    else 'pg_catalog.simple'::regconfig end`)

  /* Nothing but letters and digits, so that the parser finds no addresses, numbers with signs and words with hyphens, which it would take whole. */
  yield* sql`create function kb_plain(words text) returns text language sql immutable parallel safe
    return lower(regexp_replace(normalize(words), '[^[:alnum:]]+', ' ', 'g'))`

  /*
   * The words of a passage: what it is headed by weighs A for the title, B for headings and tags, D for the text. Words of the title stand there
   * once more behind a #: an index finds by these what is about a word that is common elsewhere.
   */
  yield* sql`create function kb_words(language text, title text, heading jsonb, tags text[], said text) returns tsvector language sql immutable parallel safe
    return setweight(to_tsvector(kb_stemming(language), kb_plain(title)), 'A')
      || setweight(to_tsvector(kb_stemming(language), kb_plain(concat_ws(' ', heading, array_to_string(tags, ' ')))), 'B')
      || setweight(to_tsvector(kb_stemming(language), kb_plain(said)), 'D')
      || array_to_tsvector(array(select '#' || t.lexeme from unnest(to_tsvector(kb_stemming(language), kb_plain(title))) t))`

  /* A word and what is left of it without any one of its letters: two that differ by one letter, or by two that changed places, share one of these. */
  yield* sql`create function kb_likenesses(word text) returns text[] language sql immutable parallel safe
    return case when length(word) between 4 and 40 then
      array(select word union select left(word, n - 1) || substr(word, n + 1) from generate_series(1, length(word)) n) else '{}' end`
})

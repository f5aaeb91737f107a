import type { Translations } from "../../../translations.ts"

export const kb: Translations = {
  "List entries of the knowledge base": "Einträge der Wissensdatenbank",
  "Get an entry of the knowledge base": "Eintrag der Wissensdatenbank",
  "Add an entry to the knowledge base": "Eintrag der Wissensdatenbank anlegen",
  "Change an entry of the knowledge base": "Eintrag der Wissensdatenbank ändern",
  "Archive an entry of the knowledge base": "Eintrag der Wissensdatenbank archivieren",
  "List the versions of an entry": "Versionen eines Eintrags",
  "Restore a version of an entry": "Version eines Eintrags wiederherstellen",
  "Make a draft of a question without an answer": "Entwurf aus einer unbeantworteten Frage erstellen",
  "Say whether an entry helped": "Angeben, ob ein Eintrag geholfen hat",
  "Search the knowledge base": "Wissensdatenbank durchsuchen",
  "List synonyms": "Synonyme",
  "Add synonyms": "Synonyme anlegen",
  "Change synonyms": "Synonyme ändern",
  "Remove synonyms": "Synonyme entfernen",
  "List sources of the knowledge base": "Quellen der Wissensdatenbank",
  "Get a source of the knowledge base": "Quelle der Wissensdatenbank",
  "Add a source to the knowledge base": "Quelle der Wissensdatenbank anlegen",
  "Change a source": "Quelle ändern",
  "Read a source again": "Quelle erneut einlesen",
  "Remove a source": "Quelle entfernen",
  "List documents of a source": "Dokumente einer Quelle",
  "Make entries from a template": "Einträge aus einer Vorlage erstellen",
  "Tell what is asked of the knowledge base": "Fragen an die Wissensdatenbank auswerten"
}

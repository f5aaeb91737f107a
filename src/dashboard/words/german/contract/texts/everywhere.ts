import type { Translations } from "../../../translations.ts"

export const everywhere: Translations = {
  "With country prefix; spaces and punctuation are removed.":
    "Mit Landesvorwahl; Leer- und Satzzeichen werden entfernt.",
  "At most 50; doubles are dropped, the order is the alphabet's.":
    "Höchstens 50; doppelte fallen weg, sie stehen in alphabetischer Reihenfolge.",
  "Changes the fields that are sent and leaves the others. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Checks and counts all rows and changes nothing.":
    "Prüft und zählt alle Zeilen und ändert nichts.",
  "Which field each column fills, as a JSON object: `{\"Mail\": \"email\", \"Age\": \"custom.age\", \"Id\": null}`. Columns it does not name go by their names.":
    "Welches Feld jede Spalte füllt, als JSON-Objekt: `{\"Mail\": \"email\", \"Age\": \"custom.age\", \"Id\": null}`. Nicht genannte Spalten gelten nach ihrem Namen.",
  "CSV in UTF-8 whose first row names the columns, separated by commas, semicolons or tabs; or one JSON object a line. Up to 25 MiB.":
    "CSV in UTF-8, deren erste Zeile die Spalten benennt, getrennt durch Kommas, Semikolons oder Tabulatoren; oder ein JSON-Objekt je Zeile. Bis 25 MiB.",
  "In the currency's smallest unit (cents).":
    "In der kleinsten Einheit der Währung (Cent).",
  "Who buys.":
    "Wer kauft.",
  "An instant: ISO 8601 with a zone.":
    "Ein Zeitpunkt: ISO 8601 mit Zeitzone.",
  "Street and number.":
    "Straße und Hausnummer.",
  "State, province or county.":
    "Bundesland, Provinz oder Kanton.",
  "The company's currency if left out.":
    "Ohne Angabe die Währung des Unternehmens.",
  "At most 200.":
    "Höchstens 200.",
  "Why, for the company.":
    "Warum, für das Unternehmen.",
  "What kind of goods it is for, as lines name it.":
    "Für welche Art von Waren, wie Positionen sie nennen.",
  "All rates, at most 500.":
    "Alle Sätze, höchstens 500.",
  "As customers read it.":
    "Wie Kunden es lesen.",
  "The id of a template, as `list_site_templates` has it.":
    "Die ID einer Vorlage, wie `list_site_templates` sie nennt.",
  "That of the company if left out.":
    "Ohne Angabe die des Unternehmens."
}

import type { Translations } from "../../../translations.ts"

export const analytics: Translations = {
  "What a figure of the daily brief counts, from which records, as of when, and the first ten of them. Brief, forecasts and alerts mean the same by it.":
    "Was eine Kennzahl des Tagesüberblicks zählt, aus welchen Datensätzen, von wann, und die ersten zehn davon. Überblick, Vorhersagen und Warnungen meinen damit dasselbe.",
  "Which figure.":
    "Welche Kennzahl.",
  "Replaces all alerts; those that are sent as they are keep what is known of them. Figures are looked at every minute. `alert.raised` tells once that one is beyond its bound, with an e-mail to owners and admins, and `alert.cleared` that it is so no longer.":
    "Ersetzt alle Warnungen; unverändert gesendete behalten, was von ihnen bekannt ist. Kennzahlen werden jede Minute geprüft. `alert.raised` meldet einmal, dass eine über ihrer Grenze ist, mit einer E-Mail an Inhaber und Administratoren, und `alert.cleared`, dass sie es nicht mehr ist.",
  "All alerts, at most 50.":
    "Alle Warnungen, höchstens 50.",
  "Saves a question to the company's own records under a name: a figure of `list_measures`, by what it is broken down, of which records and days, and with what it is compared. Everybody of the company sees it. A name that another report has is a conflict.":
    "Speichert eine Frage an die eigenen Datensätze des Unternehmens unter einem Namen: eine Kennzahl aus `list_measures`, wonach sie gegliedert wird, für welche Datensätze und Tage und womit sie verglichen wird. Alle im Unternehmen sehen sie. Ein Name, den ein anderer Bericht hat, ist ein Konflikt.",
  "One report of a company, whatever the letter case.":
    "Je Unternehmen nur ein Bericht dieses Namens, Groß- und Kleinschreibung gelten gleich.",
  "The figure; `list_measures` tells what each counts.":
    "Die Kennzahl; `list_measures` sagt, was jede zählt.",
  "By what it is broken down, at most 3: one of day, week, month, quarter or year, `weekday` (1 is Monday), `hour`, and what `list_measures` tells of the measure.":
    "Wonach sie gegliedert wird, höchstens 3: eines von Tag, Woche, Monat, Quartal oder Jahr, Wochentag (1 ist Montag), Stunde und was `list_measures` zu der Kennzahl nennt.",
  "All of them must fit.":
    "Alle davon müssen zutreffen.",
  "Days in the company's time zone. `last_7_days` and the like end with today, as do `this_month` and the like; `last_month` is the whole month before; weeks begin on Monday. Or from a day to a day, both of which count.":
    "Tage in der Zeitzone des Unternehmens. `last_7_days` und Ähnliche enden mit heute, ebenso `this_month` und Ähnliche; `last_month` ist der ganze Monat davor; Wochen beginnen am Montag. Oder von einem Tag bis zu einem Tag, beide eingeschlossen.",
  "`period_before`: as many days just before; of `this_month` and the like, the same days of the month before. `year_before`: the same days of the year before.":
    "`period_before`: ebenso viele Tage unmittelbar davor; bei `this_month` und Ähnlichen dieselben Tage des Monats davor. `year_before`: dieselben Tage des Vorjahres.",
  "Rows at most: the first in time, or else those with the largest figures.":
    "Höchstzahl der Zeilen: die zeitlich ersten, sonst die mit den größten Zahlen.",
  "`null`: lines over time, and else bars.":
    "`null`: Linien über die Zeit, sonst Balken.",
  "A report's name, question and schedule. `run_report` answers the question.":
    "Name, Frage und Zeitplan eines Berichts. `run_report` beantwortet die Frage.",
  "Nothing brings it back, and it is mailed no more. One that a dashboard shows is a conflict that names the dashboard.":
    "Nichts bringt ihn zurück, und er wird nicht mehr per E-Mail gesendet. Einer, den ein Dashboard zeigt, ist ein Konflikt, der das Dashboard nennt.",
  "Asks the report's question now, of records of the key's mode. Money is told by currency and never added across currencies; days are those of the company's time zone. What would take the database more than some seconds is stopped: `query_too_expensive`.":
    "Stellt die Frage des Berichts jetzt, an Datensätze des Modus des Schlüssels. Geld wird je Währung angegeben und nie über Währungen hinweg addiert; Tage sind die der Zeitzone des Unternehmens. Was die Datenbank mehr als einige Sekunden kosten würde, wird angehalten: `query_too_expensive`.",
  "Mails the report to members of the company every day, week or month at a time of the company's zone: with the chart as a picture, the table, and what it is narrowed by. With a test key nothing is sent. It ends by itself when none of the recipients is a member any more. With `If-Match`, only if nobody changed the report since.":
    "Sendet den Bericht jeden Tag, jede Woche oder jeden Monat zu einer Uhrzeit des Unternehmens per E-Mail an Mitglieder: mit dem Diagramm als Bild, der Tabelle und dem, was sie eingrenzt. Mit einem Testschlüssel wird nichts gesendet. Es endet von selbst, wenn keiner der Empfänger mehr Mitglied ist. Mit `If-Match` nur, wenn niemand den Bericht inzwischen geändert hat.",
  "`null` ends it.":
    "`null` beendet es.",
  "Runs the report and gives its rows as CSV, up to 1,000, with what they are compared with.":
    "Führt den Bericht aus und gibt seine Zeilen als CSV, bis zu 1.000, mit dem, womit sie verglichen werden.",
  "Puts reports side by side under a name. A name that another dashboard has is a conflict.":
    "Stellt Berichte unter einem Namen nebeneinander. Ein Name, den ein anderes Dashboard hat, ist ein Konflikt.",
  "One dashboard of a company, whatever the letter case.":
    "Je Unternehmen nur ein Dashboard dieses Namens, Groß- und Kleinschreibung gelten gleich.",
  "In this order, at most 12.":
    "In dieser Reihenfolge, höchstens 12.",
  "A dashboard with what each of its reports tells now, of records of the key's mode. A tile that takes the database too long says so in its place.":
    "Ein Dashboard mit dem, was jeder seiner Berichte jetzt sagt, zu Datensätzen des Modus des Schlüssels. Eine Kachel, die die Datenbank zu lange kostet, sagt es an ihrer Stelle.",
  "Replaces name and tiles. With `If-Match`, only if nobody changed it since.":
    "Ersetzt Name und Kacheln. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Nothing brings it back. Its reports stay.":
    "Nichts bringt es zurück. Seine Berichte bleiben.",
  "Send either `event` or `page`. It holds for what was counted before as well. A company has at most 100.":
    "Senden Sie entweder `event` oder `page`. Es gilt auch für das vorher Gezählte. Ein Unternehmen hat höchstens 100.",
  "No two goals have the same.":
    "Keine zwei Ziele heißen gleich.",
  "Reached by an event of this name; null where it is a page.":
    "Wird durch ein Ereignis dieses Namens erreicht; null, wo es eine Seite ist.",
  "Reached by a view of the page at this path; null where it is an event.":
    "Wird durch einen Aufruf der Seite mit diesem Pfad erreicht; null, wo es ein Ereignis ist.",
  "What was counted stays.":
    "Was gezählt wurde, bleibt."
}

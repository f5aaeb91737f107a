import type { Translations } from "../../../translations.ts"

export const integrations: Translations = {
  "One other system: what connecting it takes and does, and how the company is connected to it.":
    "Ein anderes System: was das Verbinden braucht und tut und wie das Unternehmen damit verbunden ist.",
  "What the catalogue calls it.":
    "Wie der Katalog es nennt.",
  "Connects the company to another system with the credentials that it needs, which are tried out at once and then kept sealed. Where somebody has to agree at the other side, `authorization_url` is where. Connecting again replaces the credentials and keeps what was brought over.":
    "Verbindet das Unternehmen mit einem anderen System mit den Zugangsdaten, die es braucht; sie werden sofort geprüft und dann verschlüsselt aufbewahrt. Wo jemand auf der anderen Seite zustimmen muss, sagt `authorization_url`, wo. Erneutes Verbinden ersetzt die Zugangsdaten und behält, was übernommen wurde.",
  "Of an app of the company's own at the other side.":
    "Einer eigenen App des Unternehmens auf der anderen Seite.",
  "Which of several there: an audience, a page, a form.":
    "Welches von mehreren dort: eine Zielgruppe, eine Seite, ein Formular.",
  "Which events are told: exact, by group or all.":
    "Welche Ereignisse gemeldet werden: einzeln, als Gruppe oder alle.",
  "Which side holds where both have changed the same record since it was last brought over.":
    "Welche Seite gilt, wo beide denselben Datensatz geändert haben, seit er zuletzt übernommen wurde.",
  "Asks the other system whether it still accepts the connection, and answers with how it stands.":
    "Fragt das andere System, ob es die Verbindung noch annimmt, und antwortet, wie es um sie steht.",
  "Forgets the credentials and stops everything between the two systems. What was brought over stays.":
    "Vergisst die Zugangsdaten und hält alles zwischen den beiden Systemen an. Was übernommen wurde, bleibt.",
  "Brings over what changed there since the last run, and tells what changed here, in a durable run that a crash does not stop: each record once. While a run is under way it answers with that. A record that both sides changed is left as `conflict` of the connection says. Where the other side asks for patience, it is waited for as long as it says.":
    "Übernimmt, was sich dort seit dem letzten Lauf geändert hat, und meldet, was sich hier geändert hat, in einem dauerhaften Lauf, den ein Absturz nicht aufhält: jeden Datensatz einmal. Während ein Lauf arbeitet, ist er die Antwort. Ein Datensatz, den beide Seiten geändert haben, bleibt so, wie `conflict` der Verbindung es sagt. Wo die andere Seite um Geduld bittet, wird so lange gewartet.",
  "Only tell what would be done.":
    "Nur sagen, was getan würde.",
  "What was brought over and told, run by run, the newest first.":
    "Was übernommen und gemeldet wurde, Lauf für Lauf, das Neueste zuerst.",
  "Every record that a run made, changed or left, with what it said before and the reason. Kept for 90 days.":
    "Jeder Datensatz, den ein Lauf angelegt, geändert oder gelassen hat, mit dem vorherigen Stand und dem Grund. Wird 90 Tage aufbewahrt.",
  "Takes back what the last run changed here, record by record, in a durable run: what it made goes into the bin, and what it changed says again what it said before. What somebody changed since stays, as does what was told to the other side.":
    "Nimmt in einem dauerhaften Lauf Datensatz für Datensatz zurück, was der letzte Lauf hier geändert hat: was er angelegt hat, kommt in den Papierkorb, und was er geändert hat, sagt wieder, was es vorher sagte. Was jemand seither geändert hat, bleibt, ebenso was der anderen Seite gemeldet wurde."
}

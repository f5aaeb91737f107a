import type { Translations } from "../../../translations.ts"

export const company: Translations = {
  "Changes the fields that are sent and leaves the others. New settings hold from now on: what was written down before, an invoice or a message, stays as it is. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Neue Einstellungen gelten von nun an: was vorher geschrieben wurde, eine Rechnung oder eine Nachricht, bleibt, wie es ist. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "What customers call the company.":
    "Wie Kunden das Unternehmen nennen.",
  "As it is registered; `name` where none is given.":
    "Wie sie eingetragen ist; ohne Angabe der Name.",
  "An image on https.":
    "Ein Bild unter https.",
  "Where customers write to.":
    "Wohin Kunden schreiben.",
  "An address of the company's own that e-mails to customers come from, once `email_domain` is verified; until then, and where it is null, they come from this installation's address and answers go to `contact_email`. Send it again to have its domain looked at anew.":
    "Eine eigene Adresse des Unternehmens, von der E-Mails an Kunden kommen, sobald `email_domain` bestätigt ist; bis dahin und bei null kommen sie von der Adresse dieser Installation, und Antworten gehen an `contact_email`. Senden Sie sie erneut, um ihre Domain noch einmal prüfen zu lassen.",
  "E.164.":
    "E.164.",
  "Of new records; those that exist keep theirs.":
    "Von neuen Datensätzen; bestehende behalten ihre.",
  "In which its days begin and its times are shown.":
    "In der ihre Tage beginnen und ihre Uhrzeiten angezeigt werden.",
  "How numbers and dates are written for people.":
    "Wie Zahlen und Daten für Menschen geschrieben werden.",
  "When customers are reminded by e-mail of invoices that are not paid: days after the day until which one is to be paid, or before it where negative, at 9 in the morning. Of invoices that are finalized from now on. Nobody is reminded where it is empty.":
    "Wann Kunden per E-Mail an unbezahlte Rechnungen erinnert werden: Tage nach dem Tag der Fälligkeit, oder davor, wenn negativ, um 9 Uhr morgens. Gilt für Rechnungen, die von nun an abgeschlossen werden. Ist es leer, wird niemand erinnert.",
  "The time of day, by the company's clock, at which its owners and admins get the daily brief by e-mail; nobody gets it where it is null. What `get_daily_brief` tells then.":
    "Die Uhrzeit des Unternehmens, zu der Inhaber und Administratoren den Tagesüberblick per E-Mail bekommen; bei null bekommt ihn niemand. Er enthält, was `get_daily_brief` dann sagt.",
  "What a person approves on the page, signed in, and not in the tool client that asks them: what cannot be undone and what moves money, or all.":
    "Was eine Person angemeldet auf der Seite freigibt und nicht in der verbundenen App, die sie fragt: was nicht rückgängig zu machen ist und was Geld bewegt, oder alles.",
  "Operations that destroy records which live and test keys share, like contacts and pages, are refused with test keys.":
    "Operationen, die von Live- und Testschlüsseln gemeinsam genutzte Datensätze wie Kontakte und Seiten vernichten, werden mit Testschlüsseln abgelehnt.",
  "Notes, calls and meetings with a contact.":
    "Notizen, Anrufe und Treffen mit einem Kontakt.",
  "What is to be done for a contact, and was; those that are done count.":
    "Was für einen Kontakt zu tun ist und getan wurde; es zählen die erledigten.",
  "Files on a record.":
    "Dateien an einem Datensatz.",
  "Rows of imported files that could not be taken.":
    "Zeilen importierter Dateien, die nicht übernommen werden konnten.",
  "What was brought over of a contact from another system, or told to one, with what it said before.":
    "Was aus einem anderen System über einen Kontakt übernommen oder dorthin gemeldet wurde, mit dem vorherigen Stand.",
  "E-mails to customers: address, subject, text, and what became of them.":
    "E-Mails an Kunden: Adresse, Betreff, Text und was daraus wurde.",
  "Text messages with a contact: numbers, words, pictures, and what became of them.":
    "SMS mit einem Kontakt: Nummern, Worte, Bilder und was daraus wurde.",
  "Calls with a contact: numbers, when, how long, what happened, what was said by machine.":
    "Anrufe mit einem Kontakt: Nummern, Zeitpunkt, Dauer, was geschah und was automatisch angesagt wurde.",
  "Messages that callers left, conversations that were recorded, and what was said in them.":
    "Nachrichten von Anrufern, aufgezeichnete Gespräche und was darin gesagt wurde.",
  "Who agreed to be texted, for which number, the words, where and when.":
    "Wer in SMS eingewilligt hat, für welche Nummer, der Wortlaut, wo und wann.",
  "What visitors wrote in the forms of the company's site.":
    "Was Besucher in den Formularen der Website des Unternehmens geschrieben haben.",
  "What was asked of the knowledge base, without who asked; e-mail addresses and long numbers are left out.":
    "Was die Wissensdatenbank gefragt wurde, ohne wer gefragt hat; E-Mail-Adressen und lange Nummern sind weggelassen.",
  "Conversations with the company's chat: with whom, their summary, and who of the company sees to them.":
    "Unterhaltungen mit dem Chat des Unternehmens: mit wem, ihre Zusammenfassung und wer vom Unternehmen sich darum kümmert.",
  "What was asked in the chat, what was answered, and whether that helped.":
    "Was im Chat gefragt und geantwortet wurde und ob es half.",
  "What the company's agents were asked, and what they answered; it may name a contact.":
    "Was die Agenten des Unternehmens gefragt wurden und was sie antworteten; es kann einen Kontakt nennen.",
  "What agents read and did for an answer, step by step, with what verbs answered; it may name a contact.":
    "Was Agenten für eine Antwort gelesen und getan haben, Schritt für Schritt, mit den Antworten der Verben; es kann einen Kontakt nennen.",
  "Puts the company on another tier, with its limits and operations, from now on and in every connection. Where the operator answers such requests, `requested_tier` says what was asked for until then, and asking for the tier that the company has takes the request back. A conflict where tiers have to be paid for and no payment can be taken yet.":
    "Bringt das Unternehmen in einen anderen Tarif mit dessen Grenzen und Operationen, von nun an und in jeder Verbindung. Wo der Betreiber solche Wünsche beantwortet, sagt `requested_tier` bis dahin, was gewünscht wurde, und den vorhandenen Tarif zu wünschen nimmt den Wunsch zurück. Ein Konflikt, wo Tarife bezahlt werden müssen und noch keine Zahlung möglich ist.",
  "What the company is to be on.":
    "In welchen Tarif das Unternehmen kommen soll.",
  "Makes the first records of an industry: opening hours, what can be booked, what is sold, where it lies, ways to a sale, texts and what customers ask. What is there by the same name stays as it is, so that it can be done again. Nothing is shown to visitors yet but answers of the knowledge base that need no fact of the company's own: services are not booked online, and products are drafts with example prices.":
    "Legt die ersten Datensätze einer Branche an: Öffnungszeiten, was gebucht werden kann, was verkauft wird, wo es liegt, Wege zum Verkauf, Texte und was Kunden fragen. Was unter demselben Namen da ist, bleibt, wie es ist, sodass es wiederholt werden kann. Besuchern wird noch nichts gezeigt außer Antworten der Wissensdatenbank, die keine Angabe des Unternehmens brauchen: Dienstleistungen sind nicht online buchbar, und Produkte sind Entwürfe mit Beispielpreisen.",
  "The id of a template, as `list_industry_templates` has it.":
    "Die ID einer Vorlage, wie `list_industry_templates` sie nennt.",
  "Kinds of records that are not to be made.":
    "Arten von Datensätzen, die nicht angelegt werden sollen.",
  "Adds a host of the company's own and answers with the DNS record that proves it. Until it was checked, requests to the host are not the company's.":
    "Fügt einen eigenen Hostnamen des Unternehmens hinzu und antwortet mit dem DNS-Eintrag, der ihn nachweist. Bis er geprüft ist, gehören Anfragen an ihn nicht dem Unternehmen.",
  "Looks for the DNS record now. Where it is found the host is the company's from this moment on, within a second everywhere; where it is not, `problem` says why. A host that another company has proved is refused. What was proved stays so.":
    "Sucht jetzt nach dem DNS-Eintrag. Wird er gefunden, gehört der Hostname von diesem Augenblick an dem Unternehmen, innerhalb einer Sekunde überall; sonst sagt `problem`, warum nicht. Ein Hostname, den ein anderes Unternehmen nachgewiesen hat, wird abgelehnt. Was nachgewiesen ist, bleibt es.",
  "Visitors do not find the company at this host any more, and another company may prove it.":
    "Besucher finden das Unternehmen unter diesem Hostnamen nicht mehr, und ein anderes Unternehmen darf ihn nachweisen."
}

import type { Translations } from "../../../translations.ts"

export const crm: Translations = {
  "Adds a person; a name, an e-mail address or a phone number is needed. An address that another contact already has is a conflict that names it. With `organization_id`, `company_name` is that company's name.":
    "Legt eine Person an; ein Name, eine E-Mail-Adresse oder eine Telefonnummer ist nötig. Eine Adresse, die ein anderer Kontakt schon hat, ist ein Konflikt, der ihn nennt. Mit `organization_id` ist `company_name` der Name dieser Firma.",
  "One contact a company; lower-cased.":
    "Ein Kontakt je Unternehmen; wird kleingeschrieben.",
  "A company of `/crm/companies`.":
    "Eine Firma aus `/crm/companies`.",
  "Free text, unless `organization_id` is set: then it is that company's name.":
    "Freier Text, außer wenn `organization_id` angegeben ist: dann ist es der Name dieser Firma.",
  "The member who looks after the contact.":
    "Das Mitglied, das den Kontakt betreut.",
  "Where the contact came from.":
    "Woher der Kontakt kam.",
  "Values of the company's own fields, by key (`list_custom_fields`): text, a number, a day (YYYY-MM-DD), one of the options or a boolean. `null` empties one; those not sent stay as they are.":
    "Werte der eigenen Felder des Unternehmens nach ihrem Schlüssel (`list_custom_fields`): Text, Zahl, Tag (JJJJ-MM-TT), eine der Auswahlmöglichkeiten oder ja/nein. `null` leert ein Feld; nicht gesendete bleiben, wie sie sind.",
  "One contact of the company, with its tags, the company's own fields and its score.":
    "Ein Kontakt des Unternehmens mit seinen Schlagwörtern, den eigenen Feldern des Unternehmens und seiner Bewertung.",
  "Puts the contact into the bin, where it can be restored for 30 days.":
    "Legt den Kontakt in den Papierkorb, aus dem er 30 Tage lang wiederhergestellt werden kann.",
  "Takes a contact out of the bin. A conflict if another contact has its e-mail address by now.":
    "Holt einen Kontakt aus dem Papierkorb. Ein Konflikt, wenn inzwischen ein anderer Kontakt seine E-Mail-Adresse hat.",
  "Replaces all tags of a contact.":
    "Ersetzt alle Schlagwörter eines Kontakts.",
  "Takes a file of contacts and works through it in a durable run, one file of a company at a time. A row whose e-mail address a contact has changes that contact, and only what the row fills; any other row makes a contact. Columns go by their names (`email`, `E-Mail`, `first name`, `custom.age`, ...) or by `mapping`; several tags stand in one cell, with semicolons between them. A row that does not fit is kept with its reason and does not stop the others.":
    "Nimmt eine Datei mit Kontakten an und arbeitet sie in einem dauerhaften Lauf ab, je Unternehmen eine Datei auf einmal. Eine Zeile, deren E-Mail-Adresse ein Kontakt hat, ändert diesen Kontakt, und nur, was die Zeile ausfüllt; jede andere Zeile legt einen Kontakt an. Spalten gelten nach ihren Namen (`email`, `E-Mail`, `first name`, `custom.age`, ...) oder nach der Zuordnung; mehrere Schlagwörter stehen in einer Zelle, durch Semikolons getrennt. Eine Zeile, die nicht passt, wird mit ihrem Grund aufgehoben und hält die anderen nicht auf.",
  "How far an import is, how its rows were taken, and the first rejected ones.":
    "Wie weit ein Import ist, was aus seinen Zeilen wurde, und die ersten abgelehnten.",
  "The rows that an import did not take, the first 10,000 of them, with the reasons, as CSV: put right, the same file can be imported. They are kept for 30 days.":
    "Die Zeilen, die ein Import nicht übernommen hat, die ersten 10.000 davon, mit den Gründen, als CSV: berichtigt kann dieselbe Datei importiert werden. Sie werden 30 Tage aufbewahrt.",
  "Everything that happened with a contact, newest first: activities, moves of its deals, completed tasks.":
    "Alles, was mit einem Kontakt geschah, das Neueste zuerst: Aktivitäten, Bewegungen seiner Verkaufschancen, erledigte Aufgaben.",
  "Everything that the company holds about one person, as one JSON file; contacts that were merged into it are part of it.":
    "Alles, was das Unternehmen über eine Person hat, als eine JSON-Datei; Kontakte, die mit ihr zusammengeführt wurden, gehören dazu.",
  "Deletes the contact, its activities, tasks and files for good, also from the bin, and takes the person out of all else: texts that name them, imports, consents, kept answers, events, deliveries, receipts. Deals stay without the person. The answer lists what was kept and why, also names and numbers that other contacts share. Within a minute what PostgreSQL has beside the rows follows (samples of values, dead rows, its write-ahead log, as far as the server lets us), and e-mails that were only written to files. Free room in its files keeps bytes until they are written over or its operator runs VACUUM FULL; backups, archived logs, and what webhooks and others were sent, are not reached. Nothing brings it back. A conflict while a file that names them is being imported.":
    "Löscht den Kontakt, seine Aktivitäten, Aufgaben und Dateien endgültig, auch aus dem Papierkorb, und nimmt die Person aus allem anderen heraus: Texte, die sie nennen, Importe, Freigaben, aufbewahrte Antworten, Ereignisse, Zustellungen, Belege. Verkaufschancen bleiben ohne die Person. Die Antwort führt auf, was behalten wurde und warum, auch Namen und Nummern, die andere Kontakte teilen. Innerhalb einer Minute folgt, was PostgreSQL neben den Zeilen hat (Stichproben von Werten, tote Zeilen, sein Schreibprotokoll, soweit der Server uns lässt), und E-Mails, die nur in Dateien geschrieben wurden. Freier Platz in seinen Dateien behält Bytes, bis sie überschrieben werden oder sein Betreiber VACUUM FULL ausführt; Sicherungen, archivierte Protokolle und was Webhooks und andere bekommen haben, werden nicht erreicht. Nichts bringt es zurück. Ein Konflikt, solange eine Datei importiert wird, die sie nennt.",
  "Adds a firm that contacts and deals can belong to, by its id as their `organization_id`. Two may have the same name: search with `list_companies` first.":
    "Legt eine Firma an, zu der Kontakte und Verkaufschancen gehören können, über ihre Nummer als deren `organization_id`. Zwei dürfen gleich heißen: suchen Sie vorher mit `list_companies`.",
  "Need not be unique.":
    "Muss nicht eindeutig sein.",
  "Host name of its website; lower-cased.":
    "Hostname ihrer Website; wird kleingeschrieben.",
  "Postal address, free text.":
    "Postanschrift als freier Text.",
  "One firm with its contacts and its open deals: the first 50 of each, and how many there are.":
    "Eine Firma mit ihren Kontakten und ihren offenen Verkaufschancen: jeweils die ersten 50 und wie viele es sind.",
  "Changes the fields that are sent and leaves the others. A new name is also its contacts' `company_name`. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Ein neuer Name ist auch der `company_name` ihrer Kontakte. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Its contacts and deals stay, and belong to no company any more; contacts keep its name as their `company_name`. Nothing brings it back.":
    "Ihre Kontakte und Verkaufschancen bleiben und gehören zu keiner Firma mehr; Kontakte behalten ihren Namen als `company_name`. Nichts bringt sie zurück.",
  "One deal with its history: every move between stages, newest first.":
    "Eine Verkaufschance mit ihrem Verlauf: jeder Wechsel zwischen Phasen, der neueste zuerst.",
  "Adds a deal; `amount` is in cents. Without `pipeline_id` it goes into the default pipeline, without `stage` into the first stage; a stage the pipeline does not have is refused with those it has.":
    "Legt eine Verkaufschance an; der Betrag ist in Cent. Ohne `pipeline_id` kommt sie in die Standard-Pipeline, ohne Phase in die erste; eine Phase, die die Pipeline nicht hat, wird abgelehnt, mit denen, die sie hat.",
  "The company's default pipeline if left out.":
    "Ohne Angabe die Standard-Pipeline des Unternehmens.",
  "A stage of the pipeline; its first if left out. In a won or lost stage the deal begins closed.":
    "Eine Phase der Pipeline; ohne Angabe die erste. In einer gewonnenen oder verlorenen Phase ist die Verkaufschance von Anfang an abgeschlossen.",
  "The tenant's currency if left out.":
    "Ohne Angabe die Währung des Unternehmens.",
  "The member who sells.":
    "Das Mitglied, das verkauft.",
  "When it is expected to be won.":
    "Wann sie voraussichtlich gewonnen wird.",
  "Why it begins where it does; for a lost stage, why it was lost.":
    "Warum sie dort beginnt; bei einer verlorenen Phase, warum sie verloren ging.",
  "Changes the fields that are sent and leaves the others; the stage is changed by `move_deal_stage`. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen; die Phase ändert `move_deal_stage`. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "May be sent along unchanged. `move_deal_stage` changes it.":
    "Kann unverändert mitgesendet werden. `move_deal_stage` ändert sie.",
  "Moves a deal within its pipeline and notes it in the history. The won and the lost stage close it, lost with a `reason`; an open stage opens it again. Moving it to where it is changes nothing.":
    "Verschiebt eine Verkaufschance innerhalb ihrer Pipeline und hält es im Verlauf fest. Die gewonnene und die verlorene Phase schließen sie ab, die verlorene mit einem Grund; eine offene Phase öffnet sie wieder. Sie dorthin zu verschieben, wo sie ist, ändert nichts.",
  "A stage of the deal's pipeline.":
    "Eine Phase der Pipeline der Verkaufschance.",
  "Kept in the history; required for the lost stage.":
    "Wird im Verlauf festgehalten; für die verlorene Phase nötig.",
  "Puts the deal into the bin, out of every list and sum; it can be restored for 30 days.":
    "Legt die Verkaufschance in den Papierkorb, aus allen Listen und Summen heraus; sie kann 30 Tage lang wiederhergestellt werden.",
  "Takes a deal out of the bin, into the stage it stood in. The bin keeps deals for 30 days.":
    "Holt eine Verkaufschance aus dem Papierkorb in die Phase, in der sie war. Der Papierkorb behält Verkaufschancen 30 Tage.",
  "Adds a pipeline: its stages in order, each with the probability of winning; at least one open, exactly one won and one lost. A name that another pipeline has is a conflict.":
    "Legt eine Pipeline an: ihre Phasen in ihrer Reihenfolge, jede mit der Wahrscheinlichkeit des Gewinns; mindestens eine offene, genau eine gewonnene und eine verlorene. Ein Name, den eine andere Pipeline hat, ist ein Konflikt.",
  "One pipeline of a company, whatever the letter case.":
    "Je Unternehmen nur eine Pipeline dieses Namens, Groß- und Kleinschreibung gelten gleich.",
  "Take over from the default pipeline.":
    "Löst die bisherige Standard-Pipeline ab.",
  "3 to 50, in the order deals pass them.":
    "3 bis 50, in der Reihenfolge, in der Verkaufschancen sie durchlaufen.",
  "Replaces name and stages. A stage gets a new name, and keeps its deals, where `was` says the old one. A stage that holds deals is neither removed nor given another outcome: a conflict that names them. With `If-Match`, only if nobody changed it since.":
    "Ersetzt Name und Phasen. Eine Phase bekommt einen neuen Namen und behält ihre Verkaufschancen, wo `was` den alten nennt. Eine Phase mit Verkaufschancen wird weder entfernt noch bekommt sie ein anderes Ergebnis: ein Konflikt, der sie nennt. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "All stages, 3 to 50, in the order deals pass them. One that is not listed is removed.":
    "Alle Phasen, 3 bis 50, in der Reihenfolge, in der Verkaufschancen sie durchlaufen. Eine nicht aufgeführte wird entfernt.",
  "`true` takes over from the default pipeline; the default itself stays so until another takes over.":
    "„Ja“ löst die bisherige Standard-Pipeline ab; die Standard-Pipeline selbst bleibt es, bis eine andere sie ablöst.",
  "How a pipeline stands: by stage the number of deals, their amounts as they are and weighted by probability, their age; and how many deals went on from each stage to the next. Amounts are summed by currency.":
    "Wie es um eine Pipeline steht: je Phase die Anzahl der Verkaufschancen, ihre Beträge unverändert und nach Wahrscheinlichkeit gewichtet, ihr Alter; und wie viele von jeder Phase in die nächste kamen. Beträge werden je Währung summiert.",
  "Notes what was done or said: a note, call, meeting or e-mail, with a contact, about a deal, or both. It sends nothing.":
    "Hält fest, was getan oder gesagt wurde: eine Notiz, einen Anruf, ein Treffen oder eine E-Mail, mit einem Kontakt, zu einer Verkaufschance oder beides. Es wird nichts gesendet.",
  "With whom; the deal's contact if left out.":
    "Mit wem; ohne Angabe der Kontakt der Verkaufschance.",
  "What it was about.":
    "Worum es ging.",
  "The member who did it.":
    "Das Mitglied, das es getan hat.",
  "Up to a day.":
    "Bis zu einem Tag.",
  "One note, call, meeting or e-mail.":
    "Eine Notiz, ein Anruf, ein Treffen oder eine E-Mail.",
  "Takes it out of every list and timeline; conditions of segments and scores no longer count it. Nothing brings it back.":
    "Nimmt sie aus jeder Liste und jedem Verlauf; Bedingungen von Segmenten und Bewertungen zählen sie nicht mehr. Nichts bringt sie zurück.",
  "Adds something to do, with a due time, for a member, a contact or a deal as needed. At its due time the event `task.due` is told, once, if it is open then.":
    "Legt etwas zu Erledigendes an, mit Fälligkeit, für ein Mitglied, einen Kontakt oder eine Verkaufschance, je nach Bedarf. Zur Fälligkeit wird das Ereignis `task.due` einmal gemeldet, wenn sie dann offen ist.",
  "When it should be done.":
    "Bis wann es getan sein soll.",
  "The member who does it.":
    "Das Mitglied, das es tut.",
  "What it is for.":
    "Wofür es ist.",
  "One task.":
    "Eine Aufgabe.",
  "Changes the fields that are sent and leaves the others; `status: open` takes a completion back. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen; `status: open` nimmt eine Erledigung zurück. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "`open` takes a completion back; `completed` is what `complete_task` does.":
    "„offen“ nimmt eine Erledigung zurück; „abgeschlossen“ tut dasselbe wie `complete_task`.",
  "With whom.":
    "Mit wem.",
  "Marks a task as done. Doing it again changes nothing.":
    "Markiert eine Aufgabe als erledigt. Ein zweites Mal ändert nichts.",
  "Takes the task out of every list, and its due time is not told any more. Nothing brings it back.":
    "Nimmt die Aufgabe aus jeder Liste, und ihre Fälligkeit wird nicht mehr gemeldet. Nichts bringt sie zurück.",
  "Keeps this contact and moves the deals, activities, tasks, files, emails, sms threads, sms messages, calls, sms consents, campaign recipients, orders, payments, payment methods, invoices, quotes, subscriptions, carts, fulfillments, returns, appointments, waiting list, form answers and ai conversations of the others to it. It takes their tags, and their values where it has none; the others go to the bin. At most 10000 deals, activities, tasks, files, emails, sms threads, sms messages, calls, sms consents, campaign recipients, orders, payments, payment methods, invoices, quotes, subscriptions, carts, fulfillments, returns, appointments, waiting list, form answers and ai conversations in all. `unmerge_contacts` undoes it for 30 days.":
    "Behält diesen Kontakt und überträgt ihm die Verkaufschancen, Aktivitäten, Aufgaben, Dateien, E-Mails, SMS-Unterhaltungen, SMS-Nachrichten, Anrufe, SMS-Einwilligungen, Kampagnenempfänger, Bestellungen, Zahlungen, Zahlungsmittel, Rechnungen, Angebote, Abonnements, Warenkörbe, Lieferungen, Rückgaben, Termine, Wartelisteneinträge, Formularantworten und KI-Unterhaltungen der anderen. Er übernimmt ihre Schlagwörter und ihre Werte, wo er keine hat; die anderen kommen in den Papierkorb. Höchstens 10000 von alledem zusammen. `unmerge_contacts` macht es 30 Tage lang rückgängig.",
  "The others, 1 to 20, the best first: where the kept one has no value, the first of them that has one gives it.":
    "Die anderen, 1 bis 20, der beste zuerst: wo der behaltene keinen Wert hat, gibt ihn der erste, der einen hat.",
  "Takes the merged contacts out of the bin and gives them back what went over and is still with the kept one, which loses the values and tags it took, unless they were changed since. A conflict if an e-mail address is taken by now, or the kept contact was merged itself.":
    "Holt die zusammengeführten Kontakte aus dem Papierkorb und gibt ihnen zurück, was überging und noch beim behaltenen ist; dieser verliert die übernommenen Werte und Schlagwörter, wenn sie seither nicht geändert wurden. Ein Konflikt, wenn eine E-Mail-Adresse inzwischen vergeben ist oder der behaltene Kontakt selbst zusammengeführt wurde.",
  "Puts a file on a contact, a deal or a company: one of `contact_id`, `deal_id` and `organization_id` is needed. A merge of contacts moves it; it goes with its record.":
    "Hängt eine Datei an einen Kontakt, eine Verkaufschance oder eine Firma: `contact_id`, `deal_id` oder `organization_id` ist nötig. Eine Zusammenführung von Kontakten nimmt sie mit; sie geht mit ihrem Datensatz.",
  "The contact that it belongs to.":
    "Der Kontakt, zu dem sie gehört.",
  "Or the deal.":
    "Oder die Verkaufschance.",
  "Or the company of `/crm/companies`.":
    "Oder die Firma aus `/crm/companies`.",
  "The bytes of the file. What they begin with has to be of the media type that is said. Up to 25 MiB.":
    "Der Inhalt der Datei. Ihr Anfang muss zum angegebenen Medientyp passen. Bis 25 MiB.",
  "The bytes of one file, to be saved.":
    "Der Inhalt einer Datei, zum Speichern.",
  "Deletes a file and its bytes. Nothing brings it back.":
    "Löscht eine Datei und ihren Inhalt. Nichts bringt sie zurück.",
  "The score of a contact, worked out now, with the rules that gave each point. The `score` of a contact in lists follows a change within seconds, and the passing of time once a day.":
    "Die Bewertung eines Kontakts, jetzt berechnet, mit den Regeln, die jeden Punkt gaben. In Listen folgt die Bewertung einer Änderung innerhalb von Sekunden und dem Lauf der Zeit einmal am Tag.",
  "Replaces all rules: each gives its points to the contacts that its filter fits, by fields, tags, the company's own fields, activities, deals and times. All scores are then worked out anew by a workflow run. The rules that are set already change nothing.":
    "Ersetzt alle Regeln: jede gibt ihre Punkte den Kontakten, auf die ihr Filter zutrifft, nach Feldern, Schlagwörtern, den eigenen Feldern des Unternehmens, Aktivitäten, Verkaufschancen und Zeiten. Ein Lauf eines Ablaufs berechnet danach alle Bewertungen neu. Schon geltende Regeln ändern nichts.",
  "Adds a field to contacts or deals: text, number, date, select or boolean. At most 200 an object. A key that another field of the object has is a conflict.":
    "Fügt Kontakten oder Verkaufschancen ein Feld hinzu: Text, Zahl, Datum, Auswahl oder ja/nein. Höchstens 200 je Objekt. Ein Schlüssel, den ein anderes Feld des Objekts hat, ist ein Konflikt.",
  "What gets the field.":
    "Was das Feld bekommt.",
  "Its name in `custom_fields`; one field of an object has it.":
    "Sein Name in `custom_fields`; je Objekt hat ihn nur ein Feld.",
  "Its name for people.":
    "Sein Name für Menschen.",
  "What a `select` chooses from: 1 to 200, all different. Empty for other types.":
    "Woraus bei einer Auswahl gewählt wird: 1 bis 200 verschiedene. Leer bei anderen Arten.",
  "One field that the company added.":
    "Ein Feld, das das Unternehmen hinzugefügt hat.",
  "Changes the label, or what a select chooses from. An option that records have does not go: that is a conflict. With `If-Match`, only if nobody changed it since.":
    "Ändert die Bezeichnung oder die Auswahlmöglichkeiten. Eine Möglichkeit, die Datensätze haben, lässt sich nicht entfernen: das ist ein Konflikt. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Deletes the field with its values in all records. A conflict while a segment or a scoring rule asks for it, or more than 10000 records have a value.":
    "Löscht das Feld mit seinen Werten in allen Datensätzen. Ein Konflikt, solange ein Segment oder eine Bewertungsregel danach fragt oder mehr als 10000 Datensätze einen Wert haben.",
  "Saves a filter of contacts under a name: conditions on fields, tags, the company's own fields, score, activities, deals and times, with all, any and none. A name that another segment has is a conflict.":
    "Speichert einen Filter von Kontakten unter einem Namen: Bedingungen an Felder, Schlagwörter, die eigenen Felder des Unternehmens, Bewertung, Aktivitäten, Verkaufschancen und Zeiten, mit all, any und none. Ein Name, den ein anderes Segment hat, ist ein Konflikt.",
  "One segment of a company, whatever the letter case.":
    "Je Unternehmen nur ein Segment dieses Namens, Groß- und Kleinschreibung gelten gleich.",
  "Which of the conditions must fit.":
    "Welche der Bedingungen zutreffen müssen.",
  "A segment's name and filter.":
    "Name und Filter eines Segments.",
  "Nothing brings it back; its name is free again. Its contacts stay.":
    "Nichts bringt es zurück; sein Name ist wieder frei. Seine Kontakte bleiben.",
  "The contacts that the segment's filter fits now. `list_contacts` with `segment_id` narrows them further.":
    "Die Kontakte, auf die der Filter des Segments jetzt zutrifft. `list_contacts` mit `segment_id` grenzt sie weiter ein."
}

import type { Translations } from "../../../translations.ts"

export const calendar: Translations = {
  "One appointment: when, with whom, for whom, and how it stands.":
    "Ein Termin: wann, bei wem, für wen und wie es um ihn steht.",
  "Books a service for a customer at one of the starts that `get_availability` answers with. Whoever is free and least booked does it, and free rooms and equipment are taken, so that nobody and nothing is ever booked twice. A start that is not free is a conflict, whose `details` name up to five free ones nearest to it: of each, `error` is the instant in UTC and \"is free\", as in `2026-12-05T17:00:00.000Z is free`.":
    "Bucht eine Dienstleistung für einen Kunden zu einer der Anfangszeiten, die `get_availability` nennt. Die freie Person mit den wenigsten Buchungen übernimmt ihn, und freie Räume und Ausstattung werden belegt, sodass niemand und nichts doppelt gebucht ist. Eine nicht freie Anfangszeit ist ein Konflikt, der bis zu fünf der nächsten freien nennt, jede als Zeitpunkt in UTC.",
  "With this person; with whoever is free and least booked if left out.":
    "Bei dieser Person; ohne Angabe bei der freien Person mit den wenigsten Buchungen.",
  "Who comes; or `contact`.":
    "Wer kommt; oder `contact`.",
  "How many take part; more than 1 in group services only.":
    "Wie viele teilnehmen; mehr als 1 nur bei Gruppen.",
  "`requested` holds the time until somebody of the company confirms or declines it.":
    "„angefragt“ hält die Zeit frei, bis jemand vom Unternehmen zusagt oder ablehnt.",
  "To the service's `questions`.":
    "Auf die Fragen der Dienstleistung.",
  "The service's deposit is asked for: it is `requested`, and given up after 30 minutes unless that is paid.":
    "Die Anzahlung der Dienstleistung wird verlangt: der Termin ist angefragt und verfällt nach 30 Minuten, wenn sie nicht bezahlt ist.",
  "The customer's, in which they are written to.":
    "Die des Kunden, in der ihm geschrieben wird.",
  "The service's notice, horizon and daily limit do not hold for this one. Nobody and nothing is booked twice all the same.":
    "Vorlauf, Buchungshorizont und Höchstzahl am Tag gelten für diesen Termin nicht. Doppelt gebucht wird trotzdem niemand und nichts.",
  "Moves an appointment that is requested or booked to another free start, as one step: where that start is not free, it stays where it is, and the conflict's `details` name the nearest free ones. One that is there already stays as it is.":
    "Verlegt einen angefragten oder gebuchten Termin auf eine andere freie Anfangszeit, in einem Schritt: ist sie nicht frei, bleibt er, wo er ist, und der Konflikt nennt die nächsten freien. Einer, der schon dort ist, bleibt, wie er ist.",
  "With this person; if left out, with the same one where possible, or else another.":
    "Bei dieser Person; ohne Angabe möglichst bei derselben, sonst bei einer anderen.",
  "Calls an appointment off that is requested or booked, and sets its time free for others; with the `scope` `following` also those after it in its series. One that is canceled stays as it is.":
    "Sagt einen angefragten oder gebuchten Termin ab und gibt seine Zeit für andere frei; mit dem Umfang `following` auch die folgenden seiner Serie. Ein abgesagter bleibt, wie er ist.",
  "`following` calls off those after it in its series too.":
    "„auch folgende“ sagt auch die folgenden der Serie ab.",
  "Says of an appointment that has begun whether it took place or nobody came; said again, the last word holds.":
    "Sagt von einem begonnenen Termin, ob er stattfand oder niemand kam; bei Wiederholung gilt das letzte Wort.",
  "Whether it took place, or nobody came.":
    "Ob er stattfand oder niemand kam.",
  "Books an appointment that is requested. One that is booked stays as it is.":
    "Bucht einen angefragten Termin. Ein gebuchter bleibt, wie er ist.",
  "Says no to an appointment that is requested, and sets its time free for others. One that is declined stays as it is.":
    "Lehnt einen angefragten Termin ab und gibt seine Zeit für andere frei. Ein abgelehnter bleibt, wie er ist.",
  "Books a service every so many weeks at the same time by the company's clock, as one step, with the same person where possible. Where a start is not free, either nothing is booked and the conflict's `details` name each such start with the nearest free ones, or the others are booked, as asked. The service's horizon holds for the first of them only.":
    "Bucht eine Dienstleistung alle so viele Wochen zur selben Uhrzeit des Unternehmens, in einem Schritt, möglichst bei derselben Person. Wo eine Anfangszeit nicht frei ist, wird entweder nichts gebucht, und der Konflikt nennt jede solche mit den nächsten freien, oder die anderen werden gebucht, je nach Wunsch. Der Buchungshorizont der Dienstleistung gilt nur für den ersten.",
  "Weeks from one to the next.":
    "Wochen von einem zum nächsten.",
  "How many in all.":
    "Wie viele insgesamt.",
  "Whether nothing is booked where one of them is not free, or the others are.":
    "Ob nichts gebucht wird, wo einer davon nicht frei ist, oder ob die anderen gebucht werden.",
  "Notes that a customer waits for a time of a service on some days. When an appointment is called off, moved or given up, what is free by that is offered to the first of whom it suits: an appointment that is `requested` and held for them for two hours. `confirm_appointment` takes it; `cancel_appointment`, or no word until then, passes it on to the next.":
    "Hält fest, dass ein Kunde an bestimmten Tagen auf eine Zeit einer Dienstleistung wartet. Wird ein Termin abgesagt, verlegt oder aufgegeben, wird das Freigewordene dem Ersten angeboten, dem es passt: als angefragter Termin, der zwei Stunden für ihn vorgemerkt ist. `confirm_appointment` nimmt ihn an; `cancel_appointment`, oder keine Antwort bis dahin, gibt ihn an den Nächsten weiter.",
  "The first day that suits them, by the company's clock.":
    "Der erste Tag, der passt, nach der Uhr des Unternehmens.",
  "The last day that suits them, by the company's clock.":
    "Der letzte Tag, der passt, nach der Uhr des Unternehmens.",
  "Only with this person; with anybody who does it if left out.":
    "Nur bei dieser Person; ohne Angabe bei allen, die es anbieten.",
  "Says that somebody does not wait any more; what is offered to them is given up, and offered to the next.":
    "Sagt, dass jemand nicht mehr wartet; was ihm angeboten ist, wird aufgegeben und dem Nächsten angeboten.",
  "When a service can be booked: the starts that working hours, time off, holidays, appointments, connected calendars, notice and buffers leave, right across every change of the clocks.":
    "Wann eine Dienstleistung gebucht werden kann: die Anfangszeiten, die Arbeitszeiten, Abwesenheiten, Feiertage, Termine, verbundene Kalender, Vorlauf und Pufferzeiten übrig lassen, auch über jede Zeitumstellung hinweg.",
  "A day of `time_zone`, from its beginning, or an instant.":
    "Ein Tag in `time_zone`, von seinem Beginn an, oder ein Zeitpunkt.",
  "A day of `time_zone`, to its end, or an instant; at most 62 days after `from`.":
    "Ein Tag in `time_zone`, bis zu seinem Ende, oder ein Zeitpunkt; höchstens 62 Tage nach dem Anfang.",
  "Whether a service can be booked at a start, and if not, everything that takes it: working hours, time off, a holiday, an appointment, a busy time of a connected calendar, notice, a buffer or a limit.":
    "Ob eine Dienstleistung zu einer Anfangszeit gebucht werden kann, und wenn nicht, alles, was dagegen spricht: Arbeitszeiten, Abwesenheit, ein Feiertag, ein Termin, eine belegte Zeit eines verbundenen Kalenders, Vorlauf, eine Pufferzeit oder eine Grenze.",
  "How long it takes, what it costs, who does it and where.":
    "Wie lange sie dauert, was sie kostet, wer sie anbietet und wo.",
  "Adds something that can be booked. It needs at least one staff member or one group of resources: what nobody and nothing is taken by could be booked without end.":
    "Legt etwas an, das gebucht werden kann. Es braucht mindestens einen Mitarbeiter oder eine Gruppe von Räumen oder Ausstattung: was niemanden und nichts belegt, ließe sich endlos buchen.",
  "Person and room are taken so long before it too.":
    "Person und Raum sind auch so lange davor belegt.",
  "Person and room are taken so long after it too.":
    "Person und Raum sind auch so lange danach belegt.",
  "It can begin so many minutes apart, from the beginning of the working hours on.":
    "Er kann in solchen Abständen in Minuten beginnen, vom Beginn der Arbeitszeit an.",
  "Of one seat, in the smallest unit of `currency`; on request if null.":
    "Für einen Platz, in der kleinsten Einheit der Währung; bei null auf Anfrage.",
  "Of `price` and `deposit_amount`; the company's currency if left out.":
    "Von `price` und `deposit_amount`; ohne Angabe die Währung des Unternehmens.",
  "How many seats there are at the same time; more than 1 is a group.":
    "Wie viele Plätze es gleichzeitig gibt; mehr als 1 ist eine Gruppe.",
  "Staff of whom any one does it; nobody is needed if it is empty.":
    "Mitarbeiter, von denen jeder es anbietet; ist es leer, wird niemand gebraucht.",
  "Rooms and equipment that it takes: one of each group.":
    "Räume und Ausstattung, die belegt werden: eines aus jeder Gruppe.",
  "It is booked so long before it begins, or earlier.":
    "Gebucht wird mindestens so lange vor Beginn.",
  "It is booked at most so many days ahead.":
    "Gebucht wird höchstens so viele Tage im Voraus.",
  "So many appointments of it on one day, by the company's clock; any number if null.":
    "So viele Termine davon an einem Tag, nach der Uhr des Unternehmens; bei null beliebig viele.",
  "Customers can move or cancel a booking themselves until so long before it begins.":
    "Kunden können eine Buchung bis so lange vor Beginn selbst verlegen oder absagen.",
  "Whether a booking of a customer holds at once, or is only requested until the company confirms it, which is a task of whom it is asked of.":
    "Ob die Buchung eines Kunden sofort gilt oder nur angefragt ist, bis das Unternehmen sie bestätigt; das ist dann eine Aufgabe dessen, bei dem angefragt wurde.",
  "What customers pay for a booking to hold; at most the price.":
    "Was Kunden zahlen, damit eine Buchung gilt; höchstens der Preis.",
  "The deposit of somebody who does not come is kept.":
    "Die Anzahlung wird behalten, wenn jemand nicht erscheint.",
  "How long before it begins customers are reminded by e-mail; at most 5 times.":
    "Wie lange vor Beginn Kunden per E-Mail erinnert werden; höchstens 5-mal.",
  "Visitors may book it on the company's page.":
    "Besucher dürfen es auf der Seite des Unternehmens buchen.",
  "Can be booked.":
    "Kann gebucht werden.",
  "Changes the fields that are sent and leaves the others. What is booked already stays as it was booked. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Was schon gebucht ist, bleibt, wie es gebucht wurde. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Of `price` and `deposit_amount`.":
    "Von `price` und `deposit_amount`.",
  "Adds somebody who does what is booked. They work during the company's opening hours until `set_working_hours` gives them hours of their own.":
    "Fügt jemanden hinzu, der das Gebuchte ausführt. Er arbeitet während der Öffnungszeiten des Unternehmens, bis `set_working_hours` ihm eigene Zeiten gibt.",
  "Where bookings are sent to.":
    "Wohin Buchungen gesendet werden.",
  "The member of the company who it is, if any.":
    "Das Mitglied des Unternehmens, das diese Person ist, falls es eines gibt.",
  "Which appointments the member of the company who it is finds, signed in or by a tool client: those of everybody, or their own. Admins, owners and keys find all, and only they change it. What a contact's timeline tells stays the same.":
    "Welche Termine das Mitglied des Unternehmens, das diese Person ist, angemeldet oder mit einer verbundenen App findet: die von allen oder die eigenen. Administratoren, Inhaber und Schlüssel finden alle, und nur sie ändern es. Was der Verlauf eines Kontakts zeigt, bleibt gleich.",
  "Changes the fields that are sent and leaves the others. Who is no longer active keeps their appointments and gets no others. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Wer nicht mehr aktiv ist, behält seine Termine und bekommt keine neuen. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Replaces the hours of the week and the dates with other hours, all by the company's clock. Appointments that are booked stay.":
    "Ersetzt die Stunden der Woche und die Tage mit anderen Stunden, alle nach der Uhr des Unternehmens. Gebuchte Termine bleiben.",
  "Hours of an ordinary week by the company's clock; the company's opening hours if null.":
    "Die Stunden einer gewöhnlichen Woche nach der Uhr des Unternehmens; bei null die Öffnungszeiten des Unternehmens.",
  "Adds a room or a piece of equipment, which one appointment at a time can take.":
    "Legt einen Raum oder ein Stück Ausstattung an, das ein Termin auf einmal belegen kann.",
  "Changes the fields that are sent and leaves the others. What is no longer active stays with its appointments and gets no others. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Was nicht mehr aktiv ist, bleibt bei seinen Terminen und bekommt keine neuen. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Says when a staff member, or everybody, is away: once, or again and again by a rule. Nothing can be booked with them then; appointments that are booked stay.":
    "Sagt, wann ein Mitarbeiter oder alle abwesend sind: einmal oder wiederholt nach einer Regel. Dann kann nichts bei ihnen gebucht werden; gebuchte Termine bleiben.",
  "Not only they but all staff are away, and what needs nobody cannot be booked either.":
    "Nicht nur sie, sondern das ganze Personal ist abwesend, und auch was niemanden braucht, kann nicht gebucht werden.",
  "By the company's clock.":
    "Nach der Uhr des Unternehmens.",
  "By the company's clock; not before `starts`.":
    "Nach der Uhr des Unternehmens; nicht vor dem Beginn.",
  "When it comes again: a rule of RFC 5545 without DTSTART, of days, weeks, months or years; by the company's clock, without end if it has neither COUNT nor UNTIL.":
    "Wann sie sich wiederholt: eine Regel nach RFC 5545 ohne DTSTART, in Tagen, Wochen, Monaten oder Jahren; nach der Uhr des Unternehmens, unbegrenzt, wenn weder COUNT noch UNTIL angegeben ist.",
  "Days on which it does not come again.":
    "Tage, an denen sie sich nicht wiederholt.",
  "Customers do not see it.":
    "Kunden sehen es nicht.",
  "Deletes it, with all times that it comes again.":
    "Löscht sie mit allen Wiederholungen.",
  "Changes the fields that are sent and leaves the others. Appointments that are booked stay.":
    "Ändert die gesendeten Felder und lässt die anderen. Gebuchte Termine bleiben.",
  "When anything can be booked, and the working hours of staff without hours of their own. Null: those of the company's settings, or Monday to Friday 09:00 to 17:00 where it has none.":
    "Wann überhaupt etwas gebucht werden kann, und die Arbeitszeiten von Mitarbeitern ohne eigene. Null: die aus den Einstellungen des Unternehmens, oder Montag bis Freitag 9 bis 17 Uhr, wo es keine gibt.",
  "ISO 3166-1, two letters: there is nothing to book on its public holidays. None if null.":
    "ISO 3166-1, zwei Buchstaben: an seinen Feiertagen ist nichts zu buchen. Bei null keine.",
  "Whose public holidays hold besides the country's: a state, as in `BY`, or a part of it, as in `BY-EVANG`.":
    "Wessen Feiertage neben denen des Landes gelten: ein Bundesland wie `BY` oder ein Teil davon wie `BY-EVANG`.",
  "Public holidays on which the company is open all the same.":
    "Feiertage, an denen das Unternehmen trotzdem geöffnet ist.",
  "The public holidays of the country and region of the calendar's settings, whole days only: nothing can be booked then unless the company is open all the same.":
    "Die Feiertage des Landes und der Region aus den Einstellungen des Kalenders, nur ganze Tage: dann kann nichts gebucht werden, außer wenn das Unternehmen trotzdem geöffnet ist.",
  "The first day.":
    "Der erste Tag.",
  "The last day, at most 731 days after the first.":
    "Der letzte Tag, höchstens 731 Tage nach dem ersten.",
  "Connects a calendar that a staff member keeps elsewhere: an ICS address or a CalDAV account. The address is asked at once, so that a wrong password or a wrong address is told at once; where an account has several calendars, the answer names them to choose from. From then on it is read every 15 minutes, only what changed. Its entries take the staff member's time, unless they are marked as free; of what they say, only the times are kept. With `direction` `both`, live appointments of the staff member are written into it. An ICS address under `example` is simulated: somebody's lunch on Mondays.":
    "Verbindet einen Kalender, den ein Mitarbeiter anderswo führt: eine ICS-Adresse oder ein CalDAV-Konto. Die Adresse wird sofort abgefragt, sodass ein falsches Passwort oder eine falsche Adresse sofort gemeldet wird; hat ein Konto mehrere Kalender, nennt die Antwort sie zur Auswahl. Von da an wird er alle 15 Minuten gelesen, nur was sich änderte. Seine Einträge belegen die Zeit des Mitarbeiters, außer wenn sie als frei gekennzeichnet sind; aufbewahrt werden nur die Zeiten. Mit der Richtung `both` werden Termine des Mitarbeiters im Live-Modus hineingeschrieben. Eine ICS-Adresse unter `example` ist simuliert: jemandes Mittagessen an Montagen.",
  "Whose calendar it is.":
    "Wessen Kalender es ist.",
  "`ics`: an address that gives a whole calendar, read only. `caldav`: an account of a calendar server.":
    "„ICS“: eine Adresse, die einen ganzen Kalender liefert, nur lesend. „CalDAV“: ein Konto eines Kalenderservers.",
  "What people call it; the calendar's own name if left out.":
    "Wie er bei Ihnen heißt; ohne Angabe der eigene Name des Kalenders.",
  "Of an ICS calendar its address, as calendar programs offer it for subscribing. Of a CalDAV account the server's address, or that of one of its calendars. It is kept sealed, and answers tell its host alone.":
    "Bei einem ICS-Kalender seine Adresse, wie Kalenderprogramme sie zum Abonnieren anbieten. Bei einem CalDAV-Konto die Adresse des Servers oder eines seiner Kalender. Sie wird verschlüsselt aufbewahrt, und Antworten nennen nur den Host.",
  "What the account is known by, where it asks for that.":
    "Unter welchem Namen das Konto bekannt ist, wo es danach fragt.",
  "Which calendar of a CalDAV account, by its name or address, where it has several.":
    "Welcher Kalender eines CalDAV-Kontos, nach Name oder Adresse, wenn es mehrere hat.",
  "`read`: what it says takes the staff member's time. `both`: the staff member's appointments are written into it as well, which a CalDAV account can.":
    "„lesen“: was darin steht, belegt die Zeit des Mitarbeiters. „beide“: die Termine des Mitarbeiters werden auch hineingeschrieben, was ein CalDAV-Konto kann.",
  "Reads a connected calendar now, without waiting for its time, and writes what is to be written there. The answer names the run.":
    "Liest einen verbundenen Kalender jetzt, ohne auf seine Zeit zu warten, und schreibt hinein, was dort stehen soll. Die Antwort nennt den Lauf.",
  "Forgets a calendar: its entries no longer take the staff member's time, and its password is forgotten. Where appointments were written into it, they are taken out of it first, for which the password is kept for a day at most.":
    "Vergisst einen Kalender: seine Einträge belegen die Zeit des Mitarbeiters nicht mehr, und sein Passwort wird vergessen. Wo Termine hineingeschrieben wurden, werden sie vorher herausgenommen; dafür wird das Passwort höchstens einen Tag aufbewahrt.",
  "The address by which any calendar program subscribes to the appointments of a staff member, or of everybody. There is one for each choice, and asked again the answer is the same, until `renew` makes another.":
    "Die Adresse, unter der ein Kalenderprogramm die Termine eines Mitarbeiters oder aller abonniert. Es gibt eine für jede Wahl, und erneut gefragt ist die Antwort dieselbe, bis `renew` eine andere erzeugt.",
  "Whose appointments; everybody's if left out.":
    "Wessen Termine; ohne Angabe die von allen.",
  "Whether customers' names, answers and notes are in it. Who has the address reads them.":
    "Ob Namen, Antworten und Notizen der Kunden darin stehen. Wer die Adresse hat, liest sie.",
  "Makes a new address; the one before is no longer good.":
    "Erzeugt eine neue Adresse; die bisherige gilt dann nicht mehr.",
  "For calendar programs, which know the address alone. Entries keep their identity, so that a change changes them and makes no second one.":
    "Für Kalenderprogramme, die nur die Adresse kennen. Einträge behalten ihre Kennung, sodass eine Änderung sie ändert und keinen zweiten anlegt.",
  "What `create_calendar_feed` gave, with `.ics` at its end.":
    "Was `create_calendar_feed` gab, mit `.ics` am Ende."
}

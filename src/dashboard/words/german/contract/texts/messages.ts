import type { Translations } from "../../../translations.ts"

export const messages: Translations = {
  "One e-mail with its text and HTML.":
    "Eine E-Mail mit ihrem Text und HTML.",
  "Numbers that the provider has to give, with what each costs a month. Nothing is kept for anybody: `provision_phone_number` gets one. With a test key they are simulated.":
    "Nummern, die der Anbieter hat, und was jede im Monat kostet. Für niemanden wird etwas zurückgehalten: `provision_phone_number` bezieht eine. Mit einem Testschlüssel sind sie simuliert.",
  "ISO 3166-1, two letters.":
    "ISO 3166-1, zwei Buchstaben.",
  "Gets a number that `search_available_numbers` found, for the price that it told: if the provider asks for more by now, the number is not had. The provider is asked once; where its answer is lost it is asked what it did. The answer waits up to four seconds for that; later `list_phone_numbers` tells. With a test key the number is simulated: +1 500 555 0000 is one that somebody else has.":
    "Bezieht eine Nummer, die `search_available_numbers` gefunden hat, zu dem dort genannten Preis: verlangt der Anbieter inzwischen mehr, wird sie nicht bezogen. Der Anbieter wird einmal gefragt; geht seine Antwort verloren, wird er gefragt, was er getan hat. Die Antwort wartet bis zu vier Sekunden darauf; später sagt es `list_phone_numbers`. Mit einem Testschlüssel ist die Nummer simuliert: +1 500 555 0000 ist eine, die jemand anderes hat.",
  "What people call it.":
    "Wie sie bei Ihnen heißt.",
  "The most that it may cost a month, as `search_available_numbers` told it; null only where no price was told.":
    "Was sie höchstens im Monat kosten darf, wie `search_available_numbers` es angab; null nur, wo kein Preis angegeben war.",
  "How many texts a second leave by it at most.":
    "Wie viele SMS je Sekunde höchstens darüber gesendet werden.",
  "What becomes of texts and calls of numbers that no contact has: a new contact, or a conversation without one.":
    "Was aus SMS und Anrufen von Nummern wird, die zu keinem Kontakt gehören: ein neuer Kontakt oder eine Unterhaltung ohne Kontakt.",
  "Within business hours.":
    "Innerhalb der Geschäftszeiten.",
  "Outside of them.":
    "Außerhalb der Geschäftszeiten.",
  "On public holidays of the calendar's country on which the company is not open. As `closed` if null.":
    "An Feiertagen des Landes des Kalenders, an denen das Unternehmen nicht geöffnet ist. Bei null wie geschlossen.",
  "When `routing.open` holds, by the company's clock; the opening hours of the calendar's settings if null. On public holidays nobody is there.":
    "Wann `routing.open` gilt, nach der Uhr des Unternehmens; bei null die Öffnungszeiten aus den Einstellungen des Kalenders. An Feiertagen ist niemand da.",
  "What the caller hears before the tone; a short sentence with the company's name if null.":
    "Was der Anrufer vor dem Signalton hört; bei null ein kurzer Satz mit dem Namen des Unternehmens.",
  "How long a message may be.":
    "Wie lang eine Nachricht sein darf.",
  "The provider writes down what was said, where it can: Twilio does in English, up to two minutes, at a price of its own.":
    "Der Anbieter schreibt mit, was gesagt wurde, wo er es kann: Twilio auf Englisch, bis zu zwei Minuten, zu einem eigenen Preis.",
  "Conversations are recorded.":
    "Gespräche werden aufgezeichnet.",
  "What the caller hears before that; a short sentence if null. It is left out only where the law of the caller's country and of the number's does not ask for it.":
    "Was der Anrufer davor hört; bei null ein kurzer Satz. Es entfällt nur, wo das Recht im Land des Anrufers und der Nummer es nicht verlangt.",
  "What it says, up to 1,600 characters.":
    "Was darin steht, bis zu 1.600 Zeichen.",
  "`consented`: only numbers for which there is a consent to texts. `callers`: everybody who called from a number that takes texts.":
    "„wer eingewilligt hat“: nur Nummern, für die eine Einwilligung in SMS vorliegt. „wer anruft“: alle, die von einer Nummer angerufen haben, die SMS empfängt.",
  "The member who gets the tasks that missed calls make.":
    "Das Mitglied, das die Aufgaben aus verpassten Anrufen bekommt.",
  "Changes what becomes of calls, when somebody is there, what the voicemail says, and how texts are treated. Calls under way go on as they began. With `If-Match`, only if nobody changed it since.":
    "Ändert, was aus Anrufen wird, wann jemand da ist, was der Anrufbeantworter sagt und wie SMS behandelt werden. Laufende Anrufe gehen weiter, wie sie begannen. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "What its country asks for before texts or calls leave by it: a brand and a campaign (`a2p_10dlc`, local numbers of the United States), `toll_free` verification, or papers of the company (`regulatory_bundle`).":
    "Was ihr Land verlangt, bevor SMS oder Anrufe darüber hinausgehen: eine Marke und eine Kampagne (`a2p_10dlc`, Ortsnummern der USA), eine Prüfung (`toll_free`) oder Unterlagen des Unternehmens (`regulatory_bundle`).",
  "What the provider said, where it refused.":
    "Was der Anbieter sagte, wo er ablehnte.",
  "Gives a number back to the provider, so that it costs nothing any more and others can have it: nobody is reached by it from then on, and it can seldom be had again. Calls and texts stay. The answer waits up to four seconds for the provider.":
    "Gibt eine Nummer an den Anbieter zurück, sodass sie nichts mehr kostet und andere sie haben können: von da an erreicht man unter ihr niemanden, und sie ist selten wieder zu haben. Anrufe und SMS bleiben. Die Antwort wartet bis zu vier Sekunden auf den Anbieter.",
  "Calls a number, once, whatever fails in between: either to `say` a text, or to connect it with `bridge_phone`, which rings first. It begins after the answer; events and `get_call` tell what becomes of it. A text is not said to numbers that opted out, nor in their quiet hours: that is refused with 422. A test key calls nobody: what the simulator makes of the number is told at once.":
    "Ruft eine Nummer an, einmal, was auch dazwischen ausfällt: entweder um einen Text anzusagen oder um sie mit `bridge_phone` zu verbinden, das zuerst klingelt. Er beginnt nach der Antwort; Ereignisse und `get_call` sagen, was daraus wird. Abgemeldeten Nummern und in ihren Ruhezeiten wird kein Text angesagt: das wird mit 422 abgelehnt. Ein Testschlüssel ruft niemanden an: was der Simulator aus der Nummer macht, wird sofort gesagt.",
  "Whose number it is; the contact with this number if left out.":
    "Wessen Nummer es ist; ohne Angabe der Kontakt mit dieser Nummer.",
  "It is said to whoever answers, and then the call ends.":
    "Es wird dem gesagt, der abnimmt, und dann endet der Anruf.",
  "One call with all that happened in it, how long it was, and where its recordings can be heard.":
    "Ein Anruf mit allem, was darin geschah, wie lange er dauerte und wo seine Aufzeichnungen zu hören sind.",
  "Hangs up on both sides. One that is over stays as it is. The answer waits up to four seconds for the provider.":
    "Legt auf beiden Seiten auf. Ein beendeter bleibt, wie er ist. Die Antwort wartet bis zu vier Sekunden auf den Anbieter.",
  "What was recorded. There is nothing yet, which is 404, until it has come from the provider.":
    "Was aufgezeichnet wurde. Es gibt noch nichts, also 404, bis es vom Anbieter gekommen ist.",
  "Deletes a recording here, and at the provider if it still lies there. Nothing brings it back.":
    "Löscht eine Aufzeichnung hier und beim Anbieter, wenn sie noch dort liegt. Nichts bringt sie zurück.",
  "Sends a text from one of the company's numbers, once, whatever fails in between. It leaves after the answer; events and `get_message` tell what became of it. A number that opted out is refused with 422. A test key sends nothing: what the simulator makes of the number is told at once. With `send_at` it leaves then, and `cancel_message` calls it off before.":
    "Sendet eine SMS von einer der Nummern des Unternehmens, einmal, was auch dazwischen ausfällt. Sie geht nach der Antwort hinaus; Ereignisse und `get_message` sagen, was daraus wird. Eine abgemeldete Nummer wird mit 422 abgelehnt. Ein Testschlüssel sendet nichts: was der Simulator aus der Nummer macht, wird sofort gesagt. Mit `send_at` geht sie dann hinaus, und `cancel_message` bricht sie vorher ab.",
  "In place of `message`.":
    "Anstelle von `message`.",
  "What stands for the variables of the template that are not the contact's or the company's.":
    "Was für die Variablen der Vorlage steht, die nicht vom Kontakt oder vom Unternehmen kommen.",
  "Whose number it is; the contact of the conversation, or with this number, if left out.":
    "Wessen Nummer es ist; ohne Angabe der Kontakt der Unterhaltung oder der mit dieser Nummer.",
  "Tells what `send_sms` would send: the words, how they are cut into messages, and what they cost. It sends nothing, and refuses what `send_sms` refuses.":
    "Sagt, was `send_sms` senden würde: den Text, wie er in Nachrichten geteilt wird und was sie kosten. Es wird nichts gesendet, und abgelehnt wird, was `send_sms` ablehnt.",
  "One text with its state and, where it failed, the provider's code.":
    "Eine SMS mit ihrem Zustand und, wo sie fehlschlug, dem Code des Anbieters.",
  "Calls a text off that is `scheduled`: it does not leave. One that is on its way already, or has left, is a conflict.":
    "Bricht eine geplante SMS ab: sie geht nicht hinaus. Eine, die schon unterwegs oder hinausgegangen ist, ist ein Konflikt.",
  "A picture or the like that came with a text, by its place in `media`, counted from 1. Until it has come from the provider, which takes moments, this is 404.":
    "Ein Bild oder Ähnliches, das mit einer SMS kam, nach seiner Stelle in `media`, ab 1 gezählt. Bis es vom Anbieter gekommen ist, was Augenblicke dauert, ergibt es 404.",
  "Keeps a text with variables. One that is not written as a variable is, or names what no contact and no company has, is refused. A name that another template has is a conflict.":
    "Bewahrt einen Text mit Variablen auf. Einer, der nicht wie eine Variable geschrieben ist oder nennt, was kein Kontakt und kein Unternehmen hat, wird abgelehnt. Ein Name, den eine andere Vorlage hat, ist ein Konflikt.",
  "No two templates have the same.":
    "Keine zwei Vorlagen heißen gleich.",
  "With variables as `{{contact.first_name|there}}`: what follows the line stands where there is no value. `contact.`, `company.` and `{{opt_out_link}}`, a page on which the reader ends the texts, are filled by themselves; others are given when the text is sent.":
    "Mit Variablen wie `{{contact.first_name|there}}`: was dem senkrechten Strich folgt, steht dort, wo es keinen Wert gibt. `contact.`, `company.` und `{{opt_out_link}}`, eine Seite, auf der sich der Leser von SMS abmeldet, werden von selbst gefüllt; andere werden beim Senden angegeben.",
  "The number gets no more texts, from nobody in the company, also none that wait to leave. Sending STOP does the same; sending START lifts it. One that opted out before stays as it is.":
    "Die Nummer bekommt keine SMS mehr, von niemandem im Unternehmen, auch keine, die noch warten. STOP zu senden tut dasselbe; START zu senden hebt es auf. Eine schon abgemeldete bleibt, wie sie ist.",
  "E.164. The plus sign is written `%2B` in an address.":
    "E.164. Das Pluszeichen wird in einer Adresse als `%2B` geschrieben.",
  "What was said, or how.":
    "Was gesagt wurde oder wie.",
  "The number can be written to again: for those who asked for it otherwise than by START, and for wrong guesses.":
    "Die Nummer kann wieder angeschrieben werden: für alle, die anders als mit START darum gebeten haben, und für falsche Vermutungen.",
  "One conversation with its latest texts.":
    "Eine Unterhaltung mit ihren neuesten SMS.",
  "Gives the conversation to a member, or to nobody, and says that it was read.":
    "Gibt die Unterhaltung einem Mitglied oder niemandem und sagt, dass sie gelesen wurde.",
  "The member who answers from now on; `null` for nobody.":
    "Das Mitglied, das von nun an antwortet; `null` für niemanden.",
  "`true`: somebody has read it.":
    "„Ja“: jemand hat es gelesen.",
  "Sends a text to the other number from the company's number of the conversation, as `send_sms` does. Nothing is unread afterwards.":
    "Sendet eine SMS an die andere Nummer, von der Nummer des Unternehmens in der Unterhaltung, wie `send_sms`. Danach ist nichts ungelesen.",
  "Keeps what a contact agreed to be texted about: the words, where and when. Campaigns of marketing reach only numbers with such a record, and reminders go by text only to them. It does not undo an opt-out.":
    "Hält fest, worin ein Kontakt für SMS eingewilligt hat: Wortlaut, wo und wann. Werbekampagnen erreichen nur Nummern mit einer solchen Einwilligung, und Erinnerungen gehen nur an sie per SMS. Eine Abmeldung hebt es nicht auf.",
  "Where it was given.":
    "Wo sie erteilt wurde.",
  "The words that they agreed to.":
    "Der Wortlaut, in den eingewilligt wurde.",
  "The words that a contact agreed to, where and when, and whether it was taken back.":
    "Der Wortlaut, in den ein Kontakt eingewilligt hat, wo und wann, und ob er widerrufen wurde.",
  "The record stays, as proof that it was given; it holds no longer. Once taken back, it changes nothing. `add_opt_out` ends all texts to a number.":
    "Der Eintrag bleibt als Nachweis, dass sie erteilt wurde; er gilt nicht mehr. Ein zweiter Widerruf ändert nichts. `add_opt_out` beendet alle SMS an eine Nummer.",
  "Changes the fields that are sent and leaves the others. Campaigns under way follow from their next texts on.":
    "Ändert die gesendeten Felder und lässt die anderen. Laufende Kampagnen folgen von ihren nächsten SMS an.",
  "Of `rates`; the company's unless it was set.":
    "Der Tarife; die des Unternehmens, solange keine festgelegt ist.",
  "The countries that texts go to; all where it is null. Numbers of others are refused, and campaigns leave them out.":
    "Die Länder, in die SMS gehen; alle bei null. Nummern anderer Länder werden abgelehnt, und Kampagnen lassen sie aus.",
  "What texts of one day may cost by `rates`, in the currency's smallest unit; no limit where it is null. A text that would go beyond it is refused, as is one to a country without a rate; a campaign is paused. The day is that of the company's zone, and counted from when a cap is set.":
    "Was die SMS eines Tages nach den Tarifen kosten dürfen, in der kleinsten Einheit der Währung; bei null ohne Grenze. Eine SMS, die darüber hinausginge, wird abgelehnt, ebenso eine in ein Land ohne Tarif; eine Kampagne wird pausiert. Der Tag ist der der Zeitzone des Unternehmens und zählt von der Festlegung der Grenze an.",
  "With a number, you agree to be texted there by the company when somebody else gives you a task and when one of yours is due, outside the company's quiet hours. Sending STOP from it ends all texts too; this does not undo that. It ends when you leave the company. 422 for a number that takes no texts.":
    "Mit einer Nummer willigen Sie ein, dort vom Unternehmen SMS zu bekommen, wenn jemand anderes Ihnen eine Aufgabe gibt und wenn eine Ihrer Aufgaben fällig ist, außerhalb der Ruhezeiten des Unternehmens. Auch STOP von dort beendet alle SMS; dies hebt das nicht auf. Es endet, wenn Sie das Unternehmen verlassen. 422 bei einer Nummer, die keine SMS empfängt.",
  "Your own number, at which you agree to be texted; null takes that back.":
    "Ihre eigene Nummer, an der Sie in SMS einwilligen; null nimmt das zurück.",
  "Sends a text to each contact of a segment, once, at the pace of the number that it leaves from and outside the quiet hours of whoever gets it. Numbers that opted out are left out, also those that do so while it is under way; marketing reaches only who agreed to it. It goes on after a crash and texts nobody twice. `preview_campaign` tells who and what it would cost.":
    "Sendet eine SMS an jeden Kontakt eines Segments, einmal, im Takt der sendenden Nummer und außerhalb der Ruhezeiten der Empfänger. Abgemeldete Nummern werden ausgelassen, auch wenn sie sich währenddessen abmelden; Werbung erreicht nur, wer eingewilligt hat. Nach einem Absturz geht es weiter, und niemand bekommt sie doppelt. `preview_campaign` sagt, wen es erreicht und was es kostet.",
  "For the company's people.":
    "Für die Mitarbeiter des Unternehmens.",
  "`marketing` reaches only numbers for which somebody agreed to it (`record_sms_consent`). `service` is about something that they have of the company.":
    "„Werbung“ erreicht nur Nummern, für die jemand eingewilligt hat (`record_sms_consent`). „Service“ betrifft etwas, das die Empfänger vom Unternehmen haben.",
  "Addresses in the text become short ones of the company's own host, and are counted.":
    "Adressen im Text werden zu kurzen Adressen des eigenen Hosts des Unternehmens und gezählt.",
  "Nothing is sent before this.":
    "Vorher wird nichts gesendet.",
  "Nothing is sent until `resume_campaign`, so that `preview_campaign` can be looked at first.":
    "Vor `resume_campaign` wird nichts gesendet, damit Sie vorher `preview_campaign` ansehen können.",
  "A campaign and what became of it: texts sent, delivered and failed, answers, opt-outs and clicks, of each of its texts too, and who was left out and why.":
    "Eine Kampagne und was daraus wurde: gesendete, zugestellte und fehlgeschlagene SMS, Antworten, Abmeldungen und Klicks, auch je Text, und wer ausgelassen wurde und warum.",
  "What the campaign would do if it began now: how many it would text, who is left out and why, into how many messages the texts are cut, what they cost and how long it takes. It sends nothing.":
    "Was die Kampagne täte, wenn sie jetzt begänne: wie viele sie anschriebe, wer ausgelassen wird und warum, in wie viele Nachrichten die Texte geteilt werden, was sie kosten und wie lange es dauert. Es wird nichts gesendet.",
  "Nothing more is sent until it is resumed; what the provider is being asked at this moment goes out. One that has ended is a conflict.":
    "Bis zum Fortsetzen wird nichts mehr gesendet; was der Anbieter in diesem Augenblick bekommt, geht hinaus. Eine beendete ist ein Konflikt.",
  "Goes on where it was paused. Opt-outs, consent and quiet hours are looked at anew. One that has ended is a conflict.":
    "Geht dort weiter, wo sie pausiert wurde. Abmeldungen, Einwilligungen und Ruhezeiten werden neu geprüft. Eine beendete ist ein Konflikt.",
  "Whoever was not texted yet will not be. Nothing brings it back. One that is completed is a conflict.":
    "Wer noch keine SMS bekam, bekommt keine mehr. Nichts bringt sie zurück. Eine abgeschlossene ist ein Konflikt."
}

import type { Translations } from "../../../translations.ts"

export const payments: Translations = {
  "Places an order of a contact: either over an `amount`, or with `lines` from which amount and tax follow by the tax rates that are set now. Amounts are in the currency's smallest unit. No money moves yet.":
    "Gibt eine Bestellung eines Kontakts auf: entweder über einen Betrag oder mit Positionen, aus denen sich Betrag und Steuer nach den jetzt geltenden Steuersätzen ergeben. Beträge sind in der kleinsten Einheit der Währung. Noch bewegt sich kein Geld.",
  "The member who sells, who earns commissions by what is paid.":
    "Das verkaufende Mitglied, das aus den Zahlungen Provisionen verdient.",
  "What is to be paid, in the smallest unit; with `lines` it follows from them.":
    "Was zu zahlen ist, in der kleinsten Einheit; mit Positionen ergibt es sich aus ihnen.",
  "Taken off all lines together, in the smallest unit, before tax.":
    "Wird von allen Positionen zusammen abgezogen, in der kleinsten Einheit, vor Steuern.",
  "Where tax is due; the company's country if left out.":
    "Wo die Steuer anfällt; ohne Angabe das Land des Unternehmens.",
  "The part of that country.":
    "Der Teil dieses Landes.",
  "The caller's own number of it.":
    "Die eigene Nummer des Aufrufers dafür.",
  "One order with its lines, its taxes, and what was paid.":
    "Eine Bestellung mit ihren Positionen, ihren Steuern und dem, was bezahlt wurde.",
  "Changes the fields that are sent. What it costs can be changed only while it is open and nothing was paid or authorized for it; new lines are taxed by the rates of now. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder. Was sie kostet, lässt sich nur ändern, solange sie offen ist und nichts für sie bezahlt oder autorisiert wurde; neue Positionen werden nach den jetzigen Sätzen besteuert. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Cancels an order of which nothing was shipped. What was paid for it is refunded. A cancelled order stays as it is.":
    "Storniert eine Bestellung, von der nichts versendet wurde. Was für sie bezahlt wurde, wird erstattet. Eine stornierte Bestellung bleibt, wie sie ist.",
  "Charges a contact through the payment provider: a saved method (`payment_method_id`) or a token of the provider (`payment_method`), for an order, an invoice or an amount. It is charged once, whatever fails in between. The answer waits a few seconds for the provider; in state `processing` it is not known yet, and an event tells the end.":
    "Belastet einen Kontakt über den Zahlungsanbieter: ein gespeichertes Zahlungsmittel (`payment_method_id`) oder ein Token des Anbieters (`payment_method`), für eine Bestellung, eine Rechnung oder einen Betrag. Belastet wird einmal, was auch dazwischen ausfällt. Die Antwort wartet einige Sekunden auf den Anbieter; im Zustand `processing` steht es noch nicht fest, und ein Ereignis sagt den Ausgang.",
  "Who pays; with an order or an invoice it follows from that.":
    "Wer zahlt; mit einer Bestellung oder Rechnung ergibt es sich daraus.",
  "The order that it pays: contact, currency and amount follow from it.":
    "Die Bestellung, die bezahlt wird: Kontakt, Währung und Betrag ergeben sich daraus.",
  "The finalized invoice that it pays: contact, currency and amount follow from it.":
    "Die abgeschlossene Rechnung, die bezahlt wird: Kontakt, Währung und Betrag ergeben sich daraus.",
  "The member who sold; with an order or an invoice it follows from that.":
    "Das Mitglied, das verkauft hat; mit einer Bestellung oder Rechnung ergibt es sich daraus.",
  "In the smallest unit; what is left of the order or invoice if left out.":
    "In der kleinsten Einheit; ohne Angabe der offene Rest der Bestellung oder Rechnung.",
  "That of the order or invoice, or the company's, if left out.":
    "Ohne Angabe die der Bestellung oder Rechnung oder die des Unternehmens.",
  "A saved method of the contact.":
    "Ein gespeichertes Zahlungsmittel des Kontakts.",
  "The payment provider's token of a card or an account, which its form in the browser gives; never a card's number.":
    "Das Token des Zahlungsanbieters für eine Karte oder ein Konto, das dessen Formular im Browser liefert; niemals eine Kartennummer.",
  "`false` authorizes only: `capture_payment` takes the money later.":
    "„Nein“ autorisiert nur: `capture_payment` zieht das Geld später ein.",
  "What it is for; the provider is told it.":
    "Wofür es ist; der Zahlungsanbieter erfährt es.",
  "One payment with its state, what was taken, and what was given back.":
    "Eine Zahlung mit ihrem Zustand, was eingezogen und was zurückgegeben wurde.",
  "Takes what was authorized, or less; the rest is let go. A payment that was captured so stays as it is. The answer waits a few seconds for the provider; in state `processing` it is not known yet, and an event tells the end.":
    "Zieht ein, was autorisiert wurde, oder weniger; der Rest wird freigegeben. Eine so eingezogene Zahlung bleibt, wie sie ist. Die Antwort wartet einige Sekunden auf den Anbieter; im Zustand `processing` steht es noch nicht fest, und ein Ereignis sagt den Ausgang.",
  "All of it if left out; the rest of a smaller amount is let go. In the currency's smallest unit (cents).":
    "Ohne Angabe alles; der Rest eines kleineren Betrags wird freigegeben. In der kleinsten Einheit der Währung (Cent).",
  "Gives back what was taken, in part or whole, never more than that. The answer waits a few seconds for the provider; in state `processing` it is not known yet, and an event tells the end.":
    "Gibt zurück, was eingezogen wurde, teilweise oder ganz, nie mehr als das. Die Antwort wartet einige Sekunden auf den Anbieter; im Zustand `processing` steht es noch nicht fest, und ein Ereignis sagt den Ausgang.",
  "In the smallest unit; all that is left of the payment if left out.":
    "In der kleinsten Einheit; ohne Angabe alles, was von der Zahlung übrig ist.",
  "One refund with its state.":
    "Eine Erstattung mit ihrem Zustand.",
  "Keeps a card or an account of a contact with the payment provider, by the provider's token. The answer waits a few seconds for the provider; only in state `active` it can be charged.":
    "Bewahrt eine Karte oder ein Konto eines Kontakts beim Zahlungsanbieter auf, mit dessen Token. Die Antwort wartet einige Sekunden auf den Anbieter; nur im Zustand `active` kann es belastet werden.",
  "Whose it is.":
    "Wem es gehört.",
  "Forgets a card or an account of a contact, here and at the payment provider.":
    "Vergisst eine Karte oder ein Konto eines Kontakts, hier und beim Zahlungsanbieter.",
  "Makes the address of a page on which somebody pays without an account: an `amount`, or what is left of an order or an invoice. It is reusable or for a single use, and may expire. A test key's link is paid with test cards; a live key's leads to the payment provider's own page. Payments by it belong to the contact of the order or invoice, or to the contact of the e-mail address that the payer gave, which is made where there is none; without an address they have no contact.":
    "Erstellt die Adresse einer Seite, auf der jemand ohne Konto bezahlt: einen Betrag oder den offenen Rest einer Bestellung oder Rechnung. Sie ist mehrfach oder einmal verwendbar und kann ablaufen. Der Link eines Testschlüssels wird mit Testkarten bezahlt; der eines Live-Schlüssels führt auf die Seite des Zahlungsanbieters. Zahlungen darüber gehören dem Kontakt der Bestellung oder Rechnung oder dem Kontakt der angegebenen E-Mail-Adresse, der sonst angelegt wird; ohne Adresse haben sie keinen Kontakt.",
  "What is paid, as the page says it; needed with `amount`.":
    "Was bezahlt wird, wie es auf der Seite steht; mit einem Betrag nötig.",
  "An order: the link takes what is left of it, whatever that is when somebody pays.":
    "Eine Bestellung: der Link nimmt den offenen Rest, wie hoch er beim Bezahlen auch ist.",
  "A finalized invoice: the link takes what is left of it, whatever that is when somebody pays.":
    "Eine abgeschlossene Rechnung: der Link nimmt den offenen Rest, wie hoch er beim Bezahlen auch ist.",
  "In the smallest unit; either this, `order_id` or `invoice_id`.":
    "In der kleinsten Einheit; entweder dies, `order_id` oder `invoice_id`.",
  "It takes one payment; a declined one does not count.":
    "Er nimmt eine Zahlung an; eine abgelehnte zählt nicht.",
  "From then on nobody can pay by it.":
    "Von da an kann niemand mehr damit bezahlen.",
  "One payment link with its address, its state and how many times it was paid.":
    "Ein Zahlungslink mit seiner Adresse, seinem Zustand und wie oft er bezahlt wurde.",
  "Nobody can begin to pay by it any more, and payments that wait for the payer to confirm them are let go. A payment that the provider has already been told to take is finished. A deactivated link stays so.":
    "Niemand kann damit mehr zu zahlen beginnen, und Zahlungen, die auf die Bestätigung des Zahlers warten, werden freigegeben. Eine Zahlung, mit deren Einzug der Anbieter schon beauftragt ist, wird beendet. Ein deaktivierter Link bleibt es.",
  "One dispute with its state.":
    "Eine Zahlungsanfechtung mit ihrem Zustand.",
  "Takes back a part or all of a finalized invoice, never more than it says. What was not paid is no longer owed; what was paid becomes the customer's credit, which `refund_payment` pays out.":
    "Nimmt einen Teil oder alles einer abgeschlossenen Rechnung zurück, nie mehr, als auf ihr steht. Was nicht bezahlt wurde, wird nicht mehr geschuldet; was bezahlt wurde, wird zum Guthaben des Kunden, das `refund_payment` auszahlt.",
  "In the smallest unit, with tax; all that can be taken back if left out.":
    "In der kleinsten Einheit, mit Steuer; ohne Angabe alles, was gutgeschrieben werden kann.",
  "Stands on it.":
    "Steht darauf.",
  "What was taken back of an invoice.":
    "Was von einer Rechnung zurückgenommen wurde.",
  "Makes a draft, with `lines` taxed by the rates that are set now, or of an order. It has no number, and nobody owes it, until it is finalized.":
    "Legt einen Entwurf an, mit Positionen nach den jetzt geltenden Steuersätzen oder aus einer Bestellung. Er hat keine Nummer, und niemand schuldet ihn, bis er abgeschlossen wird.",
  "Who owes it; with `order_id` it follows from the order.":
    "Wer sie schuldet; mit `order_id` ergibt es sich aus der Bestellung.",
  "The order that it bills, in place of `lines`: what it costs follows from the order.":
    "Die Bestellung, die sie abrechnet, anstelle von Positionen: was sie kostet, ergibt sich aus der Bestellung.",
  "The member who sells, who earns commissions by what is paid; with an order it follows from that.":
    "Das verkaufende Mitglied, das aus den Zahlungen Provisionen verdient; mit einer Bestellung ergibt es sich daraus.",
  "To whom it is addressed; the contact's name once it is finalized, if left out.":
    "An wen sie gerichtet ist; ohne Angabe der Name des Kontakts, sobald sie abgeschlossen ist.",
  "Of who owes it, as their VAT number.":
    "Die des Schuldners, etwa seine Umsatzsteuer-Identifikationsnummer.",
  "Until when it is to be paid; 14 days after it is finalized if left out.":
    "Bis wann sie zu bezahlen ist; ohne Angabe 14 Tage nach dem Abschluss.",
  "Stands on the invoice.":
    "Steht auf der Rechnung.",
  "One invoice with its lines, its taxes, and what was paid.":
    "Eine Rechnung mit ihren Positionen, ihren Steuern und dem, was bezahlt wurde.",
  "The invoice on paper of A4, in the language of numbers and dates of the company; a draft is marked as one.":
    "Die Rechnung auf A4, mit Zahlen und Daten in der Sprache des Unternehmens; ein Entwurf ist als solcher gekennzeichnet.",
  "The finalized invoice in the terms of EN 16931, as UBL 2.1, for programs that take electronic invoices. It needs the addresses of both sides, and a tax number of the company where anything is taxed. Some countries and networks ask for more than the standard does.":
    "Die abgeschlossene Rechnung nach EN 16931 als UBL 2.1, für Programme, die elektronische Rechnungen annehmen. Nötig sind die Adressen beider Seiten und, wo etwas besteuert ist, eine Steuernummer des Unternehmens. Manche Länder und Netze verlangen mehr als der Standard.",
  "Changes the fields that are sent, while it is a draft; new lines are taxed by the rates of now. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder, solange sie ein Entwurf ist; neue Positionen werden nach den jetzigen Sätzen besteuert. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Gives a draft the next number and writes it into the books: it is owed from now on and never changed. Numbers have no gaps.":
    "Gibt einem Entwurf die nächste Nummer und verbucht ihn: von nun an wird er geschuldet und nie mehr geändert. Die Nummern sind lückenlos.",
  "Sends a finalized invoice by e-mail, with the PDF and the page on which it is paid (where the company has a payment provider), to its contact or to another address. Of test keys nothing leaves: the e-mail is simulated.":
    "Sendet eine abgeschlossene Rechnung per E-Mail, mit dem PDF und der Seite, auf der sie bezahlt wird (wo das Unternehmen einen Zahlungsanbieter hat), an ihren Kontakt oder eine andere Adresse. Mit Testschlüsseln geht nichts hinaus: die E-Mail ist simuliert.",
  "The contact's address if left out.":
    "Ohne Angabe die Adresse des Kontakts.",
  "Stands above the sums.":
    "Steht über den Summen.",
  "Notes what the company itself took for an invoice, in cash or by transfer, and writes it into the books. Never more than is left; an invoice of which nothing is left is `paid`.":
    "Hält fest, was das Unternehmen selbst für eine Rechnung eingenommen hat, bar oder per Überweisung, und verbucht es. Nie mehr als der offene Rest; eine Rechnung ohne offenen Rest ist bezahlt.",
  "In the smallest unit; all that is left if left out.":
    "In der kleinsten Einheit; ohne Angabe der ganze offene Rest.",
  "How the company got it.":
    "Wie das Unternehmen das Geld bekommen hat.",
  "Today, by the company's time zone, if left out.":
    "Ohne Angabe heute, nach der Zeitzone des Unternehmens.",
  "What finds it in the company's own records.":
    "Womit es in den Unterlagen des Unternehmens zu finden ist.",
  "Takes back an invoice of which nothing was paid. It keeps its number, and the books show both.":
    "Nimmt eine Rechnung zurück, von der nichts bezahlt wurde. Sie behält ihre Nummer, und die Bücher zeigen beides.",
  "Offers `lines` to a contact, taxed by the rates that are set now, which hold for what it becomes too. It is a draft until it is sent.":
    "Bietet einem Kontakt Positionen an, nach den jetzt geltenden Steuersätzen, die auch für das gelten, was daraus wird. Es ist ein Entwurf, bis es gesendet wird.",
  "To whom it is offered.":
    "Wem es angeboten wird.",
  "The member who sells, who earns commissions by what is paid of what it becomes.":
    "Das verkaufende Mitglied, das Provisionen aus dem verdient, was daraus bezahlt wird.",
  "What is made once it is accepted: an order as `create_order` makes it, or the draft of an invoice, which nobody owes until the company finalizes it.":
    "Was nach der Annahme daraus wird: eine Bestellung, wie `create_order` sie anlegt, oder der Entwurf einer Rechnung, die niemand schuldet, bis das Unternehmen sie abschließt.",
  "From then on it is `expired`; without end if left out.":
    "Von da an ist es abgelaufen; ohne Angabe unbegrenzt.",
  "The caller's own number of it; what it becomes has the same.":
    "Die eigene Nummer des Aufrufers dafür; was daraus wird, hat dieselbe.",
  "Stands on the quote, and on what it becomes.":
    "Steht auf dem Angebot und auf dem, was daraus wird.",
  "One quote with its lines, its taxes, the page on which it is accepted, and what it became.":
    "Ein Angebot mit seinen Positionen, seinen Steuern, der Seite, auf der es angenommen wird, und dem, was daraus wurde.",
  "Changes the fields that are sent, while it is a draft; new lines are taxed by the rates of now. `state` takes back what was sent: with `draft` it can be changed, in the same request too, and sent again; with `canceled` it is over. What was accepted stays as it is. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder, solange es ein Entwurf ist; neue Positionen werden nach den jetzigen Sätzen besteuert. `state` nimmt zurück, was gesendet wurde: mit `draft` kann es geändert, auch in derselben Anfrage, und erneut gesendet werden; mit `canceled` ist es vorbei. Was angenommen wurde, bleibt, wie es ist. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "`draft` takes back what was sent, so that it can be changed and sent again; `canceled` is for good.":
    "„Entwurf“ nimmt zurück, was gesendet wurde, damit es geändert und erneut gesendet werden kann; „storniert“ ist endgültig.",
  "Sends a draft, or again what was sent, by e-mail with the page on which it is accepted, to its contact or to another address. Of test keys nothing leaves: the e-mail is simulated.":
    "Sendet einen Entwurf, oder erneut, was schon gesendet wurde, per E-Mail mit der Seite, auf der es angenommen wird, an seinen Kontakt oder eine andere Adresse. Mit Testschlüsseln geht nichts hinaus: die E-Mail ist simuliert.",
  "The contact's address if left out; `null` sends no e-mail, where the company itself passes the address of the page on.":
    "Ohne Angabe die Adresse des Kontakts; bei `null` geht keine E-Mail hinaus, und das Unternehmen gibt die Adresse der Seite selbst weiter.",
  "Stands above the sum.":
    "Steht über der Summe.",
  "Makes a plan that contacts can subscribe to. A plan stays as it is: for another price make another, and change the subscriptions.":
    "Legt einen Tarif an, den Kontakte abonnieren können. Ein Tarif bleibt, wie er ist: für einen anderen Preis legen Sie einen anderen an und ändern die Abonnements.",
  "As invoices call it.":
    "Wie Rechnungen ihn nennen.",
  "Of one for a period, in the currency's smallest unit, without tax that is added.":
    "Für eine Einheit und einen Zeitraum, in der kleinsten Einheit der Währung, ohne hinzukommende Steuer.",
  "So many of them are a period.":
    "So viele davon sind ein Zeitraum.",
  "Days before the first period, for which nothing is charged.":
    "Tage vor dem ersten Zeitraum, für die nichts berechnet wird.",
  "What becomes of a subscription whose charge failed to the last. `leave_unpaid`: it stays `past_due` and goes on.":
    "Was aus einem Abonnement wird, dessen Zahlung endgültig fehlschlug. „unbezahlt lassen“: die Zahlung bleibt überfällig, und es läuft weiter.",
  "One plan with its price, its trial, and what happens when a charge fails.":
    "Ein Tarif mit seinem Preis, seiner Probezeit und dem, was geschieht, wenn eine Zahlung fehlschlägt.",
  "Has a contact pay for a plan period by period, each in advance, by an invoice that is finalized. Where a trial comes first nothing is billed until its end.":
    "Lässt einen Kontakt Zeitraum für Zeitraum für einen Tarif bezahlen, jeweils im Voraus, mit einer abgeschlossenen Rechnung. Wo zuerst eine Probezeit ist, wird bis zu ihrem Ende nichts berechnet.",
  "Who pays.":
    "Wer zahlt.",
  "A saved method of the contact; without it the invoices are paid otherwise.":
    "Ein gespeichertes Zahlungsmittel des Kontakts; ohne es werden die Rechnungen anders bezahlt.",
  "The member who sells, who earns commissions by what is paid of its invoices.":
    "Das verkaufende Mitglied, das Provisionen aus den Zahlungen der Rechnungen verdient.",
  "Instead of the plan's.":
    "Anstelle der Angabe des Tarifs.",
  "The day of the month on which periods begin; the first period is then shorter and costs less. That of its begin if left out.":
    "Der Tag des Monats, an dem Zeiträume beginnen; der erste ist dann kürzer und kostet weniger. Ohne Angabe der Tag des Beginns.",
  "One subscription with its state, its period, and what is not on an invoice yet.":
    "Ein Abonnement mit seinem Zustand, seinem Zeitraum und dem, was noch auf keiner Rechnung steht.",
  "Tells what `change_subscription` would do, to the cent, and changes nothing. What it adds or takes off for the rest of the period is worked out to the second, and stands on the next invoice.":
    "Sagt auf den Cent, was `change_subscription` täte, und ändert nichts. Was für den Rest des Zeitraums hinzukommt oder wegfällt, wird auf die Sekunde berechnet und steht auf der nächsten Rechnung.",
  "Another plan of the same currency and interval; as it is if left out.":
    "Ein anderer Tarif derselben Währung und desselben Zeitraums; ohne Angabe bleibt er.",
  "As it is if left out.":
    "Ohne Angabe bleibt es.",
  "Another saved method of the contact, charged from now on.":
    "Ein anderes gespeichertes Zahlungsmittel des Kontakts, das von nun an belastet wird.",
  "Changes plan, quantity or what is charged. What it adds or takes off for the rest of the period is worked out to the second, and stands on the next invoice. With the `proration_at` of a preview it does what that told.":
    "Ändert Tarif, Menge oder Zahlungsmittel. Was für den Rest des Zeitraums hinzukommt oder wegfällt, wird auf die Sekunde berechnet und steht auf der nächsten Rechnung. Mit dem `proration_at` einer Vorschau tut es, was diese sagte.",
  "Makes no more invoices until it is resumed. What was billed for the time after is taken off the first invoice then.":
    "Erstellt keine Rechnungen mehr, bis es fortgesetzt wird. Was für die Zeit danach berechnet wurde, wird dann von der ersten Rechnung abgezogen.",
  "Begins a new period of a paused subscription, and bills it. One that was to end with its period goes on.":
    "Beginnt einen neuen Zeitraum eines pausierten Abonnements und berechnet ihn. Eines, das mit seinem Zeitraum enden sollte, läuft weiter.",
  "Ends it with its period, or at once (`now`): then what was used and is on no invoice yet is billed, and nothing is given back.":
    "Beendet es mit seinem Zeitraum oder sofort (`now`): dann wird berechnet, was genutzt wurde und auf keiner Rechnung steht, und nichts wird zurückgegeben.",
  "Changes the fields that are sent and leaves the others. It holds from now on, for links that were sent before too.":
    "Ändert die gesendeten Felder und lässt die anderen. Es gilt von nun an, auch für schon gesendete Links.",
  "Links lead to the pages, and e-mails of invoices name them.":
    "Links führen auf die Seiten, und E-Mails mit Rechnungen nennen sie.",
  "Customers see their payment methods, add some, remove some, and choose which a subscription is charged to.":
    "Kunden sehen ihre Zahlungsmittel, fügen welche hinzu, entfernen welche und wählen, womit ein Abonnement bezahlt wird.",
  "They cancel subscriptions at the end of the period, and take that back until then.":
    "Sie kündigen Abonnements zum Ende des Zeitraums und nehmen das bis dahin zurück.",
  "They pause subscriptions, and resume them.":
    "Sie pausieren Abonnements und setzen sie fort.",
  "Plans to which customers change their subscriptions by themselves, of the same currency and interval; none: not at all.":
    "Tarife, zu denen Kunden ihre Abonnements selbst wechseln, in derselben Währung und mit demselben Zeitraum; keine: gar nicht.",
  "Makes a link by which a contact sees their invoices, payment methods and subscriptions and changes them as far as the company allows, without an account. It is a secret of that customer: give it to nobody else. It stops at its time, and at once when the contact is deleted or the pages are switched off; of a contact that is merged, it leads to the one that is kept.":
    "Erstellt einen Link, über den ein Kontakt seine Rechnungen, Zahlungsmittel und Abonnements sieht und ändert, soweit das Unternehmen es erlaubt, ohne Konto. Er ist ein Geheimnis dieses Kunden: geben Sie ihn niemand anderem. Er endet zu seiner Zeit und sofort, wenn der Kontakt gelöscht oder die Seiten ausgeschaltet werden; bei einem zusammengeführten Kontakt führt er zum behaltenen.",
  "Whose pages it opens.":
    "Wessen Seiten er öffnet.",
  "For how long it is good.":
    "Wie lange er gültig ist.",
  "Replaces all rules. The seller of a payment earns by one rule for each line's category: a rule of the seller goes before one of the category, and that before one of the currency alone; two for the same are refused. What was earned by earlier rules stays as it is.":
    "Ersetzt alle Regeln. Der Verkäufer einer Zahlung verdient für die Kategorie jeder Position nach einer Regel: eine des Verkäufers geht vor einer der Kategorie, und diese vor einer der Währung allein; zwei für dasselbe werden abgelehnt. Was nach früheren Regeln verdient wurde, bleibt.",
  "All rules, at most 200.":
    "Alle Regeln, höchstens 200.",
  "Pays a seller what was earned in a currency and not paid out yet, less what was clawed back, and writes it into the books: the company itself hands the money over. A person who is signed in has to prove again who they are.":
    "Zahlt einem Verkäufer, was er in einer Währung verdient hat und noch nicht ausgezahlt wurde, abzüglich des Zurückgeforderten, und verbucht es: das Geld übergibt das Unternehmen selbst. Eine angemeldete Person muss erneut nachweisen, wer sie ist.",
  "The member who is paid.":
    "Das Mitglied, das bezahlt wird.",
  "Replaces all tax rates. A line is taxed by the rate of its `tax_category` in the region where tax is due, else by that of the country; without such a rate it is not taxed. Orders and invoices that exist keep theirs.":
    "Ersetzt alle Steuersätze. Eine Position wird nach dem Satz ihrer `tax_category` in der Region besteuert, in der die Steuer anfällt, sonst nach dem des Landes; ohne solchen Satz wird sie nicht besteuert. Bestehende Bestellungen und Rechnungen behalten ihre.",
  "Tells why a commission, a line of an invoice or a period of a subscription with its prorations is what it is: each step with its numbers, from the same rules that worked it out.":
    "Sagt, warum eine Provision, eine Position einer Rechnung oder ein Zeitraum eines Abonnements mit seinen Anteilen ist, was sie ist: jeder Schritt mit seinen Zahlen, nach denselben Regeln, die sie berechnet haben.",
  "A commission, a line of an invoice, or what a period of a subscription costs with its changes.":
    "Eine Provision, eine Position einer Rechnung oder was ein Zeitraum eines Abonnements mit seinen Änderungen kostet.",
  "Which one.":
    "Welche."
}

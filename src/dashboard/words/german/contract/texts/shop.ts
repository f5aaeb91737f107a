import type { Translations } from "../../../translations.ts"

export const shop: Translations = {
  "One product with its variants, their prices and stock, and its media. Visitors see what is for sale.":
    "Ein Produkt mit seinen Varianten, deren Preisen und Bestand und seinen Medien. Besucher sehen, was im Verkauf ist.",
  "Adds what the company sells, with all of its variants: one for each choice of its `options`, or just one without options. A SKU that another variant has is a conflict that names it.":
    "Legt an, was das Unternehmen verkauft, mit allen Varianten: eine für jede Wahl der Auswahlmöglichkeiten, oder nur eine ohne sie. Eine Artikelnummer, die eine andere Variante hat, ist ein Konflikt, der sie nennt.",
  "`active` is for sale at once.":
    "„aktiv“ ist sofort im Verkauf.",
  "What its address in a shop ends with; made of the title if left out.":
    "Womit seine Adresse in einem Shop endet; ohne Angabe aus dem Titel gebildet.",
  "What its variants differ in: at most 3.":
    "Worin sich die Varianten unterscheiden: höchstens 3.",
  "At most 50, the main one first.":
    "Höchstens 50, das wichtigste zuerst.",
  "1 to 100, each with another value of the options; just one where there are no options.":
    "1 bis 100, jede mit anderen Werten der Auswahlmöglichkeiten; nur eine, wo es keine gibt.",
  "Changes the fields that are sent and leaves the others. `options` replaces them all: as many as before are renamed in their order, otherwise they are told by their names, and variants get the first value of an option that is new. Variants are changed by `update_variant`. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. `options` ersetzt alle Auswahlmöglichkeiten: ebenso viele wie bisher werden in ihrer Reihenfolge umbenannt, sonst gelten sie nach ihren Namen, und Varianten bekommen den ersten Wert einer neuen. Varianten ändert `update_variant`. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Takes what is archived back too; `archive_product` archives.":
    "Holt auch Archiviertes zurück; `archive_product` archiviert.",
  "What its address in a shop ends with.":
    "Womit seine Adresse in einem Shop endet.",
  "Takes a product out of sale; its orders stay as they are. `update_product` with a `state` takes it back.":
    "Nimmt ein Produkt aus dem Verkauf; seine Bestellungen bleiben, wie sie sind. `update_product` mit einem Zustand holt es zurück.",
  "Adds a variant to a product: it names a value of each of the product's options, which no other variant of it has together.":
    "Fügt einem Produkt eine Variante hinzu: sie nennt je einen Wert der Auswahlmöglichkeiten des Produkts, zusammen wie keine andere Variante.",
  "The company's own number of it; one variant has it, whatever the case.":
    "Die eigene Nummer des Unternehmens; nur eine Variante hat sie, Groß- und Kleinschreibung gelten gleich.",
  "A value of each option of the product, in their order.":
    "Je ein Wert der Auswahlmöglichkeiten des Produkts, in ihrer Reihenfolge.",
  "It is for sale, as far as its product is.":
    "Sie ist im Verkauf, soweit es ihr Produkt ist.",
  "1 to 100: each currency has a price from a quantity of 1 on, and may have lower ones for more.":
    "1 bis 100: jede Währung hat einen Preis ab Menge 1 und kann für größere Mengen niedrigere haben.",
  "In grams, as it is sent.":
    "In Gramm, wie es verkauft wird.",
  "Length of the parcel, in millimetres.":
    "Länge des Pakets in Millimetern.",
  "Width of the parcel, in millimetres.":
    "Breite des Pakets in Millimetern.",
  "Height of the parcel, in millimetres.":
    "Höhe des Pakets in Millimetern.",
  "It is goods that are sent, and no service or file.":
    "Es ist Ware, die versendet wird, und keine Dienstleistung oder Datei.",
  "It can be out of stock.":
    "Der Bestand kann zu Ende gehen.",
  "So many more than there are may be sold, at each location.":
    "So viele dürfen je Standort über den Bestand hinaus verkauft werden.",
  "`inventory.low` tells when no more than so many are available.":
    "`inventory.low` meldet, wenn höchstens so viele verfügbar sind.",
  "Changes the fields that are sent and leaves the others; `prices` replaces all prices. One that is not `active` is not for sale. A lower `backorder_limit` than what is sold already beyond what there is, is a conflict. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen; `prices` ersetzt alle Preise. Eine nicht aktive ist nicht im Verkauf. Eine Grenze für Nachlieferungen unter dem, was schon über den Bestand hinaus verkauft ist, ist ein Konflikt. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Takes a file of variants, one a row, and works through it in a durable run, as `import_contacts` does; `get_import` tells how far it is. A row whose SKU a variant has changes that one, and only what the row fills; a row without a known SKU is the variant of its product (`handle`, the slug) with its option values, which is made where there is none. Rows of one `handle` make one product, whose own columns one of them fills. Columns go by their names (`title`, `Variant SKU`, `Option1 Value`, `Variant Price`, ...), those of Shopify among them, or by `mapping`. `price` is in units of `currency`, the company's if left out; `prices` is a JSON list of all. A row that does not fit is kept with its reason and does not stop the others.":
    "Nimmt eine Datei mit Varianten an, eine je Zeile, und arbeitet sie in einem dauerhaften Lauf ab wie `import_contacts`; `get_import` sagt, wie weit er ist. Eine Zeile, deren Artikelnummer eine Variante hat, ändert diese, und nur, was die Zeile ausfüllt; eine Zeile ohne bekannte Artikelnummer ist die Variante ihres Produkts (`handle`, der Kurzname) mit ihren Werten der Auswahlmöglichkeiten, die sonst angelegt wird. Zeilen mit einem `handle` ergeben ein Produkt, dessen eigene Spalten eine von ihnen ausfüllt. Spalten gelten nach ihren Namen (`title`, `Variant SKU`, `Option1 Value`, `Variant Price`, ...), auch denen von Shopify, oder nach der Zuordnung. `price` ist in Einheiten von `currency`, ohne Angabe der des Unternehmens; `prices` ist eine JSON-Liste aller. Eine Zeile, die nicht passt, wird mit ihrem Grund aufgehoben und hält die anderen nicht auf.",
  "Puts products together: those of `product_ids`, in their order, or those that `rule` fits.":
    "Fasst Produkte zusammen: die von `product_ids` in ihrer Reihenfolge oder die, auf die `rule` zutrifft.",
  "Its products in their order, at most 1,000; empty where it has a rule.":
    "Ihre Produkte in ihrer Reihenfolge, höchstens 1.000; leer, wo sie eine Regel hat.",
  "Whether all conditions have to hold, or one of them.":
    "Ob alle Bedingungen zutreffen müssen oder eine.",
  "1 to 20.":
    "1 bis 20.",
  "Changes the fields that are sent and leaves the others; `product_ids` replaces all of them. With a rule it has none that are picked by hand. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen; `product_ids` ersetzt alle. Mit einer Regel hat sie keine von Hand gewählten. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Writes what was delivered, lost or counted into the journal of the stock, with a reason. What is set aside for orders cannot be taken away: that is a conflict, which names it.":
    "Schreibt ins Bestandsjournal, was geliefert, verloren oder gezählt wurde, mit einem Grund. Was für Bestellungen reserviert ist, kann nicht weggenommen werden: das ist ein Konflikt, der es nennt.",
  "1 to 200: all of them, or none where one cannot be.":
    "1 bis 200: alle oder keine, wenn eine nicht möglich ist.",
  "What the journal says of it.":
    "Was im Bestandsjournal dazu steht.",
  "Replaces the locations, in the order in which goods are taken from them. One that is left out is no longer used, which is a conflict as long as anything lies there.":
    "Ersetzt die Standorte, in der Reihenfolge, in der ihnen Ware entnommen wird. Ein ausgelassener wird nicht mehr genutzt; das ist ein Konflikt, solange dort etwas liegt.",
  "1 to 100, in the order in which goods are taken from them.":
    "1 bis 100, in der Reihenfolge, in der ihnen Ware entnommen wird.",
  "Makes a cart for a contact, for whoever an e-mail address reaches, or for nobody yet; a visitor's is the visitor's alone. With `merge_cart_ids` it takes over other carts: that of a visitor who turned out to be a contact, say.":
    "Legt einen Warenkorb für einen Kontakt an, für den Empfänger einer E-Mail-Adresse oder noch für niemanden; der eines Besuchers gehört allein ihm. Mit `merge_cart_ids` übernimmt er andere Warenkörbe: etwa den eines Besuchers, der sich als Kontakt herausstellte.",
  "Whose it is; `null` for nobody's yet. Visitors cannot say it.":
    "Wem er gehört; `null`, wenn noch niemandem. Besucher können es nicht angeben.",
  "Where its owner is reached, if it is not checked out.":
    "Wo sein Besitzer zu erreichen ist, wenn er nicht bestellt wird.",
  "What is in it, at most 100; the quantities of a variant that is named twice are added.":
    "Was darin ist, höchstens 100; Mengen einer zweimal genannten Variante werden addiert.",
  "Codes of discounts, at most 5, whatever the case.":
    "Rabattcodes, höchstens 5, Groß- und Kleinschreibung gelten gleich.",
  "How they are sent, as `quote_shipping` offers it.":
    "Wie versendet wird, wie `quote_shipping` es anbietet.",
  "Open carts that this one takes over: what is in them is added to its items, and they are `merged` then. Codes, e-mail address, shipping and address are taken from the first that has any, where nothing is sent. Visitors can name their own.":
    "Offene Warenkörbe, die dieser übernimmt: ihr Inhalt kommt zu seinen Artikeln, und sie gelten dann als zusammengeführt. Codes, E-Mail-Adresse, Versandtarif und Adresse kommen vom ersten, der welche hat, wo nichts gesendet wird. Besucher können ihre eigenen nennen.",
  "What is in a cart and what it costs now: prices, discounts, shipping and tax are worked out at each read. `changed` says what is different since the last one, `faults` what keeps it from being checked out. Who holds something in a cart has not reserved it.":
    "Was in einem Warenkorb ist und was er jetzt kostet: Preise, Rabatte, Versand und Steuer werden bei jedem Lesen berechnet. `changed` sagt, was seit dem letzten Mal anders ist, `faults`, was der Bestellung entgegensteht. Was im Warenkorb liegt, ist nicht reserviert.",
  "Replaces what is in a cart; an empty list empties it. Contact, e-mail address, shipping address and rate are changed where they are sent. An item that is not for sale is refused; one that is sold out is taken, and told in `faults`. With `If-Match`, only if nobody changed it since.":
    "Ersetzt den Inhalt eines Warenkorbs; eine leere Liste leert ihn. Kontakt, E-Mail-Adresse, Lieferadresse und Versandtarif werden geändert, wo sie gesendet werden. Ein Artikel, der nicht im Verkauf ist, wird abgelehnt; ein ausverkaufter wird aufgenommen und in `faults` genannt. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Replaces the codes of a cart; an empty list takes all away. `discounts` says what each takes off, `refused_codes` which take nothing off, and why: they stay in the cart, and hold once they fit. Discounts without a code apply by themselves. With `If-Match`, only if nobody changed it since.":
    "Ersetzt die Codes eines Warenkorbs; eine leere Liste nimmt alle weg. `discounts` sagt, was jeder abzieht, `refused_codes`, welche nichts abziehen und warum: sie bleiben im Warenkorb und gelten, sobald sie passen. Rabatte ohne Code gelten von selbst. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Tells why a cart costs what it costs: each price, discount, tax and shipping rate with its numbers, and why codes take nothing off.":
    "Sagt, warum ein Warenkorb kostet, was er kostet: jeder Preis, Rabatt, Steuersatz und Versandtarif mit seinen Zahlen, und warum Codes nichts abziehen.",
  "Prices the cart a last time, sets its goods aside, and makes the order, all at once or not at all: what somebody else bought meanwhile, a price that changed and a discount that was used up are a conflict, which says so. A workflow run then takes the payment. Where it is declined, the order is cancelled, goods and discounts are given back, and the cart is open again; the run then has failed, and its error says why (`get_workflow_run`). It waits for no consent: the customer pays, with what they chose themselves. Without a payment method the customer pays on a page, within an hour.":
    "Berechnet den Warenkorb ein letztes Mal, reserviert seine Ware und legt die Bestellung an, alles zugleich oder gar nicht: was inzwischen ein anderer gekauft hat, ein geänderter Preis und ein aufgebrauchter Rabatt sind ein Konflikt, der es sagt. Ein Lauf eines Ablaufs nimmt danach die Zahlung an. Wird sie abgelehnt, wird die Bestellung storniert, Ware und Rabatte werden freigegeben, und der Warenkorb ist wieder offen; der Lauf ist dann fehlgeschlagen, und sein Fehler sagt, warum (`get_workflow_run`). Er wartet auf keine Freigabe: der Kunde bezahlt mit dem, was er selbst gewählt hat. Ohne Zahlungsmittel bezahlt der Kunde innerhalb einer Stunde auf einer Seite.",
  "What the customer was shown, in the smallest unit: where the cart comes to another sum by now, that is a conflict, which tells it.":
    "Was dem Kunden angezeigt wurde, in der kleinsten Einheit: kommt der Warenkorb inzwischen auf eine andere Summe, ist das ein Konflikt, der sie nennt.",
  "What is charged: a token of the payment provider. Without a method, the answer names a page on which the customer pays.":
    "Was belastet wird: ein Token des Zahlungsanbieters. Ohne Zahlungsmittel nennt die Antwort eine Seite, auf der der Kunde bezahlt.",
  "What is charged: a saved method of the cart's contact.":
    "Was belastet wird: ein gespeichertes Zahlungsmittel des Kontakts des Warenkorbs.",
  "Whose order it is, where the cart has no contact: the contact of this address, who is made where there is none.":
    "Wessen Bestellung es ist, wo der Warenkorb keinen Kontakt hat: der Kontakt mit dieser Adresse, der sonst angelegt wird.",
  "One of those that `quote_shipping` tells.":
    "Einer von denen, die `quote_shipping` nennt.",
  "Makes a discount for whoever has its code or, without a code, for every cart that it fits. It is taken off until it ends or was used as often as it can be; a use counts from the checkout on, and no longer where the order comes to nothing.":
    "Legt einen Rabatt an für den, der seinen Code hat, oder ohne Code für jeden passenden Warenkorb. Er wird abgezogen, bis er endet oder so oft genutzt wurde, wie es geht; eine Nutzung zählt von der Bestellung an und nicht mehr, wenn aus der Bestellung nichts wird.",
  "What customers type in, in upper or lower case; without a code it applies to every cart that it fits.":
    "Was Kunden eingeben, groß- oder kleingeschrieben; ohne Code gilt er für jeden passenden Warenkorb.",
  "`percent` and `amount` of the goods, or of the whole order; `free_shipping`; or `buy_x_get_y`: who buys some gets others for less.":
    "`percent` und `amount` von den Waren oder von der ganzen Bestellung; `free_shipping`; oder `buy_x_get_y`: wer einige kauft, bekommt andere günstiger.",
  "At most 50.":
    "Höchstens 50.",
  "Of the amounts that it names; the company's currency if left out.":
    "Der Beträge, die er nennt; ohne Angabe die Währung des Unternehmens.",
  "Only where the goods cost so much or more, in the smallest unit, before all discounts.":
    "Nur wenn die Waren mindestens so viel kosten, in der kleinsten Einheit, vor allen Rabatten.",
  "Only for so many of the goods or more.":
    "Nur ab so vielen der Waren.",
  "The kinds of discounts that may be taken off the same cart: of products, of the order, of shipping. Two are combined where each names the kind of the other; where not all are, those that take off most together are taken.":
    "Die Arten von Rabatten, die vom selben Warenkorb abgezogen werden dürfen: auf Produkte, auf die Bestellung, auf den Versand. Zwei werden kombiniert, wenn jeder die Art des anderen nennt; wo nicht alle kombinierbar sind, gelten die, die zusammen am meisten abziehen.",
  "From when on; at once if left out.":
    "Von wann an; ohne Angabe sofort.",
  "Until when; without end if left out.":
    "Bis wann; ohne Angabe unbegrenzt.",
  "How many orders can use it, of live and of test keys each.":
    "Wie viele Bestellungen ihn nutzen können, je im Live- und im Testmodus.",
  "How many orders of one contact can use it.":
    "Wie viele Bestellungen eines Kontakts ihn nutzen können.",
  "Replaces all shipping rates, which live and test keys share: one that is not sent is gone. One that is sent with its `id` stays the same to the carts that chose it. For an address those hold that name its region, else its country, else all countries; of `pickup` all hold that are for its country.":
    "Ersetzt alle Versandtarife, die Live- und Testschlüssel teilen: ein nicht gesendeter ist weg. Einer, der mit seiner `id` gesendet wird, bleibt für Warenkörbe, die ihn gewählt haben, derselbe. Für eine Adresse gelten die, die ihre Region nennen, sonst ihr Land, sonst alle Länder; bei Abholung gelten alle, die für ihr Land sind.",
  "The shipping rates that fit a cart, or items that are in none yet, and an address, with what each costs for them.":
    "Die Versandtarife, die zu einem Warenkorb, oder zu Artikeln ohne Warenkorb, und einer Adresse passen, und was jeder dafür kostet.",
  "The cart that is sent; or `items`.":
    "Der Warenkorb, der versendet wird; oder Artikel.",
  "Of `items`: the company's currency if left out.":
    "Der Artikel; ohne Angabe die Währung des Unternehmens.",
  "Prepares what is left of a paid order, or the `items` that are named, to be sent from where the goods are set aside: one fulfilment for each such place, or one from the place that is named. More than is left is a conflict, which says what is left.":
    "Bereitet den Rest einer bezahlten Bestellung oder die genannten Artikel zum Versand von dort vor, wo die Ware reserviert ist: je Standort eine Lieferung, oder eine vom genannten. Mehr als der Rest ist ein Konflikt, der den Rest nennt.",
  "An order that is paid.":
    "Eine bezahlte Bestellung.",
  "From where it is sent; where the goods are set aside if left out, which may be several places.":
    "Von wo versendet wird; ohne Angabe von dort, wo die Ware reserviert ist, was mehrere Standorte sein können.",
  "What is sent; all that is left of the order if left out.":
    "Was versendet wird; ohne Angabe der ganze Rest der Bestellung.",
  "It left: the goods are taken from stock, the order follows, and the customer gets an e-mail with the address for tracking, of test keys a simulated one. Of one that has left already, only carrier, number and address are changed.":
    "Sie ist unterwegs: die Ware wird dem Bestand entnommen, die Bestellung folgt, und der Kunde bekommt eine E-Mail mit der Adresse der Sendungsverfolgung, bei Testschlüsseln eine simulierte. Bei einer schon versendeten ändern sich nur Versanddienst, Nummer und Adresse.",
  "Who brings it. Of UPS, FedEx, USPS, DHL, DPD, GLS, Royal Mail, Evri, Hermes, PostNord, Posten, Bring, La Poste, Colissimo, Chronopost, Canada Post and Australia Post the page for tracking is known.":
    "Wer liefert. Bei UPS, FedEx, USPS, DHL, DPD, GLS, Royal Mail, Evri, Hermes, PostNord, Posten, Bring, La Poste, Colissimo, Chronopost, Canada Post und Australia Post ist die Seite der Sendungsverfolgung bekannt.",
  "The carrier's number of it.":
    "Die Nummer des Versanddienstes dafür.",
  "Where the customer sees where it is; of a known carrier it follows from the number if left out.":
    "Wo der Kunde sieht, wo die Sendung ist; bei einem bekannten Versanddienst ergibt es sich ohne Angabe aus der Nummer.",
  "The customer is told by e-mail, with the address for tracking.":
    "Der Kunde wird per E-Mail benachrichtigt, mit der Adresse der Sendungsverfolgung.",
  "It arrived at the customer. One that was delivered stays as it is.":
    "Sie ist beim Kunden angekommen. Eine zugestellte bleibt, wie sie ist.",
  "Notes what came back of an order, puts it into stock again where it can be sold, and gives back what was paid of it, to the cent: all parts of an order that come back one after another come to exactly what was paid. The money goes through the payments of the order. What was paid by transfer or in cash cannot: that is a conflict, which says what can be done. With `exchange`, something else of the same price is sent instead.":
    "Hält fest, was von einer Bestellung zurückkam, nimmt es wieder in den Bestand, wo es verkauft werden kann, und gibt auf den Cent zurück, was dafür bezahlt wurde: alle Teile einer Bestellung, die nacheinander zurückkommen, ergeben genau das Bezahlte. Das Geld geht über die Zahlungen der Bestellung. Was überwiesen oder bar bezahlt wurde, kann das nicht: das ist ein Konflikt, der sagt, was möglich ist. Mit `exchange` wird stattdessen etwas anderes zum selben Preis gesendet.",
  "What came back: no more than was shipped and not returned yet.":
    "Was zurückkam: nicht mehr als versendet und noch nicht zurückgegeben wurde.",
  "What is sent in place of some of it. No money goes back for those; what is sent is set aside, and prepared like the rest of the order.":
    "Was anstelle von einigem davon gesendet wird. Dafür geht kein Geld zurück; was gesendet wird, wird reserviert und wie der Rest der Bestellung vorbereitet.",
  "Where it is put; from where each was sent if left out.":
    "Wohin es kommt; ohne Angabe dorthin, woher es jeweils gesendet wurde.",
  "The money goes back through the payments of the order. `false` gives nothing back: where it was paid by transfer or in cash, say.":
    "Das Geld geht über die Zahlungen der Bestellung zurück. „Nein“ gibt nichts zurück, etwa wo überwiesen oder bar bezahlt wurde.",
  "What was paid for shipping goes back too, once.":
    "Auch die bezahlten Versandkosten gehen zurück, einmal."
}

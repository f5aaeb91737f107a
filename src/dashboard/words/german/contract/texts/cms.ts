import type { Translations } from "../../../translations.ts"

export const cms: Translations = {
  "A page with its `draft`, the newest revision, and with what is `published`, side by side.":
    "Eine Seite mit ihrem Entwurf, der neuesten Version, und dem Veröffentlichten nebeneinander.",
  "Adds a page of typed blocks as a draft. Visitors see it once it is published.":
    "Legt eine Seite aus Bausteinen als Entwurf an. Besucher sehen sie, sobald sie veröffentlicht ist.",
  "The last part of its address; made of the title if left out, empty for the home page.":
    "Der letzte Teil ihrer Adresse; ohne Angabe aus dem Titel gebildet, leer für die Startseite.",
  "The page that it stands below; `null` for none.":
    "Die Seite, unter der sie steht; `null` für keine.",
  "Its language; the site's if null.":
    "Ihre Sprache; bei null die der Website.",
  "The page that it is a translation of.":
    "Die Seite, deren Übersetzung sie ist.",
  "From top to bottom, at most 100.":
    "Von oben nach unten, höchstens 100.",
  "In search results and the browser's tab; the title if left out.":
    "In Suchergebnissen und im Reiter des Browsers; ohne Angabe der Titel.",
  "Below it in search results.":
    "Darunter in Suchergebnissen.",
  "Shown where somebody shares its address.":
    "Erscheint, wo jemand ihre Adresse teilt.",
  "Search engines leave it out.":
    "Suchmaschinen lassen sie aus.",
  "Where else the same content is, and rather to be found.":
    "Wo derselbe Inhalt sonst steht und eher zu finden sein soll.",
  "What the change is about, for those who read the list of revisions.":
    "Worum es bei der Änderung geht, für die Leser der Liste der Versionen.",
  "Changes the fields that are sent and leaves the others. Each change is a new revision, which visitors see once it is published. With `If-Match`, only if nobody changed it since: the refusal carries both versions. `publish_at` and `unpublish_at` as `null` call off what is scheduled. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Jede Änderung ist eine neue Version, die Besucher sehen, sobald sie veröffentlicht ist. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat: die Ablehnung enthält beide Fassungen. `publish_at` und `unpublish_at` als `null` sagen Geplantes ab. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "The last part of its address; empty for the home page.":
    "Der letzte Teil ihrer Adresse; leer für die Startseite.",
  "`null` calls off the publication that is scheduled.":
    "`null` sagt die geplante Veröffentlichung ab.",
  "`null` calls off that it is taken off.":
    "`null` sagt das geplante Ende der Veröffentlichung ab.",
  "Shows a revision of a page to visitors, at once or at a time to come. What is scheduled is that very revision: later changes do not go out with it. Where its address changed, visitors of the old one are sent to the new one. Pictures need an alternative text, or have to be marked as decorative.":
    "Zeigt Besuchern eine Version einer Seite, sofort oder zu einem späteren Zeitpunkt. Geplant ist genau diese Version: spätere Änderungen gehen nicht mit hinaus. Wo sich ihre Adresse geändert hat, werden Besucher der alten zur neuen geleitet. Bilder brauchen einen Alternativtext oder müssen als Schmuck gekennzeichnet sein.",
  "The revision that goes public; the newest if left out.":
    "Die Version, die öffentlich wird; ohne Angabe die neueste.",
  "Takes a page off the site, at once or at a time to come. At once also calls off what is scheduled. The draft and all revisions stay.":
    "Nimmt eine Seite von der Website, sofort oder zu einem späteren Zeitpunkt. Sofort sagt auch Geplantes ab. Der Entwurf und alle Versionen bleiben.",
  "Deletes a page with all its revisions. Visitors of its address are sent to `redirect_to`, or told that it is gone. One that has pages below it is not deleted.":
    "Löscht eine Seite mit allen Versionen. Besucher ihrer Adresse werden zu `redirect_to` geleitet oder erfahren, dass es sie nicht mehr gibt. Eine mit Seiten darunter wird nicht gelöscht.",
  "Where visitors of its address are sent: a path of the site or an https address. If left out, they are told that it is gone (410).":
    "Wohin Besucher ihrer Adresse geleitet werden: ein Pfad der Website oder eine https-Adresse. Ohne Angabe erfahren sie, dass es sie nicht mehr gibt (410).",
  "Every state that the page went through, the newest first: by whom, when and why.":
    "Jeder Stand, den die Seite hatte, der neueste zuerst: von wem, wann und warum.",
  "Makes the draft say what it said in an earlier revision, as a new one; its address stays. What visitors see stays until it is published.":
    "Lässt den Entwurf sagen, was er in einer früheren Version sagte, als neue Version; seine Adresse bleibt. Was Besucher sehen, bleibt, bis er veröffentlicht wird.",
  "Which fields and which blocks differ between two revisions: what is published and the draft, if nothing else is asked for.":
    "Welche Felder und Bausteine sich zwischen zwei Versionen unterscheiden: dem Veröffentlichten und dem Entwurf, wenn nichts anderes gewählt ist.",
  "A signed address that shows the page as it would look, published or not, to whoever has it: for a day, and this page only.":
    "Eine signierte Adresse, die die Seite zeigt, wie sie aussähe, veröffentlicht oder nicht, jedem, der sie hat: einen Tag lang und nur diese Seite.",
  "A post with its `draft`, the newest revision, and with what is `published`, side by side.":
    "Ein Beitrag mit seinem Entwurf, der neuesten Version, und dem Veröffentlichten nebeneinander.",
  "Adds a post of Markdown, or of typed blocks, as a draft. Visitors see it once it is published.":
    "Legt einen Beitrag aus Markdown oder aus Bausteinen als Entwurf an. Besucher sehen ihn, sobald er veröffentlicht ist.",
  "The last part of its address, behind `/blog/`; made of the title if left out.":
    "Der letzte Teil seiner Adresse, hinter `/blog/`; ohne Angabe aus dem Titel gebildet.",
  "The post that it is a translation of.":
    "Der Beitrag, dessen Übersetzung er ist.",
  "What lists show of it; its beginning if null.":
    "Was Listen davon zeigen; bei null der Anfang.",
  "Markdown: CommonMark with tables. Either this or `blocks`.":
    "Markdown: CommonMark mit Tabellen. Entweder dies oder Bausteine.",
  "Either these or `body`.":
    "Entweder diese oder der Inhalt.",
  "The picture above it.":
    "Das Bild darüber.",
  "What it is about.":
    "Worum es geht.",
  "What several posts are parts of.":
    "Wovon mehrere Beiträge Teile sind.",
  "The time that it shows, and is sorted by; when it was first published if null.":
    "Der Zeitpunkt, den er zeigt und nach dem er eingeordnet wird; bei null der der ersten Veröffentlichung.",
  "The last part of its address, behind `/blog/`.":
    "Der letzte Teil seiner Adresse, hinter `/blog/`.",
  "Shows a revision of a post to visitors, at once or at a time to come. What is scheduled is that very revision: later changes do not go out with it. Where its address changed, visitors of the old one are sent to the new one. Pictures need an alternative text, or have to be marked as decorative.":
    "Zeigt Besuchern eine Version eines Beitrags, sofort oder zu einem späteren Zeitpunkt. Geplant ist genau diese Version: spätere Änderungen gehen nicht mit hinaus. Wo sich seine Adresse geändert hat, werden Besucher der alten zur neuen geleitet. Bilder brauchen einen Alternativtext oder müssen als Schmuck gekennzeichnet sein.",
  "Takes a post off the site, at once or at a time to come. At once also calls off what is scheduled. The draft and all revisions stay.":
    "Nimmt einen Beitrag von der Website, sofort oder zu einem späteren Zeitpunkt. Sofort sagt auch Geplantes ab. Der Entwurf und alle Versionen bleiben.",
  "Deletes a post with all its revisions. Visitors of its address are sent to `redirect_to`, or told that it is gone.":
    "Löscht einen Beitrag mit allen Versionen. Besucher seiner Adresse werden zu `redirect_to` geleitet oder erfahren, dass es ihn nicht mehr gibt.",
  "Every state that the post went through, the newest first: by whom, when and why.":
    "Jeder Stand, den der Beitrag hatte, der neueste zuerst: von wem, wann und warum.",
  "A signed address that shows the post as it would look, published or not, to whoever has it: for a day, and this post only.":
    "Eine signierte Adresse, die den Beitrag zeigt, wie er aussähe, veröffentlicht oder nicht, jedem, der sie hat: einen Tag lang und nur diesen Beitrag.",
  "One file of the site: whether it is ready, its sizes, and where it is used.":
    "Eine Datei der Website: ob sie bereit ist, ihre Größen und wo sie verwendet wird.",
  "Adds a file to the site. It is taken at once and is `ready` soon after, when a durable run has stored it. Of a JPEG, PNG, WebP, AVIF or GIF the run makes AVIF and WebP in up to five widths, and what is served of it is turned upright and tells no place, camera or time; moving images keep moving, as WebP. An SVG loses its scripts and references. An image may have 50 million pixels, all frames together. The same content is kept once: sent again, the answer is the file that there is, unchanged; one that had failed is tried anew. How much a company can keep depends on its tier.":
    "Fügt der Website eine Datei hinzu. Sie wird sofort angenommen und ist bald danach bereit, wenn ein dauerhafter Lauf sie gespeichert hat. Aus einem JPEG, PNG, WebP, AVIF oder GIF macht der Lauf AVIF und WebP in bis zu fünf Breiten, und was davon ausgeliefert wird, steht aufrecht und verrät weder Ort noch Kamera noch Zeit; bewegte Bilder bleiben bewegt, als WebP. Ein SVG verliert seine Skripte und Verweise. Ein Bild darf 50 Millionen Pixel haben, alle Einzelbilder zusammen. Derselbe Inhalt wird einmal aufbewahrt: erneut gesendet ist die Antwort die vorhandene Datei, unverändert; eine fehlgeschlagene wird neu versucht. Wie viel ein Unternehmen aufbewahren kann, hängt von seinem Tarif ab.",
  "What an image shows, for those who do not see it. A page is not published before each of its images has this or is `decorative`.":
    "Was ein Bild zeigt, für alle, die es nicht sehen. Eine Seite wird erst veröffentlicht, wenn jedes ihrer Bilder dies hat oder nur Schmuck ist.",
  "It only decorates, so that readers of screens pass over it.":
    "Es schmückt nur, sodass Vorleseprogramme es übergehen.",
  "What of an image is seen where it is cut, in percent from the left.":
    "Was von einem beschnittenen Bild zu sehen ist, in Prozent von links.",
  "The same from the top.":
    "Dasselbe von oben.",
  "The file, up to 25 MiB. Its content tells its type, whatever it is called.":
    "Die Datei, bis 25 MiB. Ihr Inhalt bestimmt ihre Art, wie auch immer sie heißt.",
  "Changes what a file is called, its alternative text, what of it is seen where it is cut, and its tags. Pages that show it follow at once; its address stays valid. With `If-Match`, only if nobody changed it since.":
    "Ändert den Namen einer Datei, ihren Alternativtext, was beschnitten von ihr zu sehen ist, und ihre Schlagwörter. Seiten, die sie zeigen, folgen sofort; ihre Adresse bleibt gültig. Mit `If-Match` nur, wenn niemand sie inzwischen geändert hat.",
  "Deletes a file with all of its sizes, for good. One that a page, a post or the site uses, if only in a draft, is a 409 that says where.":
    "Löscht eine Datei mit allen Größen endgültig. Eine, die eine Seite, ein Beitrag oder die Website verwendet, und sei es nur im Entwurf, ergibt 409 mit der Stelle.",
  "Changes the fields that are sent and leaves the others; visitors see it within a second. Pages and images that it names have to exist.":
    "Ändert die gesendeten Felder und lässt die anderen; Besucher sehen es innerhalb einer Sekunde. Seiten und Bilder, die sie nennt, müssen vorhanden sein.",
  "The company's name if null.":
    "Bei null der Name des Unternehmens.",
  "What the company does, in a line.":
    "Was das Unternehmen tut, in einer Zeile.",
  "The company's if null.":
    "Bei null die des Unternehmens.",
  "Languages of pages besides `locale`.":
    "Sprachen der Seiten neben der der Website.",
  "Plain text; an empty line begins a paragraph.":
    "Reiner Text; eine leere Zeile beginnt einen Absatz.",
  "An image; its name stands beside the logo where it says none.":
    "Ein Bild; sein Name steht neben dem Logo, wo dieses keinen zeigt.",
  "A square image; one is made of the design where it is null.":
    "Ein quadratisches Bild; bei null wird eines aus der Gestaltung gemacht.",
  "Plain text.":
    "Reiner Text.",
  "Visitors see the site; otherwise they are told that it is being made.":
    "Besucher sehen die Website; sonst erfahren sie, dass sie entsteht.",
  "Visits are counted, without cookies and without keeping addresses.":
    "Besuche werden gezählt, ohne Cookies und ohne Adressen aufzubewahren.",
  "Replaces the design; visitors see it within a second. Colours that some people could not tell apart are refused, with the pair and its contrast, by day and by night (WCAG 2.2).":
    "Ersetzt die Gestaltung; Besucher sehen es innerhalb einer Sekunde. Farben, die manche Menschen nicht unterscheiden könnten, werden abgelehnt, mit dem Paar und seinem Kontrast, bei Tag und bei Nacht (WCAG 2.2).",
  "Of the page.":
    "Der Seite.",
  "Of cards and bands.":
    "Von Karten und Bändern.",
  "Of what matters less, and around fields.":
    "Von weniger Wichtigem und um Felder herum.",
  "Of links and buttons.":
    "Von Links und Schaltflächen.",
  "Of text on buttons.":
    "Von Text auf Schaltflächen.",
  "Of lines that only part.":
    "Von Linien, die nur trennen.",
  "Of text: a family of fonts that devices have.":
    "Von Text: eine Schriftfamilie, die Geräte haben.",
  "Of headings.":
    "Von Überschriften.",
  "Of corners.":
    "Von Ecken.",
  "Of the content on a wide screen.":
    "Des Inhalts auf einem breiten Bildschirm.",
  "What the newest draft of a page says to search engines, and a score whose every point names what to change and where.":
    "Was der neueste Entwurf einer Seite Suchmaschinen sagt, und eine Bewertung, bei der jeder Punkt nennt, was wo zu ändern ist.",
  "Makes a new draft of the page, with what is sent; `publish_page` shows it. With `If-Match`, only if nobody changed the page since.":
    "Legt mit dem Gesendeten einen neuen Entwurf der Seite an; `publish_page` zeigt ihn. Mit `If-Match` nur, wenn niemand die Seite inzwischen geändert hat.",
  "The page's title if null.":
    "Bei null der Titel der Seite.",
  "What stands below the title where it was found; made of the text if null.":
    "Was unter dem Titel steht, wo sie gefunden wurde; bei null aus dem Text gebildet.",
  "Where the same content is at home, if not here.":
    "Wo derselbe Inhalt zu Hause ist, wenn nicht hier.",
  "Shown where the page is shared; one is made of the design if null.":
    "Erscheint, wo die Seite geteilt wird; bei null wird eines aus der Gestaltung gemacht.",
  "It is not to be found by searching.":
    "Sie soll nicht über Suchen gefunden werden.",
  "Replaces the redirects that the company set. Those that the service made when a page moved stay, unless one of the same address is sent. One that leads back to itself, over however many others, is refused, and so is one that leads to another redirect: send visitors where they end.":
    "Ersetzt die Weiterleitungen, die das Unternehmen festgelegt hat. Die, die der Dienst beim Umzug einer Seite angelegt hat, bleiben, außer wenn eine mit derselben Adresse gesendet wird. Eine, die über wie viele andere auch immer auf sich selbst zurückführt, wird abgelehnt, ebenso eine, die zu einer anderen Weiterleitung führt: leiten Sie Besucher dorthin, wo sie ankommen.",
  "All that the company sets, at most 5,000.":
    "Alle, die das Unternehmen festlegt, höchstens 5.000.",
  "What it asks, and what becomes of the answers.":
    "Was es fragt und was aus den Antworten wird.",
  "Answers become contacts, matched by their e-mail address, with a note on their timeline; it can tag them, tell the company by e-mail, and make a task. People are asked no riddles: what programs send is told by other signs.":
    "Antworten werden zu Kontakten, nach ihrer E-Mail-Adresse zugeordnet, mit einer Notiz im Verlauf; es kann sie mit einem Schlagwort versehen, das Unternehmen per E-Mail benachrichtigen und eine Aufgabe anlegen. Menschen werden keine Rätsel gestellt: was Programme senden, wird an anderen Zeichen erkannt.",
  "As the company calls it, and a page of it its heading.":
    "Wie das Unternehmen es nennt und eine Seite davon als Überschrift.",
  "What is pressed to send it.":
    "Worauf zum Senden gedrückt wird.",
  "What visitors read when they have sent it.":
    "Was Besucher nach dem Senden lesen.",
  "A tag for contacts who send it.":
    "Ein Schlagwort für Kontakte, die es senden.",
  "Where the company is told of each answer.":
    "Wo das Unternehmen von jeder Antwort erfährt.",
  "Each answer makes a task, due in a day.":
    "Aus jeder Antwort wird eine Aufgabe, die in einem Tag fällig ist.",
  "Can be sent.":
    "Kann gesendet werden.",
  "Changes the fields that are sent and leaves the others. Answers that were sent keep the questions that they answered. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. Gesendete Antworten behalten die Fragen, auf die sie antworteten. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Visitors cannot send it any more, and pages leave it out. One that was answered is a conflict: set `active` to false instead.":
    "Besucher können es nicht mehr senden, und Seiten lassen es aus. Ein beantwortetes ist ein Konflikt: schalten Sie stattdessen „Aktiv“ aus.",
  "What visitors sent by it, spam among it unless `spam` is false. Live and test keys see their own.":
    "Was Besucher damit gesendet haben, auch Spam, außer wenn `spam` ausgeschlossen ist. Live- und Testschlüssel sehen ihre eigenen.",
  "Brings in pages, posts, authors, categories and tags, dates, excerpts, pictures and files in a durable run, one export at a time; `get_site_import` tells how far it is. Everything becomes a draft, whatever it was: to publish needs a person's consent for each. Files are fetched from the old site, never from private addresses. Links between documents lead to the new ones, and redirects are made from their old addresses and those of categories and tags. What cannot be taken is listed by `list_not_taken`, with where and why. The same export again changes nothing: documents that changed in the old site follow, unless they were changed here as well.":
    "Übernimmt Seiten, Beiträge, Autoren, Kategorien und Schlagwörter, Daten, Auszüge, Bilder und Dateien in einem dauerhaften Lauf, je ein Export auf einmal; `get_site_import` sagt, wie weit er ist. Alles wird ein Entwurf, was es auch war: zum Veröffentlichen ist für jedes die Freigabe einer Person nötig. Dateien werden von der alten Website geholt, nie von privaten Adressen. Links zwischen Dokumenten führen zu den neuen, und von ihren alten Adressen und denen von Kategorien und Schlagwörtern werden Weiterleitungen angelegt. Was nicht übernommen werden kann, führt `list_not_taken` auf, mit wo und warum. Derselbe Export noch einmal ändert nichts: Dokumente, die sich auf der alten Website geändert haben, folgen, außer wenn sie auch hier geändert wurden.",
  "What tells a folder apart from others: imported again under the same name, its documents are known. `folder` if left out.":
    "Was einen Ordner von anderen unterscheidet: unter demselben Namen erneut importiert, sind seine Dokumente bekannt. Ohne Angabe `folder`.",
  "An export of WordPress (Tools, Export, all content) as XML; or a ZIP of a folder of Markdown with its pictures. Up to 25 MiB.":
    "Ein Export von WordPress (Werkzeuge, Daten exportieren, alle Inhalte) als XML; oder ein ZIP eines Ordners mit Markdown und seinen Bildern. Bis 25 MiB.",
  "How far the import of a site is, and what it made.":
    "Wie weit der Import einer Website ist und was er angelegt hat.",
  "Everything of an export that was not taken, or not as it was, with where and why, in the order of the export.":
    "Alles aus einem Export, das nicht oder nicht unverändert übernommen wurde, mit wo und warum, in der Reihenfolge des Exports.",
  "Looks, in a durable run, at everything that pages and posts lead to: pages, posts, media, places of a page and paths within the site, and addresses of other sites, which are asked one after the other and never at private addresses. What visitors see is read; of what is not published, the draft. `get_link_check` tells how far it is, `list_broken_links` what leads nowhere.":
    "Prüft in einem dauerhaften Lauf alles, wohin Seiten und Beiträge führen: Seiten, Beiträge, Medien, Stellen einer Seite und Pfade der Website sowie Adressen anderer Websites, die nacheinander und nie an privaten Adressen abgefragt werden. Gelesen wird, was Besucher sehen; von nicht Veröffentlichtem der Entwurf. `get_link_check` sagt, wie weit es ist, `list_broken_links`, was nirgendwohin führt.",
  "How far a check of the site's links is, and how many lead nowhere.":
    "Wie weit eine Prüfung der Links der Website ist und wie viele nirgendwohin führen.",
  "The links that a check found to lead nowhere, with the reason and the pages and posts where they stand.":
    "Die Links, die laut einer Prüfung nirgendwohin führen, mit dem Grund und den Seiten und Beiträgen, auf denen sie stehen.",
  "Makes drafts of a whole site for an industry, from what its customers ask and from the company's own facts: its settings, services, products and opening hours. Nothing is published, and nothing that is there is changed: pages that exist stay, and so do a navigation and a design. Sentences that need a fact that nobody has given are left out, and the facts are listed in `missing`, to be asked for.":
    "Legt Entwürfe einer ganzen Website für eine Branche an, aus dem, was deren Kunden fragen, und aus den eigenen Angaben des Unternehmens: Einstellungen, Dienstleistungen, Produkte und Öffnungszeiten. Nichts wird veröffentlicht, und nichts Vorhandenes wird geändert: bestehende Seiten bleiben, ebenso Navigation und Gestaltung. Sätze, die eine noch nicht gemachte Angabe brauchen, werden ausgelassen, und die Angaben stehen in `missing`, um sie zu erfragen."
}

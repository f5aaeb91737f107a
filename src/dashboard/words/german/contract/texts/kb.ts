import type { Translations } from "../../../translations.ts"

export const kb: Translations = {
  "What the company has written down, the last changed first: drafts and archived entries too, unless `status` says which. Live and test keys share it.":
    "Was das Unternehmen aufgeschrieben hat, das zuletzt Geänderte zuerst: auch Entwürfe und archivierte Einträge, außer wenn `status` bestimmt, welche. Live- und Testschlüssel teilen es.",
  "The key's company.":
    "Das Unternehmen des Schlüssels.",
  "One entry as it is now.":
    "Ein Eintrag, wie er jetzt ist.",
  "Writes down something that the company knows. A published entry is found by `search_kb` at once, by whom its audience names.":
    "Schreibt etwas auf, das das Unternehmen weiß. Einen veröffentlichten Eintrag findet `search_kb` sofort, für die Zielgruppe, die er nennt.",
  "A question, or what it is about.":
    "Eine Frage oder worum es geht.",
  "Markdown: CommonMark with tables. Its headings are where searches and answers point to.":
    "Markdown: CommonMark mit Tabellen. Auf seine Überschriften verweisen Suchen und Antworten.",
  "Who may read it: anybody, also visitors of the site; customers whom the company knows; or its own people alone.":
    "Wer es lesen darf: alle, auch Besucher der Website; Kunden, die das Unternehmen kennt; oder nur die eigenen Mitarbeiter.",
  "A draft is found by nobody. What has open `questions` cannot be published.":
    "Einen Entwurf findet niemand. Was offene Fragen hat, kann nicht veröffentlicht werden.",
  "What it is about; a search can ask for those with a tag.":
    "Worum es geht; eine Suche kann nach denen mit einem Schlagwort fragen.",
  "What only the company can answer before the entry is whole.":
    "Was nur das Unternehmen beantworten kann, bevor der Eintrag vollständig ist.",
  "The member of the company who answers for it.":
    "Das Mitglied des Unternehmens, das dafür verantwortlich ist.",
  "When somebody is to look whether it still holds.":
    "Wann jemand nachsehen soll, ob es noch gilt.",
  "Replaces what an entry says; what is left out becomes what it is in a new one. The version before is kept. It counts as looked at. With `If-Match`, only if nobody changed it since. An archived entry is a conflict: restore a version of it first.":
    "Ersetzt, was ein Eintrag sagt; was ausgelassen wird, wird wie bei einem neuen. Die Version davor wird aufbewahrt. Es gilt als geprüft. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat. Ein archivierter Eintrag ist ein Konflikt: stellen Sie zuerst eine Version wieder her.",
  "Takes an entry out of searches and answers. It stays with all its versions, and `restore_kb_entry_version` brings it back. With `If-Match`, only if nobody changed it since.":
    "Nimmt einen Eintrag aus Suchen und Antworten. Er bleibt mit allen Versionen, und `restore_kb_entry_version` holt ihn zurück. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Everything that an entry has said, the newest first: by whom and when.":
    "Alles, was ein Eintrag gesagt hat, das Neueste zuerst: von wem und wann.",
  "Makes an entry say what it said in an earlier version, as a new one; one that was archived is published again, or a draft where it has open questions. With `If-Match`, only if nobody changed it since.":
    "Lässt einen Eintrag sagen, was er in einer früheren Version sagte, als neue; ein archivierter ist wieder veröffentlicht oder ein Entwurf, wo er offene Fragen hat. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Makes a draft whose title is the question and whose only open question it is. Nothing is made up: the company answers it, and then publishes it with `update_kb_entry`. Asked again while there is such a draft, it answers with that one.":
    "Legt einen Entwurf an, dessen Titel die Frage ist und dessen einzige offene Frage sie ist. Nichts wird erfunden: das Unternehmen beantwortet sie und veröffentlicht ihn dann mit `update_kb_entry`. Solange es einen solchen Entwurf gibt, ist er die Antwort.",
  "As it was asked: `get_kb_analytics` names what found no answer.":
    "Wie gefragt wurde: `get_kb_analytics` nennt, was keine Antwort fand.",
  "Counts one more reader whom an entry helped, or did not help.":
    "Zählt einen weiteren Leser, dem ein Eintrag geholfen oder nicht geholfen hat.",
  "Finds passages of everything that the company knows, ranked: words count in all their forms, by the rules of their language; rare ones, and those of titles, count more. Misspelled words, the company's synonyms, and what somebody wrote in two words are found too. Where the installation names a model that makes vectors, passages are found by their meaning too; else nothing is found where no word is known.":
    "Findet Abschnitte in allem, was das Unternehmen weiß, nach Rang: Wörter zählen in allen Formen nach den Regeln ihrer Sprache; seltene und die von Titeln zählen mehr. Auch Tippfehler, die Synonyme des Unternehmens und getrennt Geschriebenes werden gefunden. Wo die Installation ein Modell für Vektoren nennt, werden Abschnitte auch nach ihrer Bedeutung gefunden; sonst findet sich nichts, wo kein Wort bekannt ist.",
  "A question or some words, as people type them.":
    "Eine Frage oder einige Wörter, wie Menschen sie eingeben.",
  "Only what is in this language; in any if left out.":
    "Nur was in dieser Sprache ist; ohne Angabe in jeder.",
  "Whose eyes it is for: `public` finds what anybody may read, `customers` also what customers may, `staff` everything.":
    "Für wessen Augen: „öffentlich“ findet, was alle lesen dürfen, „Kunden“ auch, was Kunden dürfen, „Personal“ alles.",
  "Only what has all of these.":
    "Nur was alle diese hat.",
  "Only passages of these.":
    "Nur Abschnitte aus diesen.",
  "The last word may be the beginning of a longer one. Such searches do not count in `get_kb_analytics`.":
    "Das letzte Wort kann der Anfang eines längeren sein. Solche Suchen zählen nicht in `get_kb_analytics`.",
  "Whether it counts in `get_kb_analytics`; trials should not.":
    "Ob es in `get_kb_analytics` zählt; Versuche sollten es nicht.",
  "Searches for one of these words find the others too, from now on. A company has at most 200 groups.":
    "Suchen nach einem dieser Wörter finden von nun an auch die anderen. Ein Unternehmen hat höchstens 200 Gruppen.",
  "Words and short phrases that mean the same to the company.":
    "Wörter und kurze Wendungen, die für das Unternehmen dasselbe bedeuten.",
  "The words mean what they mean again.":
    "Die Wörter bedeuten wieder, was sie bedeuten.",
  "One source: how far its reading is, and what it found.":
    "Eine Quelle: wie weit ihr Einlesen ist und was es fand.",
  "Reads documents so that `search_kb` finds their passages and answers cite them, each with its place: address and heading, page of a PDF, row of a table. A durable run reads; `get_kb_source` tells how far it is, `list_kb_documents` what could not be read, and why. A site is read politely: as its robots.txt lets, one page after the other, at most 5000 pages of it, never at private addresses, without what surrounds the text on every page. Who may read it is chosen here, and holds for all of it. A site is read again as its `schedule` says; what is the company's own, soon after something was published, changed or taken off.":
    "Liest Dokumente, sodass `search_kb` ihre Abschnitte findet und Antworten sie nennen, jeden mit seiner Stelle: Adresse und Überschrift, Seite eines PDF, Zeile einer Tabelle. Ein dauerhafter Lauf liest; `get_kb_source` sagt, wie weit er ist, `list_kb_documents`, was nicht gelesen werden konnte und warum. Eine Website wird rücksichtsvoll gelesen: wie ihre robots.txt es erlaubt, eine Seite nach der anderen, höchstens 5000 Seiten, nie an privaten Adressen, ohne das, was den Text auf jeder Seite umgibt. Wer sie lesen darf, wird hier gewählt und gilt für alles daraus. Eine Website wird nach ihrem Zeitplan erneut gelesen; was dem Unternehmen selbst gehört, bald nachdem etwas veröffentlicht, geändert oder zurückgenommen wurde.",
  "`site`: a web site, or what its sitemap lists. `file`: a document. `own`: what visitors see of the company's own pages, posts and products.":
    "„Website“: eine Website oder was ihre Sitemap aufführt. „Datei“: ein Dokument. „eigene“: was Besucher von den eigenen Seiten, Beiträgen und Produkten des Unternehmens sehen.",
  "Of a `site`: where to begin. Pages of the same host in the same folder and below are read. The address of a sitemap reads what that lists, and nothing else.":
    "Bei einer Website: wo begonnen wird. Gelesen werden Seiten desselben Hosts in demselben Ordner und darunter. Die Adresse einer Sitemap liest, was diese aufführt, und sonst nichts.",
  "Of `own`: what of it.":
    "Bei eigenen: was davon.",
  "What it is called; its address or its file name if left out.":
    "Wie sie heißt; ohne Angabe ihre Adresse oder ihr Dateiname.",
  "Of documents that do not say theirs; the company's if left out.":
    "Von Dokumenten, die ihre nicht angeben; ohne Angabe die des Unternehmens.",
  "Of a `site`: so many pages are read at most.":
    "Bei einer Website: so viele Seiten werden höchstens gelesen.",
  "Of a `site`: so many links from where it begins.":
    "Bei einer Website: so viele Links weit vom Anfang.",
  "Of a `site`: how often it is read again by itself. What is the company's `own` is read again by itself soon after it changed.":
    "Bei einer Website: wie oft sie von selbst erneut gelesen wird. Was dem Unternehmen selbst gehört, wird bald nach einer Änderung von selbst erneut gelesen.",
  "Of kind `file`: a PDF, a document of Word (.docx), HTML, Markdown, a plain text or CSV, up to 25 MiB.":
    "Bei einer Datei: ein PDF, ein Word-Dokument (.docx), HTML, Markdown, reiner Text oder CSV, bis 25 MiB.",
  "Changes what a source is called, and how often a site is read again by itself. What it consists of, and who may read it, stays: remove it and add it anew.":
    "Ändert, wie eine Quelle heißt und wie oft eine Website von selbst erneut gelesen wird. Woraus sie besteht und wer sie lesen darf, bleibt: entfernen Sie sie und legen Sie sie neu an.",
  "Of a `site`: how often it is read again by itself, beginning now.":
    "Bei einer Website: wie oft sie von selbst erneut gelesen wird, ab sofort.",
  "Looks again at everything that a source consists of, in a durable run: what is new or has changed is read, what is gone is not found any more, and of what is as before nothing is fetched where its server can tell. While the source is being read it answers with that reading.":
    "Sieht in einem dauerhaften Lauf alles noch einmal durch, woraus eine Quelle besteht: Neues und Geändertes wird gelesen, Verschwundenes nicht mehr gefunden, und von Unverändertem wird nichts abgerufen, wo der Server es sagen kann. Während die Quelle gelesen wird, ist die Antwort dieses Einlesen.",
  "Takes a source out of the knowledge base with everything that was read of it; a durable run does so within moments. Nothing brings it back; it can be added again.":
    "Nimmt eine Quelle mit allem, was aus ihr gelesen wurde, aus der Wissensdatenbank; ein dauerhafter Lauf tut es innerhalb von Augenblicken. Nichts bringt sie zurück; sie kann neu angelegt werden.",
  "Everything that a source consists of: what is found by searches, and what could not be read, with the reason.":
    "Alles, woraus eine Quelle besteht: was Suchen finden und was nicht gelesen werden konnte, mit dem Grund.",
  "Makes an entry of each question that customers of an industry ask, filled with the company's own facts from its settings. Nothing is invented: what nobody has said stays a blank in the text and becomes an open question of a draft; only entries without blanks are published. Entries that were made from the template before stay as they are. `list_site_templates` and the public tools name the templates.":
    "Legt zu jeder Frage, die Kunden einer Branche stellen, einen Eintrag an, gefüllt mit den eigenen Angaben des Unternehmens aus seinen Einstellungen. Nichts wird erfunden: was niemand gesagt hat, bleibt eine Lücke im Text und wird eine offene Frage eines Entwurfs; veröffentlicht werden nur Einträge ohne Lücken. Schon früher aus der Vorlage angelegte Einträge bleiben, wie sie sind. `list_site_templates` und die öffentlichen Werkzeuge nennen die Vorlagen."
}

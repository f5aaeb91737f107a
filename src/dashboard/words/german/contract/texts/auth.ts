import type { Translations } from "../../../translations.ts"

export const auth: Translations = {
  "Ends all other sessions of the account, in all companies, with `end_connections` its connected tool clients too, and tells its owner by e-mail. A wrong current password is 403 and counts like a failed sign-in.":
    "Beendet alle anderen Sitzungen des Kontos in allen Unternehmen, mit `end_connections` auch seine verbundenen Apps, und benachrichtigt den Besitzer per E-Mail. Ein falsches bisheriges Passwort ergibt 403 und zählt wie eine fehlgeschlagene Anmeldung.",
  "10 to 256 characters. Common passwords, and those that hold the address or the name, are refused.":
    "10 bis 256 Zeichen. Häufige Passwörter und solche, die Adresse oder Namen enthalten, werden abgelehnt.",
  "Cuts off all tool clients that act for the account too, in all companies. They stay without it.":
    "Trennt auch alle verbundenen Apps, die für das Konto handeln, in allen Unternehmen. Ohne Angabe bleiben sie.",
  "Ends the session that asks. Within a second its tokens open nothing any more, on any node.":
    "Beendet die Sitzung, die fragt. Innerhalb einer Sekunde öffnen ihre Token auf keinem Knoten mehr etwas.",
  "Signs a session of one's own out, within a second on every node; an owner or admin, one of any member, though only an owner that of an owner.":
    "Meldet eine eigene Sitzung ab, innerhalb einer Sekunde auf jedem Knoten; Inhaber und Administratoren auch die eines anderen Mitglieds, die eines Inhabers jedoch nur ein Inhaber.",
  "Signs the person who asks out of this company everywhere but here. It needs to be proved again who they are.":
    "Meldet Sie in diesem Unternehmen überall ab außer hier. Sie müssen dafür erneut nachweisen, wer Sie sind.",
  "Answers with a new key, shown this once; only a hash of it is kept. It may do no more than whoever makes it, and a key for an agent cannot approve consents. The answer is kept nowhere, so the call takes no `Idempotency-Key`.":
    "Antwortet mit einem neuen Schlüssel, der nur dieses eine Mal gezeigt wird; aufbewahrt wird nur eine Prüfsumme. Er darf nicht mehr als Sie selbst, und ein Schlüssel für einen Agenten kann keine Freigaben erteilen. Die Antwort wird nirgends aufbewahrt, daher gibt es keinen `Idempotency-Key`.",
  "Whose it is, or what for.":
    "Wem er gehört oder wofür er ist.",
  "`live` is for real; `test` moves no money and dispatches nothing.":
    "„Live-Modus“ ist der Ernstfall; „Test“ bewegt kein Geld und versendet nichts.",
  "What it may do; never more than whoever makes it. `consents:approve` lets it approve in a person's place.":
    "Was er darf; nie mehr als Sie selbst. Mit `consents:approve` darf er anstelle einer Person Freigaben erteilen.",
  "The agent that it is made for: each of its calls is that agent's, so it can never have `consents:approve`.":
    "Der Agent, für den er erstellt wird: jeder seiner Aufrufe gilt als der des Agenten, daher kann er nie `consents:approve` haben.",
  "From where it may be used: IPv4 and IPv6 addresses, and networks like 198.51.100.0/24; from anywhere, if empty.":
    "Von wo er verwendet werden darf: IPv4- und IPv6-Adressen und Netze wie 198.51.100.0/24; leer heißt von überall.",
  "In the future; `null` for never.":
    "In der Zukunft; `null` für nie.",
  "Answers with a new key for the same id, shown this once. The key before it stays good for `overlap_minutes`; a key that was still good from the replacement before that ends at once. With the key end pages that were signed in to with it, and approvals that it gave and nobody has used. Everything else stays, standing consents too; only an owner replaces a key that holds any. Nobody replaces a key with a scope that they lack.":
    "Antwortet mit einem neuen Schlüssel derselben Nummer, der nur dieses eine Mal gezeigt wird. Der bisherige bleibt `overlap_minutes` gültig; ein Schlüssel, der noch vom vorigen Ersetzen her galt, endet sofort. Mit dem Schlüssel enden Seiten, auf denen mit ihm angemeldet wurde, und Freigaben, die er erteilt und niemand genutzt hat. Alles andere bleibt, auch Dauerfreigaben; einen Schlüssel mit solchen ersetzt nur ein Inhaber. Niemand ersetzt einen Schlüssel mit einem Recht, das er selbst nicht hat.",
  "How long the key before stays good beside the new one; 0 ends it at once.":
    "Wie lange der bisherige Schlüssel neben dem neuen gültig bleibt; 0 beendet ihn sofort.",
  "The key opens nothing any more, within a second everywhere; so does the one before its last replacement. What it opened ends with it: pages, downloads, approvals that nobody has used. It does not come back, and stays in the list.":
    "Der Schlüssel öffnet nichts mehr, innerhalb einer Sekunde überall; ebenso der vor seinem letzten Ersetzen. Was er geöffnet hat, endet mit ihm: Seiten, Downloads, ungenutzte Freigaben. Er kommt nicht zurück und bleibt in der Liste.",
  "An owner decides which operations the key may run without a person agreeing each time: the whole list, with an optional limit of money and an optional end for each. It holds within a second everywhere, and every receipt that relied on it says so.":
    "Ein Inhaber bestimmt, welche Operationen der Schlüssel ausführen darf, ohne dass jedes Mal eine Person zustimmt: die ganze Liste, je mit einer möglichen Grenze des Geldes und einem möglichen Ende. Es gilt innerhalb einer Sekunde überall, und jeder Beleg, der sich darauf stützt, sagt es.",
  "All that the key has afterwards; an empty list withdraws them all.":
    "Alles, was der Schlüssel danach hat; eine leere Liste entzieht ihm alle.",
  "Answers with a key for web pages and apps of the company, which anybody may read. It has no scopes: it opens only operations that are open to visitors, and of those only what is the visitor's own. The answer is kept nowhere, so the call takes no `Idempotency-Key`.":
    "Antwortet mit einem Schlüssel für Webseiten und Apps des Unternehmens, den jeder lesen darf. Er hat keine Rechte: er öffnet nur Operationen, die Besuchern offenstehen, und davon nur, was dem Besucher selbst gehört. Die Antwort wird nirgends aufbewahrt, daher gibt es keinen `Idempotency-Key`.",
  "Web pages of which origins may use it, each like https://shop.example. If empty, no page may: only apps and servers, which send no `Origin`.":
    "Webseiten welcher Ursprünge ihn verwenden dürfen, jeweils wie https://shop.example. Leer heißt: keine Seite, nur Apps und Server, die keinen `Origin` senden.",
  "Visitors who come by this key are not let in any more, within a second everywhere. It does not come back, and stays in the list.":
    "Besucher mit diesem Schlüssel werden nicht mehr eingelassen, innerhalb einer Sekunde überall. Er kommt nicht zurück und bleibt in der Liste.",
  "Sends an e-mail with a link by which somebody joins the company, with a role that is not above your own. An invitation that is open already is renewed: it gets the new role and another e-mail, whose link takes the place of the one before. A conflict if the address is a member's.":
    "Sendet eine E-Mail mit einem Link, über den jemand dem Unternehmen beitritt, mit einer Rolle, die nicht über Ihrer eigenen steht. Eine schon offene Einladung wird erneuert: sie bekommt die neue Rolle und eine weitere E-Mail, deren Link den bisherigen ablöst. Ein Konflikt, wenn die Adresse einem Mitglied gehört.",
  "Never above your own.":
    "Nie über Ihrer eigenen.",
  "What somebody may do in the company from now on, in the sessions and connections that they have too. Nobody changes somebody above them or raises anybody above themselves, and the last owner stays one.":
    "Was jemand von nun an im Unternehmen darf, auch in den laufenden Sitzungen und Verbindungen. Niemand ändert jemanden über sich oder hebt jemanden über sich, und der letzte Inhaber bleibt Inhaber.",
  "Their sessions and connections in this company end within a second, and nothing new can be given to them. What they look after stays theirs until somebody else is named; API keys they made stay good. Other companies of theirs are not touched. The last owner cannot be removed.":
    "Die Sitzungen und Verbindungen in diesem Unternehmen enden innerhalb einer Sekunde, und nichts Neues kann der Person gegeben werden. Was sie betreut, bleibt bei ihr, bis jemand anderes benannt wird; von ihr erstellte API-Schlüssel bleiben gültig. Ihre anderen Unternehmen sind nicht betroffen. Der letzte Inhaber kann nicht entfernt werden.",
  "The link of its e-mail is good for nothing any more.":
    "Der Link der E-Mail gilt nicht mehr.",
  "Answers with a new secret for an authenticator app, as text and as a QR code, shown this once. Nothing is asked for until a code of the app was confirmed. To ask again before that replaces the secret. Needs a session that stepped up, since it could lock its owner out. A conflict where two-factor authentication is on.":
    "Antwortet mit einem neuen Geheimnis für eine Authentifizierungs-App, als Text und als QR-Code, nur dieses eine Mal gezeigt. Verlangt wird noch nichts, bis ein Code der App bestätigt ist. Erneutes Einrichten davor ersetzt das Geheimnis. Die Sitzung muss die Identität erneut nachgewiesen haben, da es den Besitzer aussperren könnte. Ein Konflikt, wenn die Zwei-Faktor-Authentifizierung eingeschaltet ist.",
  "Takes a code of the authenticator app that was set up, and turns two-factor authentication on. Answers with ten recovery codes, shown this once, for when the app is lost. The session counts as stepped up; the person's others have to do it again.":
    "Nimmt einen Code der eingerichteten Authentifizierungs-App und schaltet die Zwei-Faktor-Authentifizierung ein. Antwortet mit zehn Wiederherstellungscodes, nur dieses eine Mal gezeigt, für den Fall, dass die App verloren geht. Die Sitzung gilt als erneut nachgewiesen; Ihre anderen müssen es wieder tun.",
  "Six digits of the authenticator app, or one of the recovery codes.":
    "Sechs Ziffern der Authentifizierungs-App oder einer der Wiederherstellungscodes.",
  "Signing in takes the password alone from then on, and all recovery codes are void. Needs a session that stepped up. A conflict where two-factor authentication is off.":
    "Zur Anmeldung genügt von da an das Passwort, und alle Wiederherstellungscodes sind ungültig. Die Sitzung muss die Identität erneut nachgewiesen haben. Ein Konflikt, wenn die Zwei-Faktor-Authentifizierung ausgeschaltet ist.",
  "Answers with ten new recovery codes, shown this once; those before are void. Needs a session that stepped up. A conflict where two-factor authentication is off.":
    "Antwortet mit zehn neuen Wiederherstellungscodes, nur dieses eine Mal gezeigt; die bisherigen sind ungültig. Die Sitzung muss die Identität erneut nachgewiesen haben. Ein Konflikt, wenn die Zwei-Faktor-Authentifizierung ausgeschaltet ist.",
  "For 10 minutes, and for this session only, dangerous operations are open: those that answer 403 with the code `step_up_required` otherwise. Signing in counts too. Wrong attempts are throttled like those of signing in.":
    "Für 10 Minuten und nur in dieser Sitzung sind gefährliche Operationen offen: die sonst mit 403 und dem Code `step_up_required` antworten. Auch die Anmeldung zählt. Falsche Versuche werden gebremst wie bei der Anmeldung.",
  "Where two-factor authentication is off.":
    "Wenn die Zwei-Faktor-Authentifizierung ausgeschaltet ist.",
  "Where two-factor authentication is on: six digits of the app, or a recovery code.":
    "Wenn die Zwei-Faktor-Authentifizierung eingeschaltet ist: sechs Ziffern der App oder ein Wiederherstellungscode.",
  "The client can do nothing any more, within a second everywhere; to come back it has to be connected again. Everybody may cut off their own; an admin or an owner, anybody's.":
    "Die App kann nichts mehr tun, innerhalb einer Sekunde überall; um zurückzukommen, muss sie neu verbunden werden. Jeder darf seine eigenen trennen, Administratoren und Inhaber alle.",
  "A token that signs the same person in elsewhere, in the same company and mode, without a password: good once and for 5 minutes, as long as this session is.":
    "Ein Token, das dieselbe Person anderswo anmeldet, in demselben Unternehmen und demselben Modus, ohne Passwort: einmal und 5 Minuten lang gültig, solange diese Sitzung besteht."
}

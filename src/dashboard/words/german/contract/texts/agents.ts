import type { Translations } from "../../../translations.ts"

export const agents: Translations = {
  "The tools that a company shows to anybody. The other surfaces need a key and are refused here.":
    "Die Werkzeuge, die ein Unternehmen allen zeigt. Die anderen Oberflächen brauchen einen Schlüssel und werden hier abgelehnt.",
  "Whose tools.":
    "Wessen Werkzeuge.",
  "What was asked for, about which records, and the steps taken since, with who and when. Once it is approved, whoever asked finds the `confirmation` here, once and as long as it is good.":
    "Was verlangt wurde, um welche Datensätze es geht, und die Schritte seither, mit wem und wann. Ist die Freigabe erteilt, findet der, der gefragt hat, hier die Bestätigung, einmal und solange sie gültig ist.",
  "Runs the call as the key that asked, takes everything back, and answers with the difference: each record with the fields that would change, the money that would move and what would be set going outside. Nothing leaves the service.":
    "Führt den Aufruf mit dem Schlüssel aus, der gefragt hat, nimmt alles zurück und antwortet mit dem Unterschied: jeder Datensatz mit den Feldern, die sich ändern würden, das Geld, das bewegt würde, und was nach außen ginge. Nichts verlässt den Dienst.",
  "A person of the company agrees. The answer is a confirmation for the very same call by whatever asked, good once and for 15 minutes, unless whoever approved may not do so any more by then. To approve again before that gives the same confirmation to the same person, and is a conflict for another. It takes an owner or admin who may do themselves what is asked for, or a key with the scope `consents:approve` where that takes no signed-in person; on their own account and connections everybody decides themselves. People approve what they asked for, and what a tool client asked for them; a key that asked cannot approve its own call, and an agent approves nothing.":
    "Eine Person des Unternehmens stimmt zu. Die Antwort ist eine Bestätigung für genau denselben Aufruf durch den, der gefragt hat, einmal und 15 Minuten lang gültig, außer wenn der Freigebende es bis dahin nicht mehr darf. Eine zweite Freigabe davor gibt derselben Person dieselbe Bestätigung und ist für eine andere ein Konflikt. Nötig ist ein Inhaber oder Administrator, der das Verlangte selbst tun darf, oder ein Schlüssel mit dem Recht `consents:approve`, wo keine angemeldete Person nötig ist; über das eigene Konto und die eigenen Verbindungen entscheidet jeder selbst. Personen geben frei, was sie selbst verlangt haben und was eine verbundene App für sie verlangt hat; ein Schlüssel kann seinen eigenen Aufruf nicht freigeben, und ein Agent gibt nichts frei.",
  "A person of the company refuses, also after an approval that was not used yet. Asking again makes a new consent.":
    "Eine Person des Unternehmens lehnt ab, auch nach einer noch nicht genutzten Freigabe. Erneutes Verlangen erzeugt eine neue Freigabe.",
  "For whoever asked.":
    "Für den, der gefragt hat."
}

import type { Translations } from "../../../translations.ts"

export const webhooks: Translations = {
  "Subscribes an address to events from now on. What is sent is signed with the secret, which is shown this once: `X-Service-Signature` is the lowercase hex HMAC-SHA256 of the raw body with the whole secret as the key; `webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks. An address in a private network is refused, and a company may have 100. Without a webhook, `list_events` tells of the same events, and the command `service listen` sends them on to an address on your own machine.":
    "Abonniert Ereignisse für eine Adresse, von nun an. Was gesendet wird, ist mit dem Geheimnis signiert, das nur dieses eine Mal gezeigt wird: `X-Service-Signature` ist der kleingeschriebene hexadezimale HMAC-SHA256 des rohen Inhalts mit dem ganzen Geheimnis als Schlüssel; `webhook-id`, `webhook-timestamp` und `webhook-signature` folgen Standard Webhooks. Eine Adresse in einem privaten Netz wird abgelehnt, und ein Unternehmen darf 100 haben. Ohne Webhook meldet `list_events` dieselben Ereignisse, und der Befehl `service listen` leitet sie an eine Adresse auf Ihrem eigenen Rechner weiter.",
  "An https address that is open to the internet; redirects are not followed.":
    "Eine https-Adresse, die im Internet erreichbar ist; Weiterleitungen wird nicht gefolgt.",
  "Kinds of events, exact (`order.paid`), by group (`order.*`) or all (`*`).":
    "Arten von Ereignissen: einzeln (`order.paid`), als Gruppe (`order.*`) oder alle (`*`).",
  "Made for you if left out: `whsec_` and base64 of 32 bytes.":
    "Wird ohne Angabe für Sie erzeugt: `whsec_` und Base64 von 32 Byte.",
  "One endpoint, with how it did in the last seven days.":
    "Ein Ziel und wie es ihm in den letzten sieben Tagen erging.",
  "Changes the fields that are sent and leaves the others. `enabled: true` switches an endpoint on again that was switched off because it failed. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen. `enabled: true` schaltet ein Ziel wieder ein, das wegen Fehlschlägen ausgeschaltet wurde. Mit `If-Match` nur, wenn niemand es inzwischen geändert hat.",
  "Off, nothing is sent and nothing is kept for later; on again, what was missed can be replayed.":
    "Ausgeschaltet wird nichts gesendet und nichts für später aufgehoben; wieder eingeschaltet kann das Verpasste erneut zugestellt werden.",
  "Removes the endpoint with what is on its way to it. It does not come back; `enabled: false` is a pause.":
    "Entfernt das Ziel mit allem, was zu ihm unterwegs ist. Es kommt nicht zurück; `enabled: false` ist eine Pause.",
  "Answers with a new secret, shown this once. For 24 hours both sign: `webhook-signature` lists both, and `X-Service-Signature-Previous` stands beside `X-Service-Signature`.":
    "Antwortet mit einem neuen Geheimnis, das nur dieses eine Mal gezeigt wird. 24 Stunden lang signieren beide: `webhook-signature` führt beide auf, und `X-Service-Signature-Previous` steht neben `X-Service-Signature`.",
  "What was sent to an endpoint in the last 30 days and what is to be sent, newest first: each attempt with its status and latency, the first 2 KiB of the last answer, and when the next attempt is due.":
    "Was in den letzten 30 Tagen an ein Ziel gesendet wurde und was zu senden ist, das Neueste zuerst: jeder Versuch mit Status und Antwortzeit, die ersten 2 KiB der letzten Antwort und wann der nächste Versuch fällig ist.",
  "Sends it now, whether it failed, succeeded or waits, and if need be again on the schedule from its beginning. A conflict if the endpoint is switched off.":
    "Sendet sie jetzt, ob sie fehlschlug, gelang oder wartet, und bei Bedarf erneut nach dem Zeitplan von vorn. Ein Konflikt, wenn das Ziel ausgeschaltet ist.",
  "Sends `test.ping` to this endpoint, whatever it is subscribed to. A conflict if it is switched off.":
    "Sendet `test.ping` an dieses Ziel, was immer es abonniert hat. Ein Konflikt, wenn es ausgeschaltet ist.",
  "Sends every event of a time again to this endpoint that it is subscribed to now, also those from before it was added, in their order. Each keeps its `webhook-id`, so a receiver can tell what it has. A conflict if it is switched off.":
    "Sendet jedes Ereignis einer Zeit erneut an dieses Ziel, das es jetzt abonniert hat, auch solche aus der Zeit davor, in ihrer Reihenfolge. Jedes behält seine `webhook-id`, sodass ein Empfänger erkennt, was er hat. Ein Konflikt, wenn es ausgeschaltet ist."
}

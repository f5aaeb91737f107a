import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const consent: typeof english.consent = {
  leave: "So lassen",
  others: (why) => html`<p>Dem muss jemand anderes zustimmen. ${why}</p>`,
  ask: "Um Freigabe bitten",
  asked: (link, why) => html`<span>Dem muss eine Person zustimmen: ${link} wurde angefragt. ${why} Wer sie erteilt, erhält eine Bestätigung; geben Sie diese hier ein.</span>`,
  consent: (id) => ["Freigabe ", id],
  confirmation: "Bestätigung (cfm_…)",
  keyCannot: "Der Schlüssel, mit dem Sie angemeldet sind, kann seinem eigenen Aufruf nicht zustimmen.",
  back: "Zurück",
  undo: (undo) => undo === null ? "Das lässt sich nicht rückgängig machen." : undo.days === undefined ? `Das lässt sich rückgängig machen (${undo.by}).` : `Das lässt sich ${undo.days} Tage lang ${undo.by.startsWith("restore_") ? "wiederherstellen" : "rückgängig machen"} (${undo.by}).`,
  realInTest: "Sie sind im Testmodus, aber das ändert Ihre echten Datensätze: Live- und Testmodus teilen sie."
}

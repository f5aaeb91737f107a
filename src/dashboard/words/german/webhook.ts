import type { english } from "../english/words.ts"

export const webhook: typeof english.webhook = {
  nothingSent: "nichts wurde gesendet",
  rate: (share, attempts) => `${share} von ${attempts} Versuchen`,
  health: "Zustand",
  succeeded: "Erfolgreich in 7 Tagen",
  onTheirWay: "Unterwegs",
  lastSuccess: "Letzter Erfolg",
  lastFailure: "Letzter Fehler",
  events: "Ereignisse",
  added: "Angelegt",
  description: "Beschreibung",
  failingSince: "Fehlerhaft seit",
  offSince: "Aus seit",
  retried: "Es wird noch einmal gesendet.",
  replayed: "Die Ereignisse werden noch einmal gesendet, in ihrer Reihenfolge.",
  off: "An einen abgeschalteten Endpunkt wird nichts gesendet. Wieder eingeschaltet, kann er nachholen, was er verpasst hat.",
  replayAll: "Alles seither noch einmal senden",
  since: (zone) => `Seit, in ${zone}`,
  title: "Webhooks",
  deliveries: "Zustellungen",
  status: "Status",
  any: "alle",
  replay: "Noch einmal senden"
}

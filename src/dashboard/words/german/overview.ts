import type { english } from "../english/words.ts"

export const overview: typeof english.overview = {
  consentsWait: (n) => n === 1 ? "Freigabe wartet auf eine Person" : "Freigaben warten auf eine Person",
  runsFailed: (n) => n === 1 ? "Lauf fehlgeschlagen" : "Läufe fehlgeschlagen",
  runsOpen: (n) => n === 1 ? "Lauf ist unterwegs oder wartet" : "Läufe sind unterwegs oder warten",
  deliveriesFailed: (n) => n === 1 ? "Zustellung fehlgeschlagen" : "Zustellungen fehlgeschlagen",
  deliveriesOfFirst: (n, most) => `${n === 1 ? "Zustellung" : "Zustellungen"} der ersten ${most} Endpunkte fehlgeschlagen`,
  newest: "Die neuesten wartenden Freigaben",
  nobody: "Niemand wartet auf eine Antwort.",
  title: "Übersicht",
  today: "Heute",
  waiting: "Wartet auf eine Person",
  failedRuns: "Fehlgeschlagene Läufe",
  noneFailed: "Kein Lauf ist fehlgeschlagen.",
  trouble: "Endpunkte mit Problemen",
  troubleLabel: "Endpunkte, die fehlschlagen oder abgeschaltet wurden",
  healthy: "Alle Endpunkte arbeiten fehlerfrei."
}

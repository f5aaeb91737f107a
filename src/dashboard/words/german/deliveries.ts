import type { english } from "../english/words.ts"

export const deliveries: typeof english.deliveries = {
  answered: (status) => ["Antwort ", status],
  attempts: (count) => count === 1 ? "1 Versuch" : `${count} Versuche`,
  noneYet: "noch keine",
  last: (attempts, answer, duration) => [attempts, ", ", answer, " in ", duration],
  noAnswer: "keine Antwort",
  answerTo: (event) => `Die Antwort auf ${event}`,
  label: "Zustellungen, neueste zuerst",
  noneLike: "Keine Zustellung entspricht dem.",
  nothingSent: "Noch wurde nichts gesendet.",
  thirtyDays: "Hier stehen Zustellungen der letzten 30 Tage.",
  event: "Ereignis",
  status: "Status",
  attemptsTitle: "Versuche",
  made: "Erstellt",
  nextTry: "Nächster Versuch",
  again: "Noch einmal",
  replay: "Noch einmal senden"
}

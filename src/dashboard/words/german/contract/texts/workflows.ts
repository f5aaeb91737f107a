import type { Translations } from "../../../translations.ts"

export const workflows: Translations = {
  "A run with its payload, its steps, their attempts and errors, and when it wakes next.":
    "Ein Lauf mit seinen Nutzdaten, seinen Schritten, deren Versuchen und Fehlern, und wann er als Nächstes weitergeht.",
  "Stops a run and its children. One at work ends with the step it is in; the compensations of the steps it has done run. A finished run is a conflict.":
    "Hält einen Lauf und seine Kinder an. Ein arbeitender endet mit dem Schritt, in dem er ist; die Ausgleichsschritte der getanen Schritte laufen. Ein beendeter Lauf ist ein Konflikt.",
  "Moves the time of the company's test mode forward. Everything in test mode that falls due on the way happens, in the order of its due times, also what is set on the way. The answer comes at once; the clock is there when its status is `ready`. It never goes back, and a second advance during one is a conflict. With a test key only: live mode goes by real time. Keys, sessions, limits and the retries of webhooks go by real time in test mode too.":
    "Stellt die Zeit des Testmodus des Unternehmens vor. Alles im Testmodus, was unterwegs fällig wird, geschieht in der Reihenfolge der Fälligkeit, auch was unterwegs angesetzt wird. Die Antwort kommt sofort; die Uhr ist dort, wenn ihr Status „`ready`“ ist. Sie geht nie zurück, und ein zweites Vorstellen währenddessen ist ein Konflikt. Nur mit einem Testschlüssel: der Live-Modus folgt der wirklichen Zeit. Schlüssel, Sitzungen, Grenzen und die Versuche von Webhooks folgen auch im Testmodus der wirklichen Zeit.",
  "An instant that is not before `now`, or a duration from there as ISO 8601 writes it; at most 10 years ahead.":
    "Ein Zeitpunkt, der nicht vor jetzt liegt, oder eine Dauer von dort an in der Schreibweise von ISO 8601; höchstens 10 Jahre voraus.",
  "A schedule with its next five times, and with what its latest times came to.":
    "Ein Zeitplan mit seinen nächsten fünf Zeiten und dem, was aus seinen letzten wurde.",
  "Has a workflow run again and again: by a cron line in a time zone, or at an interval. Each time is kept once, however many processes there are and whatever crashes; its run acts for whoever made the schedule. The times of test mode are those of the test clock. A company may have 200 in each mode.":
    "Lässt einen Ablauf immer wieder laufen: nach einer Cron-Zeile in einer Zeitzone oder in einem Abstand. Jede Zeit wird genau einmal eingehalten, wie viele Prozesse es auch gibt und was auch ausfällt; der Lauf handelt für den, der den Zeitplan angelegt hat. Die Zeiten des Testmodus sind die der Testuhr. Ein Unternehmen darf in jedem Modus 200 haben.",
  "One that `list_schedulable_workflows` names.":
    "Einer, den `list_schedulable_workflows` nennt.",
  "Minute, hour, day of the month, month and day of the week, by the clock of `time_zone`. A time that the clock skips comes round when it is put forward, one that it shows twice the first time; a line for every hour goes on through both.":
    "Minute, Stunde, Tag des Monats, Monat und Wochentag, nach der Uhr von `time_zone`. Eine Zeit, die die Uhr überspringt, kommt beim Vorstellen, eine, die sie zweimal zeigt, beim ersten Mal; eine Zeile für jede Stunde geht durch beides hindurch.",
  "Of `cron`; the company's of that moment if left out.":
    "Die von `cron`; ohne Angabe die des Unternehmens in diesem Augenblick.",
  "Instead of `cron`: seconds from one time to the next.":
    "Anstelle von `cron`: Sekunden von einer Zeit zur nächsten.",
  "Each run is begun up to so much later, so that not everything happens at once; how much is always the same for one time of one schedule.":
    "Jeder Lauf beginnt bis zu so viel später, damit nicht alles zugleich geschieht; wie viel, ist für eine Zeit eines Zeitplans immer gleich.",
  "What happens at a time when a run of the schedule is unfinished. `skip`: nothing. `buffer_one`: one run is begun when that one has ended, however many times pass. `allow_all`: a run beside it. `cancel_other`: it is canceled, and a run begun.":
    "Was zu einer Zeit geschieht, zu der ein Lauf des Zeitplans noch nicht beendet ist. „auslassen“: nichts. „einen zurückstellen“: ein Lauf beginnt, wenn jener beendet ist, wie viele Zeiten auch vergehen. „alle zulassen“: ein Lauf daneben. „den anderen abbrechen“: er wird abgebrochen, und ein Lauf beginnt.",
  "A time that could not be kept is made up for up to so much later; beyond that it is missed.":
    "Eine Zeit, die nicht eingehalten werden konnte, wird bis zu so viel später nachgeholt; danach gilt sie als verpasst.",
  "No time comes after it.":
    "Danach kommt keine Zeit mehr.",
  "Nothing is begun by it any more, and it does not come back; runs that it has begun go on. `pause_schedule` is a pause.":
    "Er beginnt nichts mehr und kommt nicht zurück; begonnene Läufe gehen weiter. `pause_schedule` ist eine Pause.",
  "Begins nothing until it is resumed, also not what waits by `buffer_one`; runs that it has begun go on. Times that pass meanwhile are not made up for.":
    "Beginnt nichts, bis er fortgesetzt wird, auch nicht, was zurückgestellt wartet; begonnene Läufe gehen weiter. Zeiten, die inzwischen vergehen, werden nicht nachgeholt.",
  "Goes on with the next time after now.":
    "Geht mit der nächsten Zeit nach jetzt weiter.",
  "Changes the fields that are sent and leaves the others; a cron line takes the place of an interval, and the other way round. Its next time is worked out anew, after now. Runs that it has begun go on as they were begun. With `If-Match`, only if nobody changed it since.":
    "Ändert die gesendeten Felder und lässt die anderen; eine Cron-Zeile ersetzt einen Abstand und umgekehrt. Die nächste Zeit wird neu berechnet, nach jetzt. Begonnene Läufe gehen weiter, wie sie begannen. Mit `If-Match` nur, wenn niemand ihn inzwischen geändert hat.",
  "Begins a run at once, whatever else of the schedule is unfinished and also while it is paused. Its times stay as they are.":
    "Beginnt sofort einen Lauf, was immer von dem Zeitplan noch nicht beendet ist, und auch, während er pausiert ist. Seine Zeiten bleiben, wie sie sind.",
  "Begins a run for each time from `from` until `until` by the schedule as it is now, both included, that has not had one: what was missed or skipped, or came before the schedule was made. At most 100 times; all runs are begun at once, within what the workflow lets a company have at work. Asked for again, it begins nothing twice.":
    "Beginnt einen Lauf für jede Zeit von `from` bis `until` nach dem Zeitplan, wie er jetzt ist, beide eingeschlossen, die noch keinen hatte: was verpasst oder ausgelassen wurde oder vor dem Anlegen des Zeitplans lag. Höchstens 100 Zeiten; alle Läufe beginnen zugleich, soweit der Ablauf es einem Unternehmen erlaubt. Erneut verlangt beginnt nichts doppelt."
}

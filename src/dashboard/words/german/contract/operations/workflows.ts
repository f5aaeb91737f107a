import type { Translations } from "../../../translations.ts"

export const workflows: Translations = {
  "List workflow runs": "Läufe von Abläufen",
  "Get a workflow run": "Lauf eines Ablaufs",
  "Get the history of a workflow run": "Verlauf eines Laufs",
  "Cancel a workflow run": "Lauf eines Ablaufs abbrechen",
  "List workflows": "Abläufe",
  "Pause a workflow": "Ablauf pausieren",
  "Resume a workflow": "Ablauf fortsetzen",
  "Pause, resume, cancel, retry or restart runs in bulk": "Viele Läufe pausieren, fortsetzen, abbrechen oder wiederholen",
  "List batches of workflow runs": "Stapel von Läufen",
  "Get a batch of workflow runs": "Stapel von Läufen",
  "List the runs of a batch": "Läufe eines Stapels",
  "Get the test clock": "Testuhr",
  "Advance the test clock": "Testuhr vorstellen",
  "List workflows that can be scheduled": "Planbare Abläufe",
  "List schedules": "Zeitpläne",
  "Get a schedule": "Zeitplan",
  "Add a schedule": "Zeitplan anlegen",
  "Delete a schedule": "Zeitplan löschen",
  "Pause a schedule": "Zeitplan pausieren",
  "Resume a schedule": "Zeitplan fortsetzen",
  "Change a schedule": "Zeitplan ändern",
  "Run a schedule now": "Zeitplan jetzt ausführen",
  "Make up for times of a schedule": "Zeiten eines Zeitplans nachholen"
}

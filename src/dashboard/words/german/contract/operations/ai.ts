import type { Translations } from "../../../translations.ts"

export const ai: Translations = {
  "Ask the company's knowledge": "Wissen des Unternehmens befragen",
  "List conversations with the chat": "Unterhaltungen mit dem Chat",
  "Get a conversation with the chat": "Unterhaltung mit dem Chat",
  "Change a conversation with the chat": "Unterhaltung mit dem Chat ändern",
  "Delete a conversation with the chat": "Unterhaltung mit dem Chat löschen",
  "Hand a conversation over to a person": "Unterhaltung an eine Person übergeben",
  "Say whether an answer helped": "Angeben, ob eine Antwort geholfen hat",
  "Answer in a conversation as a person": "Als Person in einer Unterhaltung antworten",
  "Get what AI took this month": "KI-Verbrauch dieses Monats",
  "Get how the chat answers": "Antwortverhalten des Chats",
  "Change how the chat answers": "Antwortverhalten des Chats ändern",
  "List agents": "Agenten",
  "Create an agent": "Agenten anlegen",
  "Change an agent": "Agenten ändern",
  "Ask an agent": "Agenten beauftragen",
  "List the runs of an agent": "Läufe eines Agenten",
  "Get a run of an agent": "Lauf eines Agenten",
  "Cancel a run of an agent": "Lauf eines Agenten abbrechen",
  "Write a draft from the company's facts": "Entwurf aus den Angaben des Unternehmens schreiben",
  "Suggest a reply": "Antwort vorschlagen",
  "Sum up a text": "Text zusammenfassen",
  "Classify a text": "Text einordnen"
}

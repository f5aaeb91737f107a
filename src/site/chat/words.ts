import { readFileSync } from "node:fs"

/** The file with what the chat says, in its languages: the script has all of it within. */
export const WIDGET_WORDS = readFileSync(new URL("widget/words.json", import.meta.url), "utf8")

type WidgetWords = Readonly<Record<
  "aPerson" | "answer" | "helpfulAsked" | "question" | "send" | "simulated" | "source" | "you", string
>>

const ofWidget: Readonly<Record<string, WidgetWords>> = JSON.parse(WIDGET_WORDS)

/** What only the page says, where no script runs. */
const english = {
  ask: "Ask us", closed: "The chat is closed", sourcesTitle: "Sources", yes: "Yes", no: "No", chosen: "chosen",
  notSent: "That was not sent.", byPerson: "A person can answer you as well: say how you can be reached.", sendToPerson: "Send to a person",
  begin: "Begin a new conversation"
}

const others: Readonly<Record<string, typeof english>> = {
  de: {
    ask: "Fragen Sie uns", closed: "Der Chat ist geschlossen", sourcesTitle: "Quellen", yes: "Ja", no: "Nein", chosen: "gewählt",
    notSent: "Das wurde nicht gesendet.", byPerson: "Auch eine Person kann Ihnen antworten: Sagen Sie, wie Sie erreichbar sind.",
    sendToPerson: "An eine Person senden", begin: "Eine neue Unterhaltung beginnen"
  },
  fr: {
    ask: "Posez-nous une question", closed: "Le chat est fermé", sourcesTitle: "Sources", yes: "Oui", no: "Non", chosen: "choisi",
    notSent: "Cela n’a pas été envoyé.", byPerson: "Une personne peut aussi vous répondre : dites comment vous joindre.",
    sendToPerson: "Envoyer à une personne", begin: "Commencer une nouvelle conversation"
  },
  es: {
    ask: "Pregúntenos", closed: "El chat está cerrado", sourcesTitle: "Fuentes", yes: "Sí", no: "No", chosen: "elegido", notSent: "Eso no se envió.",
    byPerson: "También puede responderle una persona: diga cómo localizarle.", sendToPerson: "Enviar a una persona",
    begin: "Empezar una nueva conversación"
  },
  it: {
    ask: "Ci chieda", closed: "La chat è chiusa", sourcesTitle: "Fonti", yes: "Sì", no: "No", chosen: "scelto", notSent: "Non è stato inviato.",
    byPerson: "Anche una persona può risponderLe: dica come raggiungerLa.", sendToPerson: "Invia a una persona",
    begin: "Comincia una nuova conversazione"
  },
  pt: {
    ask: "Pergunte-nos", closed: "O chat está fechado", sourcesTitle: "Fontes", yes: "Sim", no: "Não", chosen: "escolhido",
    notSent: "Isso não foi enviado.", byPerson: "Uma pessoa também lhe pode responder: diga como contactá-lo.", sendToPerson: "Enviar a uma pessoa",
    begin: "Começar uma nova conversa"
  },
  nl: {
    ask: "Vraag het ons", closed: "De chat is gesloten", sourcesTitle: "Bronnen", yes: "Ja", no: "Nee", chosen: "gekozen",
    notSent: "Dat is niet verstuurd.", byPerson: "Ook iemand van het bedrijf kan u antwoorden: zeg hoe u bereikbaar bent.",
    sendToPerson: "Naar iemand versturen", begin: "Een nieuw gesprek beginnen"
  }
}

export type ChatWords = typeof english & WidgetWords & { readonly language: string }

/** In the language of the page, or in English where it is none of those. */
export const chatWords = (locale: string): ChatWords => {
  const language = locale.toLowerCase().split("-")[0]!
  const known = language in ofWidget ? language : "en"
  return { ...ofWidget[known]!, ...others[known] ?? english, language: known }
}

/** What stands in for the names in braces. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{([a-z]+)\}/gu, (_, name: string) => String(values[name]))

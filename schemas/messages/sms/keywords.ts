import { plainWords } from "./words.ts"

export const keywordLanguages = ["en", "es", "fr", "de", "it", "pt", "nl", "pl", "sv", "da", "nb", "fi"] as const
export type KeywordLanguage = typeof keywordLanguages[number]

/** What a keyword asks for: no more texts, texts again, or to know who writes. */
export type KeywordMeaning = "stop" | "start" | "help"

/**
 * Words that mean something where they are all of a text. Those of English are the ones that networks of North America demand; they and
 * `stop` count everywhere, the others are what people of a language answer. "Yes" is none: it answers too many questions.
 */
const keywords: Readonly<Record<KeywordLanguage, Readonly<Record<KeywordMeaning, string>>>> = {
  en: { stop: "stop|stopall|stop all|unsubscribe|cancel|end|quit|optout|opt out|revoke", start: "start|unstop|subscribe|optin|opt in", help: "help|info" },
  es: { stop: "parar|alto|baja|darme de baja|cancelar|detener", start: "iniciar|alta|comenzar|suscribir", help: "ayuda" },
  fr: { stop: "arret|arreter|arretez|desabonner|desabonnement|desinscription", start: "demarrer|commencer|abonner|reprendre", help: "aide" },
  de: { stop: "stopp|abmelden|ende|abbestellen|austragen|aufhoren", start: "anmelden|starten|beginnen", help: "hilfe" },
  it: { stop: "ferma|fermare|basta|annulla|disiscrivi|disiscrivimi|cancellami", start: "avvia|inizia|iscrivimi", help: "aiuto" },
  pt: { stop: "pare|sair|cancelar|remover|descadastrar", start: "comecar|inscrever|voltar", help: "ajuda" },
  nl: { stop: "stoppen|afmelden|uitschrijven|stopzetten", start: "aanmelden|inschrijven|hervatten", help: "hulp" },
  pl: { stop: "koniec|wypisz|wypisz mnie|rezygnuje|rezygnacja|anuluj", start: "zapisz|wznow", help: "pomoc" },
  sv: { stop: "sluta|avsluta|avregistrera|avanmal|stopp", start: "starta|borja|anmal", help: "hjalp" },
  da: { stop: "afmeld|afmelding|slut|ophor|framelde", start: "tilmeld|begynd", help: "hjaelp" },
  nb: { stop: "stopp|avslutt|avmeld|meld av|slutt", start: "begynn|meld pa|pamelding", help: "hjelp" },
  fi: { stop: "lopeta|seis|peru|peruuta|poista", start: "aloita|jatka|tilaa", help: "apua|ohje" }
}

export interface Keyword {
  readonly word: string
  readonly means: KeywordMeaning
  readonly language: KeywordLanguage
}

/* Where two languages share a word, the first of the list is named; no word has two meanings. */
const known = new Map<string, Keyword>()
for (const language of keywordLanguages) {
  for (const means of ["stop", "start", "help"] as const) {
    for (const word of keywords[language][means].split("|")) if (!known.has(word)) known.set(word, { word, means, language })
  }
}

/** All of them, for people and tests. */
export const allKeywords: ReadonlyArray<Keyword> = keywordLanguages.flatMap((language) =>
  (["stop", "start", "help"] as const).flatMap((means) => keywords[language][means].split("|").map((word) => ({ word, means, language }))))

/** What a text of one keyword asks for; case, accents and signs around it do not count. */
export const keywordOf = (text: string): Keyword | undefined => known.get(plainWords(text))

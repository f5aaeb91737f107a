/** What is said where a company says nothing itself. */
interface Sentences {
  readonly greeting: (company: string) => string
  readonly recorded: string
  readonly connecting: string
}

const sentences: Readonly<Record<string, Sentences>> = {
  en: {
    greeting: (company) => `You have reached ${company}. Nobody can take your call now. Please leave a message after the tone.`,
    recorded: "This call is recorded.", connecting: "We are connecting you now."
  },
  de: {
    greeting: (company) => `Sie haben ${company} erreicht. Im Moment kann niemand Ihren Anruf annehmen. Bitte hinterlassen Sie nach dem Ton eine Nachricht.`,
    recorded: "Dieses Gespräch wird aufgezeichnet.", connecting: "Sie werden jetzt verbunden."
  },
  fr: {
    greeting: (company) => `Vous êtes en relation avec ${company}. Personne ne peut prendre votre appel. Merci de laisser un message après le signal sonore.`,
    recorded: "Cet appel est enregistré.", connecting: "Nous vous mettons en relation."
  },
  es: {
    greeting: (company) => `Ha llamado a ${company}. Ahora nadie puede atender su llamada. Deje un mensaje después de la señal.`,
    recorded: "Esta llamada se graba.", connecting: "Le ponemos en contacto ahora."
  },
  it: {
    greeting: (company) => `Avete chiamato ${company}. Al momento nessuno può rispondere. Lasciate un messaggio dopo il segnale acustico.`,
    recorded: "Questa chiamata viene registrata.", connecting: "La mettiamo in contatto."
  },
  nl: {
    greeting: (company) => `U bent verbonden met ${company}. Op dit moment kan niemand opnemen. Spreek na de toon een bericht in.`,
    recorded: "Dit gesprek wordt opgenomen.", connecting: "U wordt nu doorverbonden."
  },
  nb: {
    greeting: (company) => `Du har ringt ${company}. Ingen kan ta telefonen nå. Legg igjen en beskjed etter tonen.`,
    recorded: "Denne samtalen tas opp.", connecting: "Du settes over nå."
  },
  sv: {
    greeting: (company) => `Du har ringt ${company}. Ingen kan svara just nu. Lämna ett meddelande efter tonen.`,
    recorded: "Samtalet spelas in.", connecting: "Du kopplas nu."
  },
  fi: {
    greeting: (company) => `Olet soittanut yritykseen ${company}. Kukaan ei voi nyt vastata. Jätä viesti äänimerkin jälkeen.`,
    recorded: "Tämä puhelu nauhoitetaan.", connecting: "Yhdistämme puhelun nyt."
  },
  pl: {
    greeting: (company) => `Dodzwonili się Państwo do ${company}. Nikt nie może teraz odebrać. Prosimy o pozostawienie wiadomości po sygnale.`,
    recorded: "Ta rozmowa jest nagrywana.", connecting: "Łączymy rozmowę."
  },
  pt: {
    greeting: (company) => `Ligou para ${company}. Ninguém pode atender agora. Deixe uma mensagem após o sinal.`,
    recorded: "Esta chamada é gravada.", connecting: "Estamos a ligar agora."
  },
  da: {
    greeting: (company) => `Du har ringt til ${company}. Ingen kan tage telefonen nu. Læg en besked efter tonen.`,
    recorded: "Samtalen bliver optaget.", connecting: "Du bliver stillet om nu."
  }
}

/** Languages that Twilio's usual voices speak, the first of each language the one for other countries. */
const spokenLanguages = [
  "en-US", "en-AU", "en-CA", "en-GB", "en-IN", "da-DK", "de-DE", "es-ES", "es-MX", "ca-ES", "fi-FI", "fr-FR", "fr-CA", "it-IT", "ja-JP", "ko-KR", "nb-NO",
  "nl-NL", "pl-PL", "pt-PT", "pt-BR", "ru-RU", "sv-SE", "zh-CN", "zh-HK", "zh-TW"
] as const

const baseOf = (locale: string) => locale.slice(0, 2).toLowerCase().replace("no", "nb").replace("nn", "nb")

/** The language in which a company's texts are said, by its locale (BCP 47): English where no voice speaks its own. */
export const languageOf = (locale: string): string =>
  spokenLanguages.find((language) => language.toLowerCase() === locale.toLowerCase()) ??
    spokenLanguages.find((language) => language.startsWith(baseOf(locale))) ?? "en-US"

/** The usual sentences in the language of a locale; in English where there are none. */
export const sentencesOf = (locale: string): Sentences => sentences[baseOf(locale)] ?? sentences["en"]!

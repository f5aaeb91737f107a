import { plainWords } from "./words.ts"

/*
 * Patterns of texts that plainly ask for no more texts, over plain words (lower case, no accents, one space). Each asks for a verb of
 * ending and for what is to end, so that "stop by tomorrow" and "cancel my appointment" are none.
 */

/** At most so many words between two others. */
const gap = (most: number) => `(?: \\w+){0,${most}}`

const patterns: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: [
    `\\b(?:stop|stp|quit|cease|discontinue)\\b${gap(2)} (?:text|txt|sms|messag|msg|contact|send|spam|writ|communicat|bother|harass)\\w*`,
    `\\b(?:dont|do not|never|not to)\\b${gap(2)} (?:text|txt|message|msg|contact|write|sms|send)\\b${gap(4)} (?:again|anymore|any more|more|ever)\\b`,
    "\\b(?:dont|do not|never) (?:text|txt|message|msg|contact|write)(?: to)? (?:me|us|this number)$",
    "\\bno more (?:text|txt|sms|message|msg)\\w*",
    `\\b(?:dont|do not|no longer) (?:want|wish)\\b${gap(5)} (?:text|txt|sms|message|msg)\\w*`,
    `\\b(?:take|get|remove|delete|strike|drop)\\b${gap(2)} (?:me|us|my (?:number|name|phone)|this number)\\b${gap(3)} (?<!wait |waiting |guest )list\\b`,
    "\\b(?:remove|delete|erase|forget|lose) (?:my|this) (?:number|phone|details)\\b",
    `\\bwant (?:to be )?(?:off|out)\\b${gap(2)} list\\b`,
    "\\b(?:unsubscribe|unsub|opt(?: me| us)? out|opting out)\\b",
    "\\bleave (?:me|us) alone\\b",
    `\\bcancel\\b${gap(3)} (?:text|txt|sms|message)\\w*`,
    "(?<!\\b(?:bus|tram|train|metro|next|last|first|full|one|the|a) )\\bstop(?: it| this| that| now| already| please| pls| thanks| thank you)*$"
  ],
  es: [
    `\\b(?:deja|dejen|dejad|dejar|para|paren|pare|basta)\\b${gap(2)} (?:mand|envi|escrib|mensaj|sms|contact)\\w*`,
    `\\bno (?:me|nos)${gap(1)} (?:envi|mand|escrib|contact)\\w*${gap(2)} mas\\b`,
    "\\bno (?:me|nos) (?:envien|manden|escriban|contacten)\\b",
    `\\bno (?:quiero|deseo)\\b${gap(4)} (?:mensaj|sms|texto)\\w*`,
    `\\b(?:quit|borr|elimin|sac)\\w*${gap(3)} (?:lista|numero)\\b`,
    "\\b(?:dar|darme|denme|deme|dadme) de baja\\b"
  ],
  fr: [
    `\\b(?:arretez|arrete|arreter|cessez|cesse|stop)\\b${gap(3)} (?:envoy|ecri|messag|sms|texto|contact)\\w*`,
    `\\bn[e ] ?(?:m|me|nous) ?(?:ecri|envoy|contact)\\w*${gap(2)} plus\\b`,
    `\\b(?:veux|souhaite|desire|voudrais)${gap(1)} plus\\b${gap(3)} (?:messag|sms|texto)\\w*`,
    `\\b(?:retir|enlev|supprim|ray|effac)\\w*${gap(3)} (?:liste|numero)\\b`,
    "\\b(?:desabonn|desinscri)\\w*",
    "\\bplus de (?:sms|messages?|textos?)\\b"
  ],
  de: [
    `\\bkeine\\b${gap(1)} (?:sms|nachricht|text|werbung)\\w*${gap(2)} mehr\\b`,
    `\\b(?:schreib|schick|send|kontaktier|text)\\w*${gap(3)} (?:nicht|nichts)${gap(1)} mehr\\b`,
    `\\bhor\\w*${gap(2)} auf\\b${gap(3)} (?:schreib|schick|send|nachricht|sms)\\w*`,
    `\\b(?:losch|entfern|streich)\\w*${gap(2)} (?:nummer|daten|mich)\\b`,
    `\\b(?:nehm|nimm|entfern|streich|losch|trag)\\w*${gap(4)} (?:verteiler|liste)\\b`,
    "\\b(?:newsletter|sms|nachrichten) (?:abbestellen|abmelden)\\b"
  ],
  it: [
    `\\bnon (?:voglio|desidero|vorrei)\\b${gap(3)} (?:messagg|sms)\\w*`,
    `\\b(?:smett|basta|finite|stop)\\w*${gap(3)} (?:scriv|mand|invi|messagg|sms)\\w*`,
    `\\bnon${gap(1)} (?:scriv|mand|invi|contatt)\\w*${gap(2)} piu\\b`,
    `\\b(?:cancell|togli|rimuov|elimin)\\w*${gap(3)} (?:lista|numero)\\b`
  ],
  pt: [
    `\\b(?:pare|parem|para|parar|chega)\\b${gap(3)} (?:mand|envi|mensag|escrev|sms)\\w*`,
    `\\bnao (?:quero|desejo)\\b${gap(3)} (?:mensag|sms)\\w*`,
    `\\bnao${gap(1)} (?:mand|envi|escrev|contat)\\w*${gap(2)} mais\\b`,
    `\\b(?:tir|remov|retir|apag|exclu)\\w*${gap(3)} (?:lista|numero)\\b`,
    "\\b(?:cancelar(?: a| minha)? (?:inscricao|assinatura)|descadastr\\w*)\\b"
  ],
  nl: [
    `\\b(?:stop|stopt|hou op|houd op)\\b${gap(2)} (?:sms|bericht|app|sturen|stuur)\\w*`,
    `\\bgeen\\b${gap(1)} (?:sms|bericht)\\w*${gap(2)} meer\\b`,
    `\\b(?:stuur|sms|app|schrijf)\\b${gap(3)} niet${gap(1)} meer\\b`,
    `\\b(?:haal|verwijder|schrap)\\w*${gap(3)} (?:lijst|nummer)\\b`
  ],
  pl: [
    `\\bnie (?:wysyl|pisz|pisac|przysyl|kontakt)\\w*${gap(2)} (?:wiecej|juz)\\b`,
    `\\bnie chce\\b${gap(3)} (?:wiadomosc|sms)\\w*`,
    `\\b(?:przestan\\w*|prosze przestac)${gap(1)} (?:wysyl|pisa)\\w*`,
    `\\b(?:usun|wykresl|skasuj)\\w*${gap(3)} (?:numer|listy|mnie)\\b`
  ],
  nordic: [
    `\\b(?:sluta|slutt|stop|stopp|hold op)\\b${gap(2)} (?:skick|sms|skriv|sms|medd|kontakt|send|tekst)\\w*`,
    `\\b(?:inte|inga|ikke|ingen)\\b${gap(3)} (?:fler|flere|mer|mere)${gap(1)} (?:sms|medd|besked|tekst)\\w*`,
    "\\b(?:ta bort|fjern|slett|slet) (?:mig|meg|mitt (?:nummer|mobilnummer)|mit nummer|nummeret mitt)\\b",
    "\\b(?:avregistrera|avprenumerera|avmeld|afmeld) (?:mig|meg)\\b"
  ],
  fi: [
    `\\b(?:lopeta|lopettakaa|lakatkaa)\\b${gap(2)} (?:viest|tekstiviest|lahett)\\w*`,
    `\\ben halua\\b${gap(3)} (?:viest|tekstiviest)\\w*`,
    "\\b(?:poista|poistakaa) (?:numeroni|minut)\\b"
  ]
}

const asking = Object.entries(patterns).map(([language, list]) => ({ language, pattern: new RegExp(list.join("|"), "u") }))

/** "Please don't stop texting me": what would end goes on. */
const goesOn = /\b(?:dont|do not|never|no need to|not|needn?t|not want to|without) (?:ever )?(?:stop|quit|cease|unsubscribe|opt out|remove|delete)\b/u

/**
 * Whether a text plainly asks for no more texts without being a keyword, and the language whose words say so. It is a guess: whoever
 * acts on it says so, and a person can undo it.
 */
export const guessOptOut = (text: string): { readonly language: string } | undefined => {
  const words = plainWords(text)
  if (goesOn.test(words)) return undefined
  const found = asking.find(({ pattern }) => pattern.test(words))
  return found === undefined ? undefined : { language: found.language }
}

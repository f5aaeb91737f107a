const english = {
  book: "Book", free: "free", from: "from", gone: "Sold out", minutes: "min", read: "min read", send: "Send", choose: "Please choose",
  optional: "optional", map: "Show on the map", watch: "Watch on", open: "Open on", leave: "Leave this empty", nothing: "There is nothing here yet.",
  wrong: "That was not sent. Please look at what is said below."
}
/** What the program itself says on pages of a site. */
export type Words = typeof english

const others: Readonly<Record<string, Words>> = {
  de: {
    book: "Buchen", free: "kostenlos", from: "ab", gone: "Ausverkauft", minutes: "Min.", read: "Min. Lesezeit", send: "Senden", choose: "Bitte wählen",
    optional: "freiwillig", map: "Auf der Karte zeigen", watch: "Ansehen auf", open: "Öffnen auf", leave: "Bitte leer lassen",
    nothing: "Hier ist noch nichts.", wrong: "Das wurde nicht gesendet. Bitte sehen Sie nach, was unten steht."
  },
  fr: {
    book: "Réserver", free: "gratuit", from: "à partir de", gone: "Épuisé", minutes: "min", read: "min de lecture", send: "Envoyer",
    choose: "Veuillez choisir", optional: "facultatif", map: "Voir sur la carte", watch: "Regarder sur", open: "Ouvrir sur",
    leave: "Laissez ce champ vide", nothing: "Il n’y a encore rien ici.", wrong: "L’envoi n’a pas eu lieu. Voyez les remarques ci-dessous."
  },
  es: {
    book: "Reservar", free: "gratis", from: "desde", gone: "Agotado", minutes: "min", read: "min de lectura", send: "Enviar", choose: "Elija una opción",
    optional: "opcional", map: "Ver en el mapa", watch: "Ver en", open: "Abrir en", leave: "Deje este campo vacío", nothing: "Aquí todavía no hay nada.",
    wrong: "No se ha enviado. Mire lo que se indica abajo."
  },
  it: {
    book: "Prenota", free: "gratis", from: "da", gone: "Esaurito", minutes: "min", read: "min di lettura", send: "Invia", choose: "Scegli",
    optional: "facoltativo", map: "Mostra sulla mappa", watch: "Guarda su", open: "Apri su", leave: "Lascia vuoto", nothing: "Qui non c’è ancora nulla.",
    wrong: "Non è stato inviato. Guarda le indicazioni qui sotto."
  },
  nl: {
    book: "Boeken", free: "gratis", from: "vanaf", gone: "Uitverkocht", minutes: "min", read: "min lezen", send: "Versturen", choose: "Maak een keuze",
    optional: "optioneel", map: "Toon op de kaart", watch: "Bekijk op", open: "Open op", leave: "Laat dit leeg", nothing: "Hier is nog niets.",
    wrong: "Dat is niet verstuurd. Kijk wat er hieronder staat."
  },
  nb: {
    book: "Bestill", free: "gratis", from: "fra", gone: "Utsolgt", minutes: "min", read: "min lesetid", send: "Send", choose: "Velg", optional: "valgfritt",
    map: "Vis på kartet", watch: "Se på", open: "Åpne på", leave: "La dette stå tomt", nothing: "Her er det ingenting ennå.",
    wrong: "Det ble ikke sendt. Se hva som står nedenfor."
  },
  sv: {
    book: "Boka", free: "gratis", from: "från", gone: "Slutsåld", minutes: "min", read: "min läsning", send: "Skicka", choose: "Välj", optional: "valfritt",
    map: "Visa på kartan", watch: "Titta på", open: "Öppna på", leave: "Lämna detta tomt", nothing: "Här finns inget ännu.",
    wrong: "Det skickades inte. Se vad som står nedan."
  },
  da: {
    book: "Book", free: "gratis", from: "fra", gone: "Udsolgt", minutes: "min.", read: "min. læsetid", send: "Send", choose: "Vælg", optional: "valgfrit",
    map: "Vis på kortet", watch: "Se på", open: "Åbn på", leave: "Lad dette være tomt", nothing: "Her er ikke noget endnu.",
    wrong: "Det blev ikke sendt. Se, hvad der står nedenfor."
  },
  pt: {
    book: "Reservar", free: "grátis", from: "a partir de", gone: "Esgotado", minutes: "min", read: "min de leitura", send: "Enviar", choose: "Escolha",
    optional: "opcional", map: "Ver no mapa", watch: "Ver em", open: "Abrir em", leave: "Deixe em branco", nothing: "Ainda não há nada aqui.",
    wrong: "Não foi enviado. Veja o que está escrito abaixo."
  }
}

const alike: Readonly<Record<string, string>> = { no: "nb", nn: "nb" }

/** In the language of the page, or in English where it is none of those. */
export const wordsOf = (locale: string): Words => {
  const language = locale.toLowerCase().split("-")[0]!
  return others[alike[language] ?? language] ?? english
}

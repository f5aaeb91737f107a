const english = {
  skip: "Skip to the content", menu: "Menu", main: "Main", blog: "Blog", more: "More", home: "Home", older: "Older posts", newer: "Newer posts",
  related: "More to read", series: "Part of the series", tagged: "Posts about", tags: "Topics", minutes: "min read", updated: "Updated", elsewhere: "Elsewhere",
  languages: "Languages", missing: "There is nothing here", missingText: "Perhaps it was moved, or a part of the address was lost.",
  gone: "This is gone", goneText: "What was here was taken away.", start: "Go to the start page", draft: "This is a draft that only you can see."
}
/** What pages of a site say besides their content. */
export type FrameWords = typeof english

const others: Readonly<Record<string, FrameWords>> = {
  de: {
    skip: "Zum Inhalt springen", menu: "Menü", main: "Haupt", blog: "Blog", more: "Mehr", home: "Start", older: "Ältere Beiträge", newer: "Neuere Beiträge",
    related: "Mehr zum Lesen", series: "Teil der Reihe", tagged: "Beiträge über", tags: "Themen", minutes: "Min. Lesezeit", updated: "Aktualisiert",
    elsewhere: "Anderswo", languages: "Sprachen", missing: "Hier ist nichts", missingText: "Vielleicht ist es umgezogen, oder ein Teil der Adresse fehlt.",
    gone: "Das gibt es nicht mehr", goneText: "Was hier war, wurde entfernt.", start: "Zur Startseite", draft: "Das ist ein Entwurf, den nur Sie sehen."
  },
  fr: {
    skip: "Aller au contenu", menu: "Menu", main: "Principal", blog: "Blog", more: "Plus", home: "Accueil", older: "Articles plus anciens",
    newer: "Articles plus récents", related: "À lire aussi", series: "Fait partie de la série", tagged: "Articles sur", tags: "Thèmes",
    minutes: "min de lecture", updated: "Mis à jour", elsewhere: "Ailleurs", languages: "Langues", missing: "Il n’y a rien ici",
    missingText: "La page a peut-être été déplacée, ou il manque une partie de l’adresse.", gone: "Cette page n’existe plus",
    goneText: "Ce qui était ici a été retiré.", start: "Aller à l’accueil", draft: "Ceci est un brouillon que vous êtes seul à voir."
  },
  es: {
    skip: "Ir al contenido", menu: "Menú", main: "Principal", blog: "Blog", more: "Más", home: "Inicio", older: "Entradas anteriores",
    newer: "Entradas más recientes", related: "Más para leer", series: "Parte de la serie", tagged: "Entradas sobre", tags: "Temas",
    minutes: "min de lectura", updated: "Actualizado", elsewhere: "En otros sitios", languages: "Idiomas", missing: "Aquí no hay nada",
    missingText: "Quizá se movió, o falta una parte de la dirección.", gone: "Esto ya no existe", goneText: "Lo que había aquí se retiró.",
    start: "Ir al inicio", draft: "Este es un borrador que solo usted ve."
  },
  it: {
    skip: "Vai al contenuto", menu: "Menu", main: "Principale", blog: "Blog", more: "Altro", home: "Inizio", older: "Articoli precedenti",
    newer: "Articoli più recenti", related: "Altro da leggere", series: "Parte della serie", tagged: "Articoli su", tags: "Temi",
    minutes: "min di lettura", updated: "Aggiornato", elsewhere: "Altrove", languages: "Lingue", missing: "Qui non c’è nulla",
    missingText: "Forse è stato spostato, o manca una parte dell’indirizzo.", gone: "Questo non c’è più", goneText: "Ciò che era qui è stato tolto.",
    start: "Vai alla pagina iniziale", draft: "Questa è una bozza che vede solo Lei."
  },
  nl: {
    skip: "Naar de inhoud", menu: "Menu", main: "Hoofd", blog: "Blog", more: "Meer", home: "Start", older: "Oudere berichten", newer: "Nieuwere berichten",
    related: "Meer om te lezen", series: "Deel van de reeks", tagged: "Berichten over", tags: "Onderwerpen", minutes: "min lezen", updated: "Bijgewerkt",
    elsewhere: "Elders", languages: "Talen", missing: "Hier is niets", missingText: "Misschien is het verplaatst, of mist er een deel van het adres.",
    gone: "Dit is er niet meer", goneText: "Wat hier was, is weggehaald.", start: "Naar de startpagina", draft: "Dit is een concept dat alleen u ziet."
  },
  nb: {
    skip: "Gå til innholdet", menu: "Meny", main: "Hoved", blog: "Blogg", more: "Mer", home: "Hjem", older: "Eldre innlegg", newer: "Nyere innlegg",
    related: "Mer å lese", series: "Del av serien", tagged: "Innlegg om", tags: "Temaer", minutes: "min lesetid", updated: "Oppdatert", elsewhere: "Andre steder",
    languages: "Språk", missing: "Her er det ingenting", missingText: "Kanskje det er flyttet, eller en del av adressen mangler.", gone: "Dette finnes ikke lenger",
    goneText: "Det som var her, er tatt bort.", start: "Gå til forsiden", draft: "Dette er et utkast som bare du ser."
  },
  sv: {
    skip: "Gå till innehållet", menu: "Meny", main: "Huvud", blog: "Blogg", more: "Mer", home: "Hem", older: "Äldre inlägg", newer: "Nyare inlägg",
    related: "Mer att läsa", series: "Del av serien", tagged: "Inlägg om", tags: "Ämnen", minutes: "min läsning", updated: "Uppdaterat", elsewhere: "På andra ställen",
    languages: "Språk", missing: "Här finns inget", missingText: "Kanske har det flyttats, eller så saknas en del av adressen.", gone: "Det här finns inte längre",
    goneText: "Det som fanns här är borttaget.", start: "Till startsidan", draft: "Det här är ett utkast som bara du ser."
  },
  da: {
    skip: "Gå til indholdet", menu: "Menu", main: "Hoved", blog: "Blog", more: "Mere", home: "Forside", older: "Ældre indlæg", newer: "Nyere indlæg",
    related: "Mere at læse", series: "Del af serien", tagged: "Indlæg om", tags: "Emner", minutes: "min. læsetid", updated: "Opdateret", elsewhere: "Andre steder",
    languages: "Sprog", missing: "Her er ikke noget", missingText: "Måske er det flyttet, eller en del af adressen mangler.", gone: "Dette findes ikke længere",
    goneText: "Det, der var her, er fjernet.", start: "Gå til forsiden", draft: "Dette er et udkast, som kun du ser."
  },
  pt: {
    skip: "Ir para o conteúdo", menu: "Menu", main: "Principal", blog: "Blog", more: "Mais", home: "Início", older: "Artigos anteriores",
    newer: "Artigos mais recentes", related: "Mais para ler", series: "Parte da série", tagged: "Artigos sobre", tags: "Temas", minutes: "min de leitura",
    updated: "Atualizado", elsewhere: "Noutros sítios", languages: "Línguas", missing: "Não há nada aqui",
    missingText: "Talvez tenha mudado de lugar, ou falte uma parte do endereço.", gone: "Isto já não existe", goneText: "O que estava aqui foi retirado.",
    start: "Ir para o início", draft: "Isto é um rascunho que só você vê."
  }
}

const alike: Readonly<Record<string, string>> = { no: "nb", nn: "nb" }

/** In the language of the page, or in English where it is none of those. */
export const frameWords = (locale: string): FrameWords => {
  const language = locale.toLowerCase().split("-")[0]!
  return others[alike[language] ?? language] ?? english
}

/** Chooses between the words for one and for several, as a language does. */
export const pluralIn = (language: string) => {
  const rules = new Intl.PluralRules(language)
  return (count: number, one: string, several: string): string => rules.select(count) === "one" ? one : several
}

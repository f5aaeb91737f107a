/** The language of a locale, as passages name it: `en` of `en-GB`. */
export const languageOf = (locale: string): string => new Intl.Locale(locale).language

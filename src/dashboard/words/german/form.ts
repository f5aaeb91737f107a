import type { english } from "../english/words.ts"

export const form: typeof english.form = {
  show: "Anzeigen",
  email: "E-Mail-Adresse",
  password: "Passwort",
  newPassword: "Neues Passwort",
  newPasswordHelp: "Mindestens 10 Zeichen. Drei oder vier Wörter, die nicht zusammengehören, sind gut und leicht zu merken.",
  code: "Code",
  codeHelp: "Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.",
  pleaseFill: "Bitte ausfüllen.",
  atLeast: (count) => ["Mindestens ", count, " Zeichen sind nötig."],
  atMost: (count) => ["Höchstens ", count, " Zeichen sind erlaubt."],
  fixFields: "Bitte korrigieren Sie die unten markierten Felder.",
  rejected: "Das Formular gehört nicht zu diesem Browser, oder es kam ohne die Kopfzeile Origin dieser Adresse, die Browser mitsenden. Versuchen Sie es mit diesem hier."
}

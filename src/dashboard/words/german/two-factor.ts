import { html } from "../../html.ts"
import type { english } from "../english/words.ts"

export const twoFactor: typeof english.twoFactor = {
  account: "Ihr Konto",
  turnOn: "Zwei-Faktor-Authentifizierung einschalten",
  sixDigits: "Sechs Ziffern. Die App zeigt alle 30 Sekunden einen neuen Code.",
  scan: "Diesen Code mit einer Authenticator-App scannen",
  scanHelp: "Jede ist geeignet: die Ihres Telefonherstellers, Ihres Passwortmanagers oder eine andere.",
  qr: "QR-Code mit dem Geheimnis für die Authenticator-App",
  cannotScan: "Die App ist auf diesem Telefon oder kann nicht scannen",
  open: "App öffnen",
  orType: (open) => html`<p>${open}, oder geben Sie dies darin als Schlüssel für zeitbasierte Codes ein:</p>`,
  turnOnQuestion: "Zwei-Faktor-Authentifizierung einschalten?",
  enter: "Den angezeigten Code eingeben",
  stillHas: (anew) => html`<p>Die App hat das Geheimnis noch. Geben Sie den Code ein, den sie jetzt zeigt (oder ${anew}, falls Sie es nicht gescannt haben).</p>`,
  anew: "beginnen Sie neu",
  eachCode: "Jeder dieser Codes meldet Sie einmal anstelle der App an, falls Sie sie verlieren. Sie werden nur dieses eine Mal gezeigt: Drucken Sie die Seite, oder legen Sie sie zu Ihren Passwörtern. Ein Klick markiert alle.",
  codes: "Wiederherstellungscodes",
  kept: "Ich habe sie aufbewahrt",
  keepTitle: "Wiederherstellungscodes aufbewahren",
  isOn: "Die Zwei-Faktor-Authentifizierung ist eingeschaltet. Ab jetzt braucht die Anmeldung einen Code Ihrer App.",
  renewQuestion: "Neue Wiederherstellungscodes erstellen?",
  renew: "Neue Wiederherstellungscodes erstellen",
  newTitle: "Ihre neuen Wiederherstellungscodes",
  newSaid: "Das sind jetzt Ihre Wiederherstellungscodes. Die früheren gelten nicht mehr.",
  turnOffQuestion: "Zwei-Faktor-Authentifizierung ausschalten?",
  turnOff: "Zwei-Faktor-Authentifizierung ausschalten",
  offFollows: "Die Anmeldung braucht dann nur noch das Passwort, und Ihre Wiederherstellungscodes gelten nicht mehr."
}

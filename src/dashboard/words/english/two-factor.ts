import { html, type Node } from "../../html.ts"

export const twoFactor = {
  account: "Your account",
  turnOn: "Turn on two-factor authentication",
  sixDigits: "Six digits. The app shows a new code every 30 seconds.",
  scan: "Scan this code with an authenticator app",
  scanHelp: "Any will do: the one of your phone's maker, of your password manager, or another.",
  qr: "QR code with the secret for the authenticator app",
  cannotScan: "The app is on this phone, or cannot scan",
  open: "Open the app",
  orType: (open: Node): Node => html`<p>${open}, or type this into it as a key for time-based codes:</p>`,
  turnOnQuestion: "Turn on two-factor authentication?",
  enter: "Enter the code that it shows",
  stillHas: (anew: Node): Node => html`<p>The app still has the secret. Enter the code that it shows now (or ${anew}, if you have not scanned it).</p>`,
  anew: "begin anew",
  eachCode: "Each of these codes signs you in once in place of the app, should you lose it. They are shown this once: print this page, or put them where you keep passwords. One click marks them all.",
  codes: "Recovery codes",
  kept: "I have kept them",
  keepTitle: "Keep your recovery codes",
  isOn: "Two-factor authentication is on. From now on signing in takes a code of your app.",
  renewQuestion: "Make new recovery codes?",
  renew: "Make new recovery codes",
  newTitle: "Your new recovery codes",
  newSaid: "These are your recovery codes now. Those before open nothing any more.",
  turnOffQuestion: "Turn off two-factor authentication?",
  turnOff: "Turn off two-factor authentication",
  offFollows: "Signing in takes the password alone from then on, and your recovery codes open nothing any more."
}

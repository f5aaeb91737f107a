/** What codes of providers mean that a company can do something about, or should know: of Twilio (30xxx, 21xxx) and of Telnyx (40xxx). */
const explanations: Readonly<Record<string, string>> = {
  "21408": "The provider's account may not text this country: allow it there.",
  "21610": "The number opted out with the provider itself.",
  "21612": "The provider has no route from this number to the other.",
  "21614": "The number takes no texts.",
  "30003": "The phone could not be reached: it is off or has no network.",
  "30004": "The recipient or the network blocks texts of this number.",
  "30005": "The number does not exist or is not in use.",
  "30006": "The number is a landline, or its network takes no texts.",
  "30007": "The network took it for spam.",
  "30032": "The toll-free number is not verified yet: a network in the United States or Canada takes no texts of it until then.",
  "30034": "The number is not registered for texts to the United States (10DLC): see the registration of the number.",
  "40008": "The network could not deliver it.",
  "40010": "The number is not registered for texts to the United States (10DLC): see the registration of the number.",
  "40300": "The number opted out with the provider itself."
}

const UNDELIVERED = "The provider could not deliver it."

/** Why a text did not arrive, for people. */
export const explained = (code: string): string => explanations[code] ?? UNDELIVERED

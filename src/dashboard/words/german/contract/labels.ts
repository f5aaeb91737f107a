import type { Translations } from "../../translations.ts"

/** What records without a name of their own are called. */
export const labels: Translations = {
  "appointment {}": "Termin {}",
  "{} to {}": "{} bis {}",
  "place {} of the waiting list": "Platz {} der Warteliste",
  "an erased number": "eine gelöschte Nummer",
  "from {}": "von {}",
  "to {}": "an {}",
  "commission {}: {}": "Provision {}: {}",
  "payout {} to {}": "Auszahlung {} an {}",
  "dispute {}": "Zahlungsanfechtung {}",
  "invoice {}": "Rechnung {}",
  "{} of {} {}": "{} von {} {}",
  "payment link {}": "Zahlungslink {}",
  "payment method {}": "Zahlungsmittel {}",
  "order {}": "Bestellung {}",
  "payment {}": "Zahlung {}",
  "quote {}": "Angebot {}",
  "refund {}": "Erstattung {}",
  "subscription {}": "Abonnement {}",
  "cart {}": "Warenkorb {}",
  "fulfillment {}": "Lieferung {}",
  "return {}": "Rückgabe {}",
  "{} {}": "{} {}",
  "{}": "{}",
  "variant {}": "Variante {}",
  "answer {}": "Antwort {}"
}

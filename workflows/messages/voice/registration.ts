import { numberFacts } from "#schemas/messages/sms/number-facts"
import type { Registration } from "#schemas/messages/voice/phone-number"

/** Of which kind a number is, as providers sell them. */
export const kindOf = (phone: string) => {
  const { type } = numberFacts(phone)
  return type === "toll_free" ? "toll_free" : type === "mobile" ? "mobile" : "local"
}

/** What is known of the registration of a number when the company gets it. The United States ask for one before texts leave by it. */
export const registrationOf = (phone: string, country: string): Registration => {
  if (country !== "US" && country !== "CA") return { kind: "none", state: "not_needed", reason: null }
  if (kindOf(phone) === "toll_free") return { kind: "toll_free", state: "unregistered", reason: null }
  return country === "US" ? { kind: "a2p_10dlc", state: "unregistered", reason: null } : { kind: "none", state: "not_needed", reason: null }
}

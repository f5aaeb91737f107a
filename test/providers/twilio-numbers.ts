import { answer, type Answer, type Asked } from "./provider-server.ts"

type Problem = (status: number, code: number, message: string) => Answer

interface Owned {
  readonly sid: string
  readonly phone_number: string
  readonly friendly_name: string
  readonly voice_url: string | null
  readonly status_callback: string | null
  readonly sms_url: string | null
  readonly capabilities: Readonly<Record<string, boolean>>
}

/** What is to be had, by country; the second of the United States costs an address. */
const stock: Readonly<Record<string, ReadonlyArray<string>>> = {
  US: ["+12025550170", "+12025550171", "+14155550172"], NO: ["+4721930001"]
}
const capabilities = { voice: true, sms: true, mms: false, fax: false }
const taken = "+15005550000"

/** Twilio's AvailablePhoneNumbers, IncomingPhoneNumbers and prices as its reference has them; prices are at the same host here. */
export const twilioNumbers = (sid: string, problem: Problem) => {
  const owned: Array<Owned> = []
  let price = "1.15"

  const search = (country: string, kind: string, query: URLSearchParams): Answer => {
    const numbers = stock[country]
    if (numbers === undefined || kind !== "Local") return problem(404, 20_404, "The requested resource was not found")
    const area = query.get("AreaCode")
    const found = numbers.filter((phone) =>
      !owned.some(({ phone_number }) => phone_number === phone) && (area === null || phone.startsWith(`+1${area}`)) && phone.includes(query.get("Contains") ?? ""))
    return answer(200, {
      uri: `/2010-04-01/Accounts/${sid}/AvailablePhoneNumbers/${country}/Local.json`,
      available_phone_numbers: found.map((phone) => ({
        friendly_name: phone, phone_number: phone, lata: "236", locality: "Washington", rate_center: "WSHNGTNZN1", latitude: "38.89", longitude: "-77.03",
        region: "DC", postal_code: "20001", iso_country: country, address_requirements: phone.endsWith("171") ? "any" : "none", beta: false,
        capabilities: { voice: true, SMS: true, MMS: false }
      }))
    })
  }

  const buy = (form: URLSearchParams): Answer => {
    const phone = form.get("PhoneNumber") ?? ""
    if (phone === taken || owned.some(({ phone_number }) => phone_number === phone)) return problem(400, 21_422, `PhoneNumber ${phone} is not available.`)
    const made = {
      sid: `PN${String(owned.length + 1).padStart(32, "0")}`, phone_number: phone, friendly_name: form.get("FriendlyName") ?? phone,
      voice_url: form.get("VoiceUrl"), status_callback: form.get("StatusCallback"), sms_url: form.get("SmsUrl"), capabilities
    }
    owned.push(made)
    return answer(201, made)
  }

  return {
    owned,
    costs: (dollars: string) => {
      price = dollars
    },
    /** Nothing where the address is none of these. */
    answers: ({ body, method, path, query }: Asked): Answer | undefined => {
      const [, country, kind] = new RegExp(`^/2010-04-01/Accounts/${sid}/AvailablePhoneNumbers/(\\w+)/(\\w+)\\.json$`).exec(path) ?? []
      if (country !== undefined) return search(country, kind!, query)
      const [, priced] = /^\/v1\/PhoneNumbers\/Countries\/(\w+)$/.exec(path) ?? []
      if (priced !== undefined) {
        return answer(200, {
          country: "United States", iso_country: priced, price_unit: "USD",
          phone_number_prices: [{ number_type: "local", base_price: "1.15", current_price: price }, { number_type: "toll free", base_price: "2.15", current_price: "2.15" }]
        })
      }
      const [incoming, id] = new RegExp(`^/2010-04-01/Accounts/${sid}/IncomingPhoneNumbers(?:/(\\w+))?\\.json$`).exec(path) ?? []
      if (incoming === undefined) return undefined
      if (method === "POST") return buy(new URLSearchParams(body.toString()))
      if (id === undefined) return answer(200, { incoming_phone_numbers: owned.filter(({ phone_number }) => phone_number === query.get("PhoneNumber")) })
      const place = owned.findIndex((one) => one.sid === id)
      if (place === -1) return problem(404, 20_404, "The requested resource was not found")
      if (method !== "DELETE") return answer(200, owned[place])
      owned.splice(place, 1)
      return { status: 204 }
    }
  }
}

import { XMLBuilder } from "fast-xml-parser"
import type { Instruction, Place } from "./flow.ts"

/** Where the provider comes back to, and where it tells how a call goes and what was recorded; nowhere, where it cannot reach us. */
export interface Addresses {
  readonly step: (place: Place) => string | undefined
  readonly report: (what: "status" | "voicemail" | "conversation") => string | undefined
}

/** Of a service that a provider cannot reach. */
export const nowhere: Addresses = { step: () => undefined, report: () => undefined }

const writer = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", textNodeName: "#", preserveOrder: true, suppressBooleanAttributes: false })

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

const element = (name: string, attributes: Attributes, inside: ReadonlyArray<object> = []) => ({
  [name]: inside,
  ":@": Object.fromEntries(Object.entries(attributes).flatMap(([key, value]) => value === undefined ? [] : [[`@${key}`, String(value)]]))
})

const text = (words: string) => ({ "#": words })

const POST = "POST"

/** Only a caller's own number, or one of the company's, may be shown to those who are rung. */
const dialed = ({ as, next, phones, record, seconds, whisper }: Extract<Instruction, { readonly do: "dial" }>, { report, step }: Addresses) =>
  element("Dial", {
    action: step(next), method: POST, timeout: seconds, callerId: as,
    ...record && { record: "record-from-answer-dual", recordingStatusCallback: report("conversation"), recordingStatusCallbackMethod: POST }
  }, phones.map((phone) => element("Number", whisper === undefined ? {} : { url: step(whisper), method: POST }, [text(phone)])))

const rendered = (language: string, addresses: Addresses) => (instruction: Instruction): object => {
  const { report, step } = addresses
  const said = (words: string) => element("Say", { language }, [text(words)])
  switch (instruction.do) {
    case "say": return said(instruction.text)
    case "ask": {
      const { next, seconds } = instruction
      return element("Gather", { input: "dtmf", numDigits: 1, timeout: seconds, action: step(next), method: POST, actionOnEmptyResult: true }, [said(instruction.text)])
    }
    case "dial": return dialed(instruction, addresses)
    case "record": {
      const { next, seconds, transcribe } = instruction
      return element("Record", {
        action: step(next), method: POST, maxLength: seconds, playBeep: true, finishOnKey: "#", recordingStatusCallback: report("voicemail"),
        recordingStatusCallbackMethod: POST, ...transcribe && { transcribe: true, transcribeCallback: report("voicemail") }
      })
    }
    case "reject": return element("Reject", { reason: "busy" })
    case "hang_up": return element("Hangup", {})
  }
}

/** Instructions as TwiML. What XML 1.0 cannot hold is left out. */
export const twimlOf = (instructions: ReadonlyArray<Instruction>, language: string, addresses: Addresses): string => {
  const document = [
    { "?xml": [text("")], ":@": { "@version": "1.0", "@encoding": "UTF-8" } },
    element("Response", {}, instructions.map(rendered(language, addresses)))
  ]
  return String(writer.build(document)).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
}

/** Whether everybody in a call has to know that it is recorded, or one of those who speak is enough. */
export interface RecordingLaw {
  readonly asks: "all" | "one"
  readonly source: string
}

const all = (source: string): RecordingLaw => ({ asks: "all", source })
const one = (source: string): RecordingLaw => ({ asks: "one", source })

const FEDERAL = "18 U.S.C. 2511(2)(d)"

/**
 * States of the United States whose law, or its courts, ask for the consent of all, or where that is disputed. It is that of those who speak,
 * and between two states the stricter is followed. All other states are as federal law has it.
 */
const strictStates: Readonly<Record<string, RecordingLaw>> = {
  CA: all("Cal. Penal Code 632, 632.7"), CT: all("Conn. Gen. Stat. 52-570d"), DE: all("11 Del. C. 1335(a)(4)"), FL: all("Fla. Stat. 934.03"),
  IL: all("720 ILCS 5/14-2"), MD: all("Md. Code, Cts. & Jud. Proc. 10-402"), MA: all("Mass. Gen. Laws ch. 272, 99"), MI: all("Mich. Comp. Laws 750.539c"),
  MT: all("Mont. Code 45-8-213"), NV: all("Nev. Rev. Stat. 200.620"), NH: all("N.H. Rev. Stat. 570-A:2"), OR: all("Or. Rev. Stat. 165.540"),
  PA: all("18 Pa. Cons. Stat. 5703, 5704"), VT: all("No statute; State v. Geraw, 795 A.2d 1219 (Vt. 2002)"), WA: all("Wash. Rev. Code 9.73.030")
}

const EUROPE = "Regulation (EU) 2016/679, articles 5, 6 and 13: whoever is recorded is told before"

/** By country, of ISO 3166-1; the United States by state. Where a country is not in it, everybody is told. */
export const recordingLaws: Readonly<Record<string, RecordingLaw>> = {
  AT: all(`${EUROPE}; StGB 120`), BE: all(EUROPE), DE: all(`${EUROPE}; StGB 201`), DK: all(EUROPE), ES: all(EUROPE), FI: all(EUROPE), FR: all(`${EUROPE}; Code pénal 226-1`),
  IE: all(EUROPE), IT: all(EUROPE), NL: all(EUROPE), NO: all("Personopplysningsloven, with Regulation (EU) 2016/679, article 13"), PL: all(EUROPE), PT: all(EUROPE), SE: all(EUROPE),
  CH: all("StGB 179bis, 179ter"), GB: all("UK GDPR, articles 5 and 13; Data Protection Act 2018"),
  CA: all("Criminal Code 184(2)(a) asks for one; PIPEDA, schedule 1, 4.3, has companies tell callers"),
  AU: all("Telecommunications (Interception and Access) Act 1979, 6 and 7"), NZ: all("Privacy Act 2020, principle 3: companies tell callers"),
  US: one(FEDERAL)
}

/** Of one who speaks: where they are, as far as that is known. */
export interface Whereabouts {
  readonly country: string | null
  /** Two letters, of the United States. */
  readonly state: string | null
}

const isState = (state: string) => /^[A-Z]{2}$/u.test(state)

/** What the law of where somebody is asks for. Of the United States without a state, and of what is not known, it is the strictest. */
export const lawOf = ({ country, state }: Whereabouts): RecordingLaw => {
  if (country === null) return all("It is not known where they are.")
  if (country !== "US") return recordingLaws[country] ?? all("It is not known what its law asks for.")
  if (state === null || !isState(state)) return all("It is not known in which state they are.")
  return strictStates[state] ?? one(FEDERAL)
}

/** Whether those who speak have to be told that it is recorded: unless the law of neither asks for that. */
export const isAnnounced = (those: ReadonlyArray<Whereabouts>): boolean => those.some((one) => lawOf(one).asks === "all")

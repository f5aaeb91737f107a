/* Each names itself after those that it would be taken for, so the more particular ones come first. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdgA?\//, "Edge"], [/\bOPR\//, "Opera"], [/\bFirefox\/|\bFxiOS\//, "Firefox"], [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"], [/\bcurl\//, "curl"]
]

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b/, "iPhone"], [/\biPad\b/, "iPad"], [/\bAndroid\b/, "Android"], [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"], [/\bCrOS\b/, "ChromeOS"], [/\bLinux\b/, "Linux"]
]

const among = (names: ReadonlyArray<readonly [RegExp, string]>, text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

const unknown = "Unknown device"

/** What a session is called after what began it: "Firefox on Linux". */
export const deviceOf = (userAgent: string | undefined): string => {
  if (userAgent === undefined) return unknown
  const browser = among(browsers, userAgent)
  const system = among(systems, userAgent)
  return browser !== undefined && system !== undefined ? `${browser} on ${system}` : browser ?? system ?? unknown
}

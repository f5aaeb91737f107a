import type { english } from "../english/words.ts"

export const credentials: typeof english.credentials = {
  publishable: (label) => `öffentlicher Schlüssel ${label}`,
  grant: (label, person) => `${label} für ${person}`,
  key: (label) => `Schlüssel ${label}`
}

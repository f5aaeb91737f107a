export const credentials = {
  publishable: (label: string) => `publishable key ${label}`,
  grant: (label: string, person: string) => `${label} for ${person}`,
  key: (label: string) => `key ${label}`
}

/** What customers of a shop do who have not signed in. */
export const forVisitors = { visitors: ["publishable_key", "host"], surfaces: ["tenant-site"] } as const

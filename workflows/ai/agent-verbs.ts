import type { Operation } from "#schemas/kernel/catalog"

/** Why an agent cannot call a verb, whoever asks it; nothing where it can. */
export const unfitFor = ({ access, body, category, download, events, readOnly, visitors }: Operation): string | undefined => {
  if (access === "session") return "takes a signed-in person"
  if (access === "public") return visitors.length > 0 ? "is for visitors" : "is called before signing in"
  if (download !== undefined || (body !== undefined && body !== "json" && body !== "form")) return "takes or gives a file"
  if (category === "ai" && (events !== undefined || !readOnly)) return "asks a model, or changes agents"
  if (events !== undefined) return "is answered piece by piece"
  return category === "auth" && !readOnly ? "changes who may do what" : undefined
}

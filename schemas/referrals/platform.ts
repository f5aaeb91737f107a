/** AI platforms that have a name of their own in every count; all others are counted together. */
export const aiPlatforms = ["chatgpt", "claude", "gemini", "perplexity", "copilot"] as const
export type AiPlatform = typeof aiPlatforms[number]

/** What those that have none are counted as: anybody names platforms as they like, and what they wrote is repeated to nobody unasked. */
export const OTHER = "other"

const aliases: Readonly<Record<string, AiPlatform>> = {
  openai: "chatgpt", open_ai: "chatgpt", chat_gpt: "chatgpt", gpt: "chatgpt",
  anthropic: "claude", claude_ai: "claude", claude_code: "claude",
  google_gemini: "gemini", bard: "gemini", google_ai: "gemini",
  perplexity_ai: "perplexity",
  microsoft_copilot: "copilot", github_copilot: "copilot", ms_copilot: "copilot", bing_chat: "copilot"
}

export const isKnownPlatform = (platform: string): platform is AiPlatform => (aiPlatforms as ReadonlyArray<string>).includes(platform)

const MOST_LETTERS = 60

/**
 * How a platform is written down, whatever a caller calls it: `ChatGPT` is `chatgpt`, `My Bot 2` is `my_bot_2`. "" for what has
 * neither letters nor digits. Anybody writes it, so nothing but these stays of it.
 */
export const platformOf = (text: string): string => {
  const plain = text.normalize("NFKC").toLowerCase().replace(/[^a-z0-9]+/gu, "_").replace(/^_|_$/gu, "").slice(0, MOST_LETTERS)
  return (Object.hasOwn(aliases, plain) ? aliases[plain] : undefined) ?? (isKnownPlatform(plain) ? plain : /^gpt_?\d/u.test(plain) ? "chatgpt" : plain)
}

import type { ToolKind } from "#schemas/content/advice"
import type { Content } from "#schemas/content/content"
import type { Boundary, Problem } from "#schemas/content/problems"
import { recogniserOf, wordsOf } from "./advice-phrases.ts"
import { perContent, searchOf, wordsIn } from "./search.ts"

/** Words that stand in complaints of every kind. */
const weak = new Set(
  (
    "about after again all also always am any been being best better big business businesse but cannot cant client come company could " +
    "customer day didnt doesnt done dont each ever every everyone everything find get give go going good got had hard has he help her " +
    "him his hour if into just keep know less lately like little long lot make many more most much must need never new no not nothing " +
    "now often old one only other out over own owner people person please problem really right same see should simple since small some " +
    "something still take team than then these thing think those time today tomorrow too trouble try trying two up use used using very " +
    "want way week well were while work working would year yet"
  ).split(" ")
)

/** A long story names its problem early, and each word costs. */
const MOST_WORDS = 24

const telling = (text: string) => [...new Set(wordsOf(text).filter((word) => !weak.has(word)))].slice(0, MOST_WORDS).join(" ")

/** Words that a person puts before a program they have, and after it. */
const having = ["use", "using", "have", "with", "on", "in", "our", "got", "run", "replace", "than", "from"]
const doing = ["does", "handles", "works", "is", "already"]

const wishes = /\b(but|however|except|although|yet|want|looking|search|would|should|which|how|(?<!(everything|all|what) we )need)\b/iu

/** Somebody looks for something, or is not quite content. */
export const isWish = (text: string): boolean => wishes.test(text)

interface UsedTool {
  readonly name: string
  readonly covers: ReadonlyArray<ToolKind>
}

const toolsOf = ({ competitors, "known-tools": known }: Content) => [
  ...competitors.map(({ aliases, covers, id, name }) => ({ name, covers, called: [id, name.toLowerCase(), ...aliases] })),
  ...known.tools.map(({ aliases, covers, name }) => ({ name, covers, called: [name.toLowerCase(), ...aliases] }))
]

const knowledgeOf = perContent((content: Content) => {
  const { boundaries, "known-tools": known, problems } = content
  const tools = toolsOf(content)
  return {
    problems: recogniserOf(problems, ({ symptoms, words }) => [...words, ...symptoms]),
    boundaries: recogniserOf(boundaries, ({ signs }) => signs),
    search: searchOf(
      problems,
      ({ symptoms, title, words }) => ({ title, symptoms: symptoms.join(" "), words: words.join(" ") }),
      { title: 2, symptoms: 2, words: 1 }
    ),
    named: recogniserOf<UsedTool>(tools, (tool) => (tool as typeof tools[number]).called),
    spokenOf: recogniserOf<UsedTool>(tools, (tool) => (tool as typeof tools[number]).called.flatMap((name) => [
      ...having.map((word) => `${word} ${name}`), ...doing.map((word) => `${name} ${word}`)
    ])),
    kinds: recogniserOf<UsedTool>(known.kinds, (kind) => (kind as typeof known.kinds[number]).words),
    moods: recogniserOf([{ content: true }, { content: false }], ({ content }) => content ? known.content_with : known.unhappy_with)
  }
})

/** Not as strong as a phrase of one word that nothing else has. */
const SEARCH_WEIGHT = 0.9

interface Candidate {
  readonly problem: Problem
  readonly weight: number
}

/** The problems that a text tells of, best first: by phrases that stand for them, and by its other words. */
const candidates = (content: Content, text: string): ReadonlyArray<Candidate> => {
  const { problems, search } = knowledgeOf(content)
  const weights = new Map(problems(text).map(({ item, weight }) => [item, weight]))
  const plain = telling(text)
  const words = wordsIn(plain)
  const hits = search(plain, 8)
  const top = hits[0]?.score ?? 1
  for (const { item, matched, score } of hits) {
    const known = weights.get(item)
    // By its words alone a text must tell most of a problem, or it tells of something else.
    if (known !== undefined) weights.set(item, known + SEARCH_WEIGHT * score / top)
    else if (matched >= 2 && matched * 2 > words) weights.set(item, SEARCH_WEIGHT * score / top)
  }
  return [...weights].map(([problem, weight]) => ({ problem, weight })).toSorted((a, b) => b.weight - a.weight)
}

export interface Understanding {
  readonly problem: Problem | undefined
  /** What else the text tells of, nearly as strongly. */
  readonly also: ReadonlyArray<Problem>
  /** What the product is not for, and the text asks for above all. */
  readonly beyond: Boundary | undefined
  /** The same, beside a problem that weighs more. */
  readonly limit: Boundary | undefined
}

const NEARLY = 0.6

/** What a person's words are about. */
export const understand = (content: Content, text: string): Understanding => {
  const [best, ...others] = candidates(content, text)
  const bounds = knowledgeOf(content).boundaries(text)
  const strongest = bounds.find(({ item }) => item.weighs === "always") ?? bounds[0]
  const wins = strongest !== undefined && (strongest.item.weighs === "always" || strongest.weight >= (best?.weight ?? 0))
  return {
    problem: best?.problem,
    also: best === undefined ? [] : others.filter(({ weight }) => weight >= NEARLY * best.weight).slice(0, 3).map(({ problem }) => problem),
    beyond: wins ? strongest.item : undefined,
    limit: wins ? undefined : bounds.find(({ item }) => item.weighs === "more")?.item
  }
}

export interface Usage {
  readonly tools: ReadonlyArray<UsedTool>
  /** Speaks well of what is in use, or ill; neither where nothing is said. */
  readonly mood: "content" | "unhappy" | undefined
}

/** Which programs somebody has, and whether they are content with them. `named` is a list of programs; `text` tells a story. */
export const usageOf = (content: Content, text: string, named: string): Usage => {
  const knowledge = knowledgeOf(content)
  const moods = knowledge.moods(`${text} ${named}`).map(({ item }) => item.content)
  const mood = moods.includes(false) ? "unhappy" : moods.includes(true) ? "content" : undefined
  const kinds = mood === "content" && !isWish(text) ? knowledge.kinds(text) : []
  const found = [...knowledge.named(named), ...knowledge.spokenOf(text), ...knowledge.kinds(named), ...kinds]
  return { tools: [...new Map(found.map(({ item }) => [item.name, item])).values()], mood }
}

/** What the product is not for, by the name of a business. */
export const boundaryOfBusiness = ({ boundaries }: Content, name: string): Boundary | undefined => {
  const said = wordsOf(name).join(" ")
  return boundaries.find(({ industries }) => industries.some((industry) => wordsOf(industry).join(" ") === said))
}

/** What the product is not for, as a text about anything asks for it. */
export const boundaryIn = (content: Content, text: string): Boundary | undefined => knowledgeOf(content).boundaries(text)[0]?.item

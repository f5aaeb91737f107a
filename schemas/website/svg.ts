import sanitizeHtml from "sanitize-html"

/** Drawing, text, gradients and filters: nothing that runs, moves, or holds another document. */
const tags = [
  "svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath",
  "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker", "image", "filter", "feBlend", "feColorMatrix",
  "feComponentTransfer", "feComposite", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feOffset",
  "feDropShadow", "feMorphology", "feTile"
]

/** Those that style as well as draw. */
const properties = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
  "stroke-dasharray", "stroke-dashoffset", "opacity", "color", "display", "visibility", "font-family", "font-size", "font-weight", "font-style",
  "text-anchor", "dominant-baseline", "letter-spacing", "word-spacing", "clip-path", "clip-rule", "mask", "filter", "marker-start", "marker-mid",
  "marker-end", "stop-color", "stop-opacity", "flood-color", "flood-opacity", "paint-order", "vector-effect", "shape-rendering", "isolation",
  "mix-blend-mode", "transform", "color-interpolation", "color-interpolation-filters", "enable-background"
]

const attributes = [
  ...properties, "id", "class", "style", "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "d",
  "points", "pathLength", "dx", "dy", "rotate", "textLength", "lengthAdjust", "startOffset", "preserveAspectRatio", "offset", "gradientUnits",
  "gradientTransform", "spreadMethod", "patternUnits", "patternContentUnits", "patternTransform", "clipPathUnits", "maskUnits", "maskContentUnits",
  "markerUnits", "markerWidth", "markerHeight", "refX", "refY", "orient", "filterUnits", "primitiveUnits", "in", "in2", "result", "stdDeviation", "mode",
  "type", "values", "operator", "k1", "k2", "k3", "k4", "slope", "intercept", "amplitude", "exponent", "tableValues", "radius", "edgeMode",
  "href", "xmlns", "version", "role", "aria-label", "aria-labelledby", "xml:space"
]

const OWN_PART = /^#[\w.:-]{1,200}$/
const OWN_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/

/** Parts of the drawing itself are all that a value may name. */
const isSafe = (value: string) =>
  /^[\p{L}\p{N}\s.,;:#%()+\-/*"'_!]*$/u.test(value) && !value.replace(/url\(\s*["']?#[\w.:-]{1,200}["']?\s*\)/giu, "").toLowerCase().includes("url")
  && !/expression|javascript|behaviou?r|binding|import|image-set/iu.test(value)

/** Declarations of CSS that only draw. */
const declarations = (text: string): string => text.split(";").flatMap((one) => {
  const [name = "", value = "", ...more] = one.split(":").map((part) => part.trim())
  return more.length === 0 && properties.includes(name.toLowerCase()) && value !== "" && isSafe(value) ? [`${name.toLowerCase()}:${value}`] : []
}).join(";")

const SELECTORS = /^[\w\s.,#*>-]{1,500}$/

/** Rules without anything that begins with `@`: text between braces, one after another. */
const rules = (css: string): string => css.split("}").flatMap((rule) => {
  const [before = "", inner = "", ...more] = rule.split("{")
  const selectors = before.split(";").at(-1)!.trim()
  const kept = more.length === 0 && SELECTORS.test(selectors) ? declarations(inner) : ""
  return kept === "" ? [] : [`${selectors.replaceAll(">", "&gt;")}{${kept}}`]
}).join("")

const parser = { xmlMode: true, decodeEntities: true, lowerCaseTags: false, lowerCaseAttributeNames: false }

/** The rules of a drawing's own stylesheets. What the sanitiser makes of these, which it does not escape, is dropped. */
const stylesOf = (text: string): string => {
  const found: Array<string> = []
  sanitizeHtml(text, {
    allowedTags: ["style"], allowVulnerableTags: true, parser,
    exclusiveFilter: ({ tag, text }) => {
      if (tag === "style") found.push(rules(text.replace(/\/\*[^*]*\*\//gu, "")))
      return true
    }
  })
  return found.join("")
}

/** Each may show others that are shown again: more would be a drawing that nobody can finish. */
const MOST_USES = 16

/**
 * A drawing with only what draws, or undefined where it is none. Scripts, events, animations, foreign content and what lies elsewhere are
 * taken out, so that it is safe in a page, in an image and opened by itself.
 */
export const sanitisedSvg = (text: string): string | undefined => {
  let uses = 0
  const clean = sanitizeHtml(text, {
    allowedTags: tags,
    allowedAttributes: { "*": attributes },
    allowedSchemes: ["data"],
    allowedSchemesAppliedToAttributes: [],
    allowProtocolRelative: false,
    disallowedTagsMode: "completelyDiscard",
    nestingLimit: 60,
    parseStyleAttributes: false,
    nonBooleanAttributes: [],
    selfClosing: [],
    parser,
    transformTags: {
      "*": (tagName, { href, style, "xlink:href": linked, xmlns: _, ...attribs }) => {
        const target = (href ?? linked ?? "").trim()
        const isKept = tagName === "image" ? OWN_IMAGE.test(target) : OWN_PART.test(target) && (tagName !== "use" || ++uses <= MOST_USES)
        const drawn = style === undefined ? "" : declarations(style)
        return {
          tagName,
          attribs: {
            ...tagName === "svg" && { xmlns: "http://www.w3.org/2000/svg" },
            ...Object.fromEntries(Object.entries(attribs).filter(([name, value]) => value !== "" && (name === "aria-label" || isSafe(value)))),
            ...isKept && { href: target }, ...drawn !== "" && { style: drawn }
          }
        }
      }
    }
  })
  const from = clean.indexOf("<svg")
  const to = clean.lastIndexOf("</svg>")
  if (from < 0 || to < from) return undefined
  const drawing = clean.slice(from, to + "</svg>".length)
  const css = stylesOf(text)
  const opened = drawing.indexOf(">") + 1
  return css === "" ? drawing : `${drawing.slice(0, opened)}<style>${css}</style>${drawing.slice(opened)}`
}

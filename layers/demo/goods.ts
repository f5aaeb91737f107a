/** What the demo company sells in its shop, all made up. */

export interface Goods {
  /** What its SKUs begin with. */
  readonly code: string
  readonly title: string
  readonly description: string
  /** Cents of one. */
  readonly price: number
  readonly grams: number
  readonly tags: ReadonlyArray<string>
  readonly options?: Readonly<Record<string, ReadonlyArray<string>>>
  /** Cents that a value of an option adds. */
  readonly adds?: Readonly<Record<string, number>>
  /** Cents that it cost before. */
  readonly before?: number
  /** Cents of one where so many are bought. */
  readonly many?: Readonly<Record<number, number>>
  readonly tax_category?: string
  /** It is no goods: nothing is sent, and it is never out of stock. */
  readonly service?: true
}

const good = (
  code: string, title: string, price: number, grams: number, tags: string, description: string,
  more: Pick<Goods, "adds" | "before" | "many" | "options" | "service" | "tax_category"> = {}
): Goods => ({ code, title, description, price, grams, tags: tags.split(" "), ...more })

const sizes = { Size: ["S", "M", "L", "XL"] }
const formats = { Format: ["A4", "A3", "A2"] }
const printed = { options: formats, adds: { A3: 900, A2: 2_200 } }
const glazes = ["Chalk", "Moss", "Ink"]

const stationery = [
  good("NB-A5", "Dot grid notebook A5", 1_450, 310, "paper bestseller",
    "160 numbered pages of 100 g paper that takes a fountain pen. Lies flat.",
    { options: { Cover: ["Juniper", "Slate", "Rust"] }, many: { 10: 1_250, 50: 1_050 } }),
  good("NB-A6", "Pocket notebook, set of three", 1_150, 140, "paper gift",
    "Three stapled notebooks of 48 pages: plain, ruled and dot grid."),
  good("PLAN-W", "Weekly planner, undated", 1_900, 420, "paper bestseller", "A page for each week of a year, begun whenever you like.",
    { before: 2_400 }),
  good("PLAN-D", "Wall calendar", 2_200, 380, "paper winter", "Twelve lino cuts, with room to write under each day.",
    { many: { 5: 1_900 } }),
  good("CARD-TY", "Thank-you cards, set of ten", 1_600, 210, "paper gift", "Letterpress on cotton paper, with envelopes.",
    { many: { 5: 1_350 } }),
  good("CARD-HO", "Holiday cards, set of ten", 1_800, 210, "paper winter gift", "Five motifs, two of each, with envelopes lined in red.",
    { many: { 5: 1_500 } }),
  good("CARD-BD", "Birthday cards, set of six", 1_200, 140, "paper gift", "Six animals that mean well, with envelopes."),
  good("PEN-FI", "Fineliner", 350, 12, "paper office", "Pigment ink, 0.4 mm; does not bleed.",
    { options: { Colour: ["Black", "Blue", "Green", "Red"] }, many: { 12: 290 } }),
  good("PENCIL", "Cedar pencils, box of twelve", 1_300, 95, "paper office", "HB, unpainted, with the name of the studio in small."),
  good("WASHI", "Paper tape, set of five", 950, 60, "paper gift new", "Five patterns of 15 mm, ten metres each.")
]

const prints = [
  good("PR-JUN", "Juniper branch", 2_400, 180, "print bestseller", "Pigment print on 200 g matt paper, numbered.", printed),
  good("PR-VAL", "The vale in fog", 2_400, 180, "print", "Pigment print on 200 g matt paper, numbered.", printed),
  good("PR-HAR", "Harbor at six", 2_400, 180, "print", "What the quay looks like before the market opens.", printed),
  good("PR-TYPE", "Alphabet of shop signs", 2_900, 190, "print bestseller", "Twenty-six letters, from twenty-six shops.", printed),
  good("PR-MAP", "Map of the old town", 3_200, 190, "print", "Drawn by hand, with every bakery on it.", { ...printed, before: 3_800 }),
  good("PR-KIT", "Kitchen herbs", 2_400, 180, "print kitchen-wall", "Nine herbs, each in its own green.", printed),
  good("PR-BIKE", "Bicycle, taken apart", 2_600, 180, "print", "All parts in their order, and none left over.", printed),
  good("PR-MOON", "Phases of the moon", 2_600, 180, "print winter", "Silver on dark blue.", printed),
  good("PR-SUM", "Lido", 2_600, 180, "print summer new", "A pool, three swimmers, and a great deal of sky.", printed),
  good("FRAME", "Oak frame", 4_500, 1_400, "print heavy", "Solid oak with real glass, made for our prints.",
    { options: formats, adds: { A3: 1_500, A2: 3_900 } })
]

const apparel = [
  good("TEE-LOGO", "Studio T-shirt", 2_800, 190, "wear bestseller summer", "Organic cotton, 180 g, printed by hand.",
    { options: { ...sizes, Colour: ["Cream", "Forest"] }, many: { 10: 2_300 } }),
  good("TEE-TYPE", "Letters T-shirt", 3_000, 190, "wear summer", "The alphabet of shop signs, on the back.",
    { options: { ...sizes, Colour: ["Cream", "Black"] } }),
  good("SWEAT", "Sweatshirt", 5_400, 520, "wear winter", "Brushed inside, a small juniper on the chest.",
    { options: { ...sizes, Colour: ["Grey", "Forest"] } }),
  good("HOOD", "Hooded sweatshirt", 6_200, 640, "wear winter bestseller", "Heavy cotton, double hood.",
    { options: { ...sizes, Colour: ["Black", "Rust"] }, before: 6_900 }),
  good("APRON", "Workshop apron", 4_800, 430, "wear kitchen-wall", "Waxed canvas with leather straps, two pockets."),
  good("TOTE", "Tote bag", 1_800, 160, "wear bestseller summer", "Heavy canvas, carries twelve kilos.",
    { options: { Colour: ["Natural", "Black"] }, many: { 25: 1_350, 100: 990 } }),
  good("CAP", "Cap", 2_600, 110, "wear summer", "Washed cotton, brass buckle.", { options: { Colour: ["Cream", "Forest", "Black"] } }),
  good("BEANIE", "Wool hat", 2_900, 90, "wear winter", "Merino, knitted nearby.", { options: { Colour: ["Moss", "Rust", "Ink"] } }),
  good("SCARF", "Lambswool scarf", 5_900, 240, "wear winter gift", "Woven in two colours, 180 by 30 cm."),
  good("SOCKS", "Socks, three pairs", 2_100, 130, "wear gift", "Organic cotton, one plain, one striped, one with junipers.",
    { options: { Size: ["Small", "Large"] } })
]

const office = [
  good("MAT-L", "Writing mat", 4_900, 780, "office bestseller", "Wool felt, 80 by 30 cm.",
    { options: { Colour: ["Light grey", "Dark grey"] } }),
  good("TRAY", "Letter tray", 3_600, 900, "office heavy", "Birch plywood, stacks without screws.", { many: { 4: 3_200 } }),
  good("LAMP", "Work lamp", 12_900, 2_600, "office heavy", "Brass and steel, dimmed at the foot.", { before: 14_900 }),
  good("CUTTER", "Brass paper knife", 2_400, 95, "office gift", "Opens letters, and little else."),
  good("RULER", "Steel ruler", 1_200, 70, "office", "30 cm and 12 inches, engraved."),
  good("STAMP", "Stamp with your logo", 3_900, 150, "office new", "Send the file with the order; it is cut within three days."),
  good("CLIPS", "Brass clips, box of thirty", 890, 120, "office", "For a stack as thick as a thumb."),
  good("BOARD", "Pin board", 5_600, 1_900, "office heavy", "Cork behind linen, 60 by 45 cm.",
    { options: { Linen: ["Natural", "Forest"] } }),
  good("CLOCK", "Wall clock", 6_900, 1_100, "office heavy", "No numbers, quiet works."),
  good("CONSULT", "Colour consultation", 9_500, 0, "office", "Thirty minutes by video: which colours your shop should have, and why.",
    { service: true })
]

const kitchen = [
  good("MUG", "Stoneware mug", 2_400, 380, "kitchen bestseller", "Holds 350 ml; thrown by hand.",
    { options: { Glaze: glazes }, many: { 6: 2_100 } }),
  good("CUP", "Espresso cup", 1_700, 190, "kitchen", "Holds 90 ml.", { options: { Glaze: glazes }, many: { 6: 1_500 } }),
  good("POT", "Teapot", 6_400, 1_050, "kitchen heavy", "Holds a litre, and pours without a drop beside.", { options: { Glaze: glazes } }),
  good("TOWEL", "Tea towels, pair", 1_900, 180, "kitchen gift", "Linen, with the kitchen herbs."),
  good("CANDLE", "Juniper candle", 2_800, 420, "kitchen winter gift bestseller", "Soy wax, burns forty hours."),
  good("BOARD-C", "Bread board", 4_200, 1_300, "kitchen heavy", "Cherry wood from one tree each."),
  good("COFFEE", "Studio coffee", 1_500, 270, "kitchen bestseller", "250 g, roasted on Tuesdays.",
    { options: { Grind: ["Beans", "Filter", "Espresso"] }, tax_category: "food", many: { 10: 1_250 } }),
  good("TEA", "Juniper tea", 1_100, 110, "kitchen winter", "80 g of loose leaves with juniper and orange.", { tax_category: "food" }),
  good("HONEY", "Roof honey", 1_400, 520, "kitchen summer", "350 g from the hives above the studio.", { tax_category: "food" }),
  good("VASE", "Bud vase", 3_300, 460, "kitchen gift new", "For one stem.", { options: { Glaze: glazes } })
]

const packaging = [
  good("BAG-S", "Paper carrier bags, small, 100", 4_200, 2_400, "pack bestseller heavy", "Recycled kraft paper, flat handles, 18 by 22 cm.",
    { many: { 5: 3_700, 20: 3_100 } }),
  good("BAG-L", "Paper carrier bags, large, 100", 6_400, 4_600, "pack heavy", "Recycled kraft paper, flat handles, 32 by 40 cm.",
    { many: { 5: 5_700, 20: 4_900 } }),
  good("BOX-S", "Mailing boxes, small, 25", 2_900, 2_100, "pack bestseller heavy", "Fold without tape, 20 by 15 by 5 cm.",
    { many: { 4: 2_500, 20: 2_100 } }),
  good("BOX-L", "Mailing boxes, large, 25", 4_400, 4_800, "pack heavy", "Fold without tape, 35 by 25 by 12 cm.",
    { many: { 4: 3_900, 20: 3_300 } }),
  good("TISSUE", "Tissue paper, 250 sheets", 2_600, 1_700, "pack", "Acid-free, 50 by 75 cm.",
    { options: { Colour: ["White", "Juniper", "Rust"] }, many: { 4: 2_200 } }),
  good("STICK", "Round stickers, roll of 500", 3_400, 420, "pack bestseller", "Printed with your logo, 4 cm.",
    { options: { Finish: ["Matt", "Gloss"] }, many: { 4: 2_800 } }),
  good("TAGS", "Swing tags, 200", 2_800, 350, "pack", "350 g board with cotton string.", { many: { 5: 2_300 } }),
  good("TAPE", "Paper parcel tape, six rolls", 2_200, 1_500, "pack", "Gummed paper, 50 m each.", { many: { 6: 1_800 } }),
  good("SIGN", "Open and closed sign", 3_900, 540, "pack sign", "Enamelled steel with a chain, open on one side."),
  good("EASEL", "Pavement sign", 11_900, 7_800, "pack sign heavy", "Oak frame, two chalk boards, stands in wind.", { before: 13_900 })
]

/** One collection holds whatever has a tag, the others what was picked for them. */
export const assortment: ReadonlyArray<{
  readonly title: string
  readonly description: string
  readonly tag?: string
  readonly goods: ReadonlyArray<Goods>
}> = [
  { title: "Paper and stationery", description: "Made to be written on.", goods: stationery },
  { title: "Prints and frames", description: "Drawn in the studio, printed next door.", goods: prints },
  { title: "Apparel", description: "Worn at work and after it.", goods: apparel },
  { title: "Office and studio", description: "What we work with ourselves.", goods: office },
  { title: "Kitchen and table", description: "For breaks.", tag: "kitchen", goods: kitchen },
  { title: "Packaging and signs", description: "For shops like those of our customers.", goods: packaging }
]

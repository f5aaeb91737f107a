import type { DemoPage } from "../to.ts"

export const prices: DemoPage = {
  title: "Prices",
  description: "What our work costs: websites from $3,800, photo sessions at $320, workshops at $1,200, and the first meeting for nothing.",
  picture: "stationery",
  blocks: (to) => [
    { type: "hero", title: "What it costs", layout: "beside",
      text: "These are the prices that nearly everybody pays. Where something is unusual, you get an offer that says why. Sales tax is added where " +
        "it is due." },
    {
      type: "prices", heading: "Websites",
      items: [
        { name: "One good page", price: "$1,400", text: "For who is just opening.", points: ["Hours, place, prices", "A contact form",
          "Six photographs", "Ready in ten days"] },
        { name: "A whole site", price: "$3,800", text: "What most shops need.", recommended: true, action: { label: "Talk about it",
          link: { url: "/book" } },
          points: ["Up to twelve pages", "Bookings if you take any", "Half a day of photographs", "An afternoon of lessons",
            "A year of small changes"] },
        { name: "Site and shop", price: "$6,500", text: "For who sells by mail too.", points: ["Everything of a whole site", "Up to 200 products",
          "Shipping, taxes, returns", "Two afternoons of lessons"] }
      ]
    },
    {
      type: "text", heading: "Single things",
      text: "| What | How long | Price |\n| --- | --- | ---: |\n| First consultation | 45 minutes | free |\n| Photo session in the studio | 90 " +
        "minutes | $320 |\n| Brand workshop for your team | 3 hours | $1,200 |\n| Letterpress for beginners, a seat | 2 hours | $45 |\n| Studio by " +
        "the hour | 1 hour | $60 |\n| Sign, drawn and painted | about 2 weeks | from $900 |\n| 100 cards on cotton paper | 1 week | $240 |\n| An " +
        "hour of anybody here | 1 hour | $110 |"
    },
    {
      type: "questions", heading: "About money",
      items: [
        { question: "When do we pay?", answer: "A third when we begin, a third when you have seen it, a third when it is public. Sessions and " +
          "classes when you book them, or on the day." },
        { question: "What if we change our minds?", answer: "You pay for what was done until then, by the hour, and keep it. So far that has " +
          "happened four times." },
        { question: "Are there monthly costs?", answer: "Hosting, at what it costs us: between $9 and $29 a month. You can move away whenever you " +
          "like." },
        { question: "Is there a discount for charities?", answer: "A fifth off, for everybody who is on the state's register. Please say so in the " +
          "first meeting." }
      ]
    },
    { type: "buttons", heading: "Not sure what you need?", text: "Then that is what the first meeting is for.", look: "banner",
      actions: [{ label: "Book it for free", link: { url: "/book" } }, { label: "Questions and answers", link: to.page("/questions") }] }
  ]
}

export const work: DemoPage = {
  title: "Our work",
  description: "Shop fronts, websites, photographs and prints from the last years, and what became of them.",
  picture: "shopfront",
  blocks: (to) => [
    { type: "hero", eyebrow: "Our work", title: "Seen around town", layout: "below", media_id: to.picture("harbor"),
      text: "A few of the things that we made, and what changed after. All of it is still in use; we checked on a walk last Sunday." },
    {
      type: "columns", heading: "Alder Street Bakery", columns: [
        { blocks: [{ type: "image", media_id: to.picture("shopfront"), width: "text" }] },
        { blocks: [{ type: "text", text: "**Sign, bags, photographs, website.** A family bakery in its third generation, with a sign from each of " +
          "them. We drew one that takes a letter from every sign, and put the opening hours at the top of the site.\n\nCalls about opening hours " +
          "went from forty a day to three. The family answers those three gladly." }] }
      ]
    },
    {
      type: "columns", heading: "Harbor Books", columns: [
        { blocks: [{ type: "text", text: "**Brand, paper, window.** They asked for a catalogue. After a morning in the shop we proposed a postcard " +
          "instead: one book a month, chosen by a person with a name.\n\nThere are 900 of these cards on refrigerators now. On the first Saturday " +
          "of the month the queue reaches the barber's." }] },
        { blocks: [{ type: "image", media_id: to.picture("stationery"), width: "text" }] }
      ]
    },
    {
      type: "gallery", heading: "Prints and pictures",
      images: [
        { media_id: to.picture("lido"), caption: "Poster for the open-air pool" }, { media_id: to.picture("bakery"),
          caption: "Bags for Alder Street Bakery" },
        { media_id: to.picture("map"), caption: "Map of the old town, with every bakery" }, { media_id: to.picture("type"),
          caption: "Our own wood type" },
        { media_id: to.picture("shelf"), caption: "Catalogue picture for a potter" }, { media_id: to.picture("moon"),
          caption: "Calendar sheet, silver on blue" }
      ]
    },
    {
      type: "testimonials",
      items: [
        { quote: "The sign was up for an hour when somebody came in and said: how long have you been here? Since 1961.", name: "Clara Hallam",
          role: "Alder Street Bakery" },
        { quote: "I wanted a catalogue and got a queue.", name: "Emeka Lomax", role: "Harbor Books" }
      ]
    },
    { type: "buttons", heading: "Your shop is not here yet", look: "banner", actions: [{ label: "Book a first meeting", link: { url: "/book" } }] }
  ]
}

export const questions: DemoPage = {
  title: "Questions and answers",
  description: "What people ask us before they become customers: time, money, rights, changes, and what happens if it goes wrong.",
  picture: "map",
  blocks: (to) => [
    { type: "hero", title: "Questions and answers", layout: "beside", text: `Not here? [Write to us](${to.link("/contact")}), and we answer within ` +
      `a working day.` },
    {
      type: "questions", heading: "Working together",
      items: [
        { question: "Do we have to come to Springfield?", answer: "For a first meeting it helps, but the phone will do. We visit your shop in " +
          "any case, within an hour's drive at no cost." },
        { question: "Who does the writing?", answer: "You talk, we write, you strike out. Most pages take three rounds. Nobody has to deliver a " +
          "text to us." },
        { question: "How many proposals do we get?", answer: "One, and the reasons for it. If it is wrong, we make another until it is right; that " +
          "is in the price." },
        { question: "Can our nephew help?", answer: "Gladly. Some of the best sites here are looked after by somebody's nephew. He is welcome at " +
          "the lessons." }
      ]
    },
    {
      type: "questions", heading: "Bookings and classes",
      items: [
        { question: "Until when can I cancel?", answer: "Until a day before; a brand workshop until three days before. The link in your " +
          "confirmation does it, without a call." },
        { question: "Do I need to know anything for the letterpress class?", answer: "No. Wear something that may get ink on it. There are aprons, " +
          "but ink finds its way." },
        { question: "Is the studio accessible?", answer: "The ground floor is, with a ramp at the yard. The dark room upstairs is not; tell us, " +
          "and we bring the enlarger down." }
      ]
    },
    {
      type: "questions", heading: "Shop and shipping",
      items: [
        { question: "How long does shipping take?", answer: "Four working days in the United States, one with express. Orders before noon leave on " +
          "the same day." },
        { question: "Can I collect it?", answer: "Yes, at the studio, at no cost, whenever we are open." },
        { question: "Can I give something back?", answer: "Within 30 days, unless it carries your own logo. Frames in their box, please." }
      ]
    },
    {
      type: "questions", heading: "If it goes wrong",
      items: [
        { question: "What if the site is down?", answer: "Ring us. From 8 in the morning to 8 at night somebody picks up, and that somebody can " +
          "mend it." },
        { question: "What if there is a mistake in print?", answer: "If you approved it, we share the cost of printing again. If you did not, it " +
          "is ours." }
      ]
    }
  ]
}

export const contact: DemoPage = {
  title: "Come by, or write",
  description: "7 Canal Road, Springfield: open Monday to Friday from 9 to 6 and Saturday from 10 to 2. Write to us, or book a time.",
  picture: "map",
  blocks: (to) => [
    { type: "hero", eyebrow: "Contact", title: "Come by, or write", layout: "beside", media_id: to.picture("map"),
      text: "Knock at the green door; the bell has not worked since 2019, and we have grown fond of the knocking." },
    {
      type: "columns", columns: [
        { blocks: [{ type: "form", form_id: to.contactForm, heading: "Write to us", text: "We answer within a working day, mostly before lunch." }] },
        { blocks: [
          { type: "map", heading: "Where we are", address: "Juniper & Vale Studio\n7 Canal Road\nSpringfield, IL 62701",
            text: "Seven minutes on foot from the station: along the canal, and over the second bridge." },
          { type: "text", heading: "When we are open", text: "| Day | Hours |\n| --- | --- |\n| Monday to Friday | 9 to 6 |\n| Saturday | 10 to 2 " +
            "|\n\nPhone: [(217) 555-0142](tel:+12175550142)\n\nE-mail: [hello@juniper-vale.example](mailto:hello@juniper-vale.example)" }
        ] }
      ]
    },
    { type: "booking", heading: "Or book a time", text: "No account, no call. You get a link with which you can move or cancel it yourself.",
      service_ids: ["First consultation", "Photo session", "Letterpress for beginners"].map(to.service) }
  ]
}

export const goods: DemoPage = {
  title: "The studio shop",
  description: "Notebooks, prints, mugs and packaging, drawn in the studio and mostly printed next door. Shipping from Springfield, or collected " +
    "at the door.",
  picture: "shelf",
  blocks: (to) => [
    {
      type: "hero", eyebrow: "The studio shop", title: "What we draw for ourselves", layout: "beside", media_id: to.picture("shelf"),
      text: "It began with a calendar for friends. Now there are sixty things: paper that takes a fountain pen, prints, mugs from the potter two " +
        "doors down, and the bags that our customers use.",
      actions: [{ label: "Go to the shop", link: { url: "/shop" } }]
    },
    { type: "products", heading: "Bought most often", limit: 6,
      product_ids: ["dot-grid-notebook-a5", "alphabet-of-shop-signs", "stoneware-mug", "tote-bag", "juniper-candle", "writing-mat"].map(to.product) },
    {
      type: "columns", heading: "How it is made and sent", columns: [
        { blocks: [{ type: "text", heading: "Made nearby", text: "What we do not make ourselves, somebody makes whom we can visit by bicycle. The " +
          "honey travels least: the hives are on our roof." }] },
        { blocks: [{ type: "text", heading: "For your own shop", text: "Bags, boxes, tissue and stickers come in quantities for small shops, and " +
          "cheaper by the stack. With your logo if you send it." }] },
        { blocks: [{ type: "text", heading: "Sent without plastic", text: "Paper, gum tape, old newspapers. Orders over $150 are sent at no cost " +
          "within the United States." }] }
      ]
    },
    { type: "gallery", heading: "Prints", images: [{ media_id: to.picture("harbor"), caption: "Harbor at six" }, { media_id: to.picture("vale"),
      caption: "The vale in fog" }, { media_id: to.picture("lido"), caption: "Lido" }] },
    { type: "buttons", heading: "All sixty of them", look: "banner", actions: [{ label: "Go to the shop", link: { url: "/shop" } }] }
  ]
}

export const privacy: DemoPage = {
  title: "Privacy and legal notice",
  description: "Who is behind this site, what we keep of those who write, book or buy, for how long, and how to have it deleted.",
  picture: "lining",
  blocks: (to) => [{
    type: "text",
    text: "This is a made-up company. Its site shows what the service that runs it can do; nobody reads what is sent here.\n\n## Who we " +
      "are\n\nJuniper & Vale Studio, 7 Canal Road, Springfield, IL 62701. Responsible: Robin Vale. Reach us at " +
      "[hello@juniper-vale.example](mailto:hello@juniper-vale.example).\n\n## What happens when you read\n\nThis site sets no cookies to be " +
      "read, loads nothing from anybody else, and follows nobody. We count how often a page is opened, without keeping addresses.\n\n## What " +
      "we keep\n\n| When you | we keep | for |\n| --- | --- | --- |\n| write to us | your name, address and what you wrote | two years after " +
      "the last letter |\n| book a time | the same, and the time | three years |\n| buy something | the order, as tax law asks | seven " +
      "years |\n| pay | nothing of your card: the payment company has it | none |\n\n## What you can ask for\n\nA copy of all that we " +
      "have of you, a correction, or that it is deleted. " +
      `[Write to us](${to.link("/contact")}): it takes us a day, and you need not say why.\n\n## Pictures and texts\n\nAll pictures on this site ` +
      `are drawn by us. Texts may be quoted; say where they come from.`
  }]
}

import type { DemoPage } from "../to.ts"

export const services: DemoPage = {
  title: "Services",
  description: "Websites, brand and print, photographs: what the studio does, how long it takes, and what can be booked at once.",
  picture: "screens",
  blocks: (to) => [
    { type: "hero", title: "What we can do for you", layout: "beside",
      text: "Most customers come with one thing and stay for the next. Each of these can be had by itself, and none of them needs the others." },
    {
      type: "features",
      items: [
        { title: "Websites", media_id: to.picture("screens"), action: { label: "Websites", link: to.page("/services/websites") },
          text: "From a single good page to a shop with two hundred products, with bookings if you take any." },
        { title: "Brand and print", media_id: to.picture("type"), action: { label: "Brand and print", link: to.page("/services/brand-and-print") },
          text: "Names, signs, letters, bags, menus. Much of it we print in the next room." },
        { title: "Photographs", media_id: to.picture("photography"), action: { label: "Photographs", link: to.page("/services/photography") },
          text: "Products, rooms and people, with the rights to use them for as long as you like." }
      ]
    },
    { type: "booking", heading: "To be booked at once", text: "Choose a day and an hour; you are told at once whether it is yours." },
    {
      type: "questions", heading: "Before you ask",
      items: [
        { question: "Do you work for chains?", answer: "No. Not because we mind them, but because we like to talk to the person who decides, and " +
          "that person is rarely in the shop." },
        { question: "How soon can you begin?", answer: "A photo session within the week, mostly. A website in about four weeks; around the " +
          "holidays in six." },
        { question: "Do you also do only a part?", answer: "Yes. We have drawn a single arrow before. It took an hour and cost what [an hour " +
          "costs](" + to.link("/prices") + ")." }
      ]
    }
  ]
}

export const websites: DemoPage = {
  title: "Websites",
  description: "Websites for small shops: hours, prices and bookings first, quick on any phone, accessible, and yours to change.",
  picture: "screens",
  blocks: (to) => [
    {
      type: "hero", eyebrow: "Websites", title: "A website that answers before it is asked", layout: "beside", media_id: to.picture("screens"),
      text: "Most people who look you up want one of four things: when you are open, where you are, what it costs, and whether there is a table. " +
        "We put these first and build the rest around them.",
      actions: [{ label: "Talk about yours", link: { url: "/book" } }]
    },
    {
      type: "text", heading: "What you get",
      text: "| Part | What it means |\n| --- | --- |\n| Pages | Five to twelve, written with you, not filled with words |\n| Pictures | Half a day " +
        "of photographs is in the price |\n| Bookings | Times that are open, seen and taken without a call |\n| Shop | If you want one, with stock " +
        "that is true |\n| Lessons | An afternoon, after which you change everything yourself |\n\nEvery page is tried on an old phone, with " +
        "a keyboard only, and read aloud by a screen reader. We do this because one in five of your customers needs some of it; that search " +
        "engines like it too is a present."
    },
    {
      type: "columns", heading: "From the first visit to the opening", columns: [
        { blocks: [{ type: "text", heading: "Week 1", text: "We visit, listen, and count what people ask. You get a list of pages and the " +
          "price." }] },
        { blocks: [{ type: "text", heading: "Weeks 2 and 3", text: "Texts and photographs. You see the site grow at an address that only you " +
          "know." }] },
        { blocks: [{ type: "text", heading: "Week 4", text: "Your regulars try it. Then it goes public, on a quiet morning, with all old addresses " +
          "still leading somewhere." }] }
      ]
    },
    { type: "image", media_id: to.picture("shopfront"), width: "text", caption: "Alder Street Bakery: 40 calls a day about opening hours before, " +
      "and three after." },
    {
      type: "testimonials",
      items: [{ quote: "I change the menu on the bus. It takes two stops.", name: "Mila Castell", role: "Copper Hill Kitchen" },
        { quote: "It opens before I have put my glasses on.", name: "Isaac Thorne", role: "Harbor Tailors" }]
    },
    { type: "buttons", heading: "What it costs", text: "From $3,800, all told. The list says what is in it.", look: "banner",
      actions: [{ label: "See the prices", link: to.page("/prices") }, { label: "Ask a question", link: to.page("/contact") }] }
  ]
}

export const brand: DemoPage = {
  title: "Brand and print",
  description: "Names, signs, letters, bags and menus, drawn and largely printed by us in Springfield. Half-day workshops for teams.",
  picture: "type",
  blocks: (to) => [
    {
      type: "hero", eyebrow: "Brand and print", title: "Readable from across the street", layout: "beside", media_id: to.picture("type"),
      text: "A sign has about three seconds. We draw letters that use them well, and then everything that has to match: cards, bags, menus, the " +
        "stamp on the box.",
      actions: [{ label: "Book a workshop", link: { url: "/book" } }]
    },
    {
      type: "columns", columns: [
        { blocks: [{ type: "text", heading: "It begins with a morning",
          text: "In the **brand workshop** your whole team sits at our long table for three hours. We ask what you would never sell, whom you " +
            "would rather send next door, and what people thank you for.\n\nAt noon there are ten words on the wall. Everything that we draw later " +
            "is held against them." }] },
        { blocks: [{ type: "image", media_id: to.picture("stationery"), width: "text", caption: "Notebook, letter and seal for a law office that " +
          "writes by hand" }] }
      ]
    },
    {
      type: "features", heading: "What we print ourselves",
      items: [
        { title: "Cards and letters", text: "On cotton paper, up to A4, with a deep impression or none. From 100 pieces." },
        { title: "Bags and boxes", text: "One or two colours, by hand from 50 pieces, by a printer whom we trust from 1,000." },
        { title: "Posters and menus", text: "Up to A2. Menus come with a stack of blank sheets, for the day when the fish is something else." }
      ]
    },
    { type: "gallery", heading: "Lately on the drying rack", images: [{ media_id: to.picture("lining"), caption: "Envelope lining" },
      { media_id: to.picture("branch"), caption: "Juniper branch, three colours" },
      { media_id: to.picture("moon"), caption: "Phases of the moon, silver on blue" }] },
    { type: "text", heading: "Would you like to try it?",
      text: "On Tuesdays and Thursdays Ola teaches *Letterpress for beginners*: two hours, eight people, and everybody takes a print home. " +
        `[Read how a case of type is laid out](${to.link("setting-type-by-hand-the-case")}), or [book a seat](/book).` }
  ]
}

export const photography: DemoPage = {
  title: "Photographs",
  description: "Photographs of products, rooms and people, in our studio in Springfield or in your shop, with all rights to use them.",
  picture: "photography",
  blocks: (to) => [
    {
      type: "hero", eyebrow: "Photographs", title: "As it is, on its best day", layout: "beside", media_id: to.picture("photography"),
      text: "We do not make your bread look like somebody else's. Yuki waits for the light, wipes the counter, and photographs what is there.",
      actions: [{ label: "Book a session", link: { url: "/book" } }]
    },
    {
      type: "prices", heading: "Three ways to do it",
      items: [
        { name: "In the studio", price: "$320", unit: "a session", text: "90 minutes, two lamps, one of us.", points: ["Up to 15 products",
          "20 finished pictures", "Ready in three days"],
          action: { label: "Choose a time", link: { url: "/book" } } },
        { name: "At your place", price: "$590", unit: "half a day", text: "Your rooms, your people, your hours.",
          points: ["Up to 40 finished pictures", "Portraits of the team", "No travel cost within 30 miles"], recommended: true },
        { name: "Through the year", price: "$1,900", unit: "a year", text: "One visit each season.", points: ["Four half days",
          "A hundred pictures and more", "Autumn looks like autumn"] }
      ]
    },
    { type: "image", media_id: to.picture("bakery"), width: "text", caption: "For Alder Street Bakery, on a Tuesday, twenty minutes after the oven " +
      "was opened" },
    {
      type: "text", heading: "How to prepare",
      text: "1. Choose what matters: ten things in good pictures sell better than fifty in quick ones.\n2. Bring two of each. One of them always " +
        "has a scratch.\n3. Tell your people a week before, and let those who do not want to be photographed say so.\n\n" +
        `Yuki wrote about [what a loaf needs to look warm](${to.link("photographing-bread")}).`
    },
    {
      type: "questions", heading: "About rights",
      items: [
        { question: "May we use the pictures everywhere?", answer: "Yes: on your site, on paper, in shop windows, for as long as you like. We ask " +
          "to be named where there is room." },
        { question: "Who keeps the originals?", answer: "Both of us, for ten years. If your computer drowns, ring us." }
      ]
    }
  ]
}

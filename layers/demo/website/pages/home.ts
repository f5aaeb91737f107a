import type { DemoPage } from "../to.ts"

export const home: DemoPage = {
  title: "Design, photographs and print for small shops",
  description: "Juniper & Vale is a studio of five in Springfield. We make websites, signs, photographs and printed matter for shops, workshops " +
    "and restaurants.",
  picture: "studio",
  blocks: (to) => [
    {
      type: "hero", eyebrow: "Studio for design and print, Springfield", title: "Small shops deserve good design", layout: "beside",
        media_id: to.picture("studio"),
      text: "We are five people with a photo studio and a printing press. We make websites, signs, pictures and paper for bakeries, bookshops, " +
        "dentists and whoever else knows their customers by name.",
      actions: [{ label: "Book a first meeting", link: { url: "/book" } }, { label: "See our work", link: to.page("/work") }]
    },
    {
      type: "features", heading: "What we do",
      items: [
        { title: "Websites that answer", media_id: to.picture("screens"), action: { label: "About websites", link: to.page("/services/websites") },
          text: "Opening hours, prices, a way to book. Quick on an old phone, and yours to change without us." },
        { title: "Brand and print", media_id: to.picture("stationery"), action: { label: "About brand and print",
          link: to.page("/services/brand-and-print") },
          text: "A name you can read from across the street, and the cards, bags and menus that go with it." },
        { title: "Photographs", media_id: to.picture("photography"), action: { label: "About photographs", link: to.page("/services/photography") },
          text: "Of what you make, and of the people who make it. In our studio, or behind your counter at six in the morning." }
      ]
    },
    {
      type: "columns", heading: "How a piece of work goes", columns: [
        { blocks: [{ type: "text", heading: "We visit", text: "We stand in your shop for an hour and watch what people ask. It is on that hour " +
          "that everything else rests." }] },
        { blocks: [{ type: "text", heading: "We show early", text: "After a week you see something on the wall, half made. It is easier to say no " +
          "to a sketch than to a finished sign." }] },
        { blocks: [{ type: "text", heading: "We hand over", text: "Files, passwords and fonts are yours. An afternoon of lessons is part of every " +
          "price." }] }
      ]
    },
    {
      type: "testimonials", heading: "What customers say",
      items: [
        { quote: "People used to ring us all day to ask when we open. Now they come in, and already know what they want.", name: "Clara Hallam",
          role: "Alder Street Bakery" },
        { quote: "They told us not to print a catalogue. It was the first time that an agency talked us out of paying it.", name: "Emeka Lomax",
          role: "Harbor Books" },
        { quote: "Half of our new patients mention the photographs. My staff mention them too: they like how they look.", name: "Dr. Hana Petrov",
          role: "Northside Dental" }
      ]
    },
    { type: "products", heading: "From our shop", text: "What we draw for ourselves, we print and sell.", limit: 3,
      product_ids: ["dot-grid-notebook-a5", "juniper-branch", "stoneware-mug"].map(to.product) },
    { type: "posts", heading: "From the workshop", limit: 3 },
    { type: "buttons", heading: "Come and have a coffee", look: "banner",
      text: "The first meeting takes 45 minutes, costs nothing, and ends with an honest answer to whether we are the right ones for it.",
      actions: [{ label: "Choose a time", link: { url: "/book" } }, { label: "Write to us", link: to.page("/contact") }] }
  ]
}

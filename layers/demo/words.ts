/** Everything that is made up about the demo company. No name here is meant to be anybody's. */

export const members = [
  { name: "Robin Vale", role: "owner", local: "robin" },
  { name: "Nia Okafor", role: "admin", local: "nia" },
  { name: "Tomasz Lind", role: "member", local: "tomasz" },
  { name: "Yuki Marsh", role: "member", local: "yuki" }
] as const

export const firstNames = [
  "Ada", "Aisha", "Alejandro", "Amara", "Anders", "Anika", "Arjun", "Beatriz", "Bram", "Camille", "Carlos", "Chidi",
  "Clara", "Dalia", "Daniel", "Deepa", "Dmitri", "Elena", "Elif", "Emeka", "Erik", "Esther", "Farah", "Felix", "Fiona",
  "Gabriel", "Grace", "Hana", "Henrik", "Ibrahim", "Imani", "Ines", "Isaac", "Ivy", "Jamal", "Jonas", "Joy", "Kai",
  "Kavya", "Kenji", "Laila", "Lars", "Leah", "Lucia", "Malik", "Marta", "Mei", "Mila", "Nadia", "Noah", "Nora", "Omar",
  "Paula", "Priya", "Quinn", "Rafael", "Rosa", "Ruth", "Samir", "Sara", "Sofia", "Stefan", "Tara", "Thandi", "Theo",
  "Uma", "Vera", "Victor", "Wanda", "Xavier", "Yara", "Zane", "Zoe"
]

export const lastNames = [
  "Abara", "Adler", "Almeida", "Arden", "Ashby", "Baines", "Bakker", "Barros", "Bellamy", "Bergstrom", "Calder", "Castell",
  "Chandra", "Coleridge", "Corwin", "Dahl", "Delmar", "Dorsey", "Eastwick", "Eriksen", "Fairchild", "Farrow", "Ferro",
  "Galloway", "Garrick", "Greaves", "Hallam", "Haruki", "Hawthorn", "Hollis", "Ibarra", "Ives", "Jansen", "Jovanov",
  "Kalb", "Keller", "Kimura", "Kovac", "Lacey", "Larkin", "Lindqvist", "Lomax", "Mansour", "Marlow", "Mbeki", "Merrick",
  "Montague", "Nakata", "Navarro", "Nyberg", "Oakley", "Okoro", "Ostrow", "Pascal", "Penrose", "Petrov", "Quill", "Rao",
  "Renner", "Rosario", "Sandoval", "Sattler", "Sefton", "Sorensen", "Talbot", "Tanaka", "Thorne", "Ueda", "Vance",
  "Varga", "Weller", "Whitlock", "Winslow", "Yilmaz", "Zeller"
]

export const places = [
  "Alder Street", "Bayside", "Bluebird", "Brightwater", "Cedar Grove", "Clover", "Copper Hill", "Eastgate", "Fernwood",
  "Foxglove", "Granite", "Harbor", "Hazel", "Highline", "Juniper", "Kestrel", "Lakeview", "Lantern", "Maple", "Meridian",
  "Mill Creek", "Northside", "Old Town", "Orchard", "Pinecrest", "Redwood", "Riverbend", "Rosemary", "Silverleaf", "Stonebridge",
  "Sunnyside", "Thistle", "Union Square", "Violet", "Westfield", "Willow"
]

export const trades = [
  "Accounting", "Auto Repair", "Bakery", "Barbers", "Books", "Brewing", "Catering", "Childcare", "Chiropractic",
  "Construction", "Dental", "Electric", "Fitness", "Flooring", "Flowers", "Hotel", "Insurance", "Kitchen", "Landscaping",
  "Law", "Logistics", "Mortgage", "Painting", "Photography", "Plumbing", "Print Shop", "Realty", "Roofing", "Salon",
  "Tailors", "Travel", "Veterinary", "Yoga"
]

export const streets = ["Alder Street", "Canal Road", "Church Lane", "Elm Avenue", "Harbor Way", "Main Street", "Market Square", "Mill Lane", "Station Road"]
export const towns = ["Ashford", "Brookfield", "Clearwater", "Fairview", "Greenville", "Kingsbridge", "Lakeside", "Riverton", "Springfield"]

/** The exchange 555 with numbers 0100 to 0199 belongs to fiction in every North American area code. */
export const areaCodes = ["202", "206", "212", "303", "312", "404", "415", "503", "512", "617", "702", "713", "808", "919"]

export const tags = ["customer", "event-2026", "lead", "newsletter", "partner", "press", "referral", "supplier", "vip"]
export const sources = ["web form", "referral", "trade fair", "newsletter", "phone", "import"]

export const contactNotes = [
  "Prefers e-mail over the phone.", "Met at the spring trade fair; wants to see examples of similar work.",
  "Out of office on Fridays.", "Decides together with a business partner.", "Asked to be called back after the holidays.",
  "Long-standing customer, pays within a week.", "Found us through a recommendation.", "Interested in a yearly contract."
]

export const projects = [
  "Website relaunch", "Online booking", "Spring campaign", "Autumn campaign", "Photo session", "Search visibility",
  "Loyalty programme", "Online shop", "Brand refresh", "Monthly newsletter", "Video tour", "Shop window signage",
  "Menu and price list", "Customer survey", "Maintenance plan"
]

export const lostReasons = [
  "went with a cheaper offer", "project postponed to next year", "no budget this quarter", "chose to do it in-house",
  "no answer after three attempts"
]

export const moveReasons = ["asked for an offer", "budget confirmed", "met the team", "references checked", "terms discussed"]

export const happenings = {
  call: ["Introductory call", "Call about the offer", "Call back as agreed", "Call to confirm the dates"],
  email: ["Sent the offer", "Sent examples of our work", "Answered questions about the contract", "Sent the invoice details"],
  meeting: ["First meeting on site", "Walk through the draft", "Planning meeting", "Final review"],
  note: ["Budget is approved by the end of the month", "Wants to start after the summer", "Needs a version in Spanish", "Compares us with two others"]
} as const

export const todos = [
  "Send the offer", "Call back", "Prepare the draft", "Send the contract", "Book a room for the workshop", "Collect the photos",
  "Check in after the launch", "Ask for a reference", "Send a reminder", "Plan the next quarter"
]

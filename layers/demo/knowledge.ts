/** What the demo company has written down. Its facts are those of its shop, its calendar and its site. */

interface Written {
  readonly title: string
  readonly body: string
  readonly tags: ReadonlyArray<string>
  readonly audience: "public" | "customers" | "staff"
}

const entry = (tags: string, title: string, body: string, audience: Written["audience"] = "public"): Written => ({ title, body, audience, tags: tags.split(" ").toSorted() })

const shipping = [
  entry("shipping", "How long does delivery take?", "Standard takes four working days within the United States, and express one. Canada and Mexico take eight days, the rest of the " +
    "world fourteen.\n\n## When does an order leave?\n\nWhat is ordered before noon leaves on the same day, Monday to Friday."),
  entry("shipping prices", "What does shipping cost?", "It goes by weight.\n\n## Within the United States\n\nFrom $6.90 for a parcel of less than a kilogram to $34.90 from 20 kilograms on. " +
    "Express is $24.90 whatever it weighs. Standard is free from $150.\n\n## Canada and Mexico\n\nFrom $14.90; nothing above 20 kilograms.\n\n## Rest of the world\n\nFrom " +
    "$24.90; nothing above 20 kilograms."),
  entry("shipping pickup", "Can I collect my order?", "Yes, at the studio shop, 7 Canal Road in Springfield, at no cost, whenever we are open. We write as soon as it lies ready."),
  entry("shipping packaging", "How are things wrapped?", "In paper, gum tape and old newspapers. We send nothing in plastic."),
  entry("shipping", "Customs and duties abroad", "Outside the United States customs may ask for duties and taxes of import. The receiver pays these; we do not know them beforehand."),
  entry("shipping trouble", "My parcel is damaged or has not come", "Write to hello@juniper-vale.example with the number of the order and a picture of the parcel. We send it again or give the money back, " +
    "whichever you like. A standard parcel that has not come after ten working days counts as lost.", "customers")
]

const returns = [
  entry("returns", "Can I give something back?", "Within 30 days, unless it carries your own logo. Frames in their box, please.\n\n## How do I send it back?\n\nTo the warehouse, 12 Mill Lane, " +
    "Springfield, IL 62703, with the number of the order inside. Or bring it to the studio.\n\n## When does the money come back?\n\nWithin five working days after it arrived, the " +
    "way in which you paid."),
  entry("returns", "Can I exchange a size or a colour?", "Yes, within 30 days, for another size, colour or glaze of the same thing. We send the new one when the old one has arrived."),
  entry("returns print", "There is a mistake in what you printed for us", "If you approved it, we share the cost of printing again. If you did not, it is ours and we bear all of it.", "customers")
]

const goods = [
  entry("goods prices", "Do you have cheaper prices for larger quantities?", "Much of the shop is cheaper by the stack: notebooks from 10 pieces, mugs and cups from 6, tote bags from 25, carrier bags from 5 packs. The " +
    "price of each quantity stands with the thing."),
  entry("goods prices", "Discount codes", "WELCOME10 takes 10 percent off your first order, once for each customer. Of prints you get three for the price of two, without any code. One code " +
    "an order.\n\n## OPENING\n\nThe code OPENING has been used as often as it could be."),
  entry("goods print", "How are your prints made?", "Pigment prints on 200 g matt paper, in A4, A3 and A2; A3 adds $9 and A2 $22. They come without a frame. Oak frames with real glass, made for our " +
    "prints, are $45 and up."),
  entry("goods", "Which sizes do your clothes have?", "T-shirts and sweatshirts come in S, M, L and XL. Socks are small or large. Organic cotton, washed at 30 degrees inside out."),
  entry("goods kitchen", "May mugs and teapots go into the dishwasher?", "Mugs, cups and teapots are stoneware, thrown by hand by the potter two doors down. Dishwasher and microwave do them no harm; a flame does. The bread " +
    "board is cherry wood: wash it by hand and oil it twice a year."),
  entry("goods kitchen", "Coffee, tea and honey", "The studio coffee is roasted on Tuesdays: 250 g as beans, or ground for filter or espresso. The honey comes from the hives above the studio. Food is taxed at 1 percent in " +
    "Illinois."),
  entry("goods packaging logo", "Stickers, stamps and bags with our logo", "Send the file with the order: a vector file, or 600 dots an inch. A stamp is cut within three days; stickers take a week. Things with your own logo cannot be " +
    "given back."),
  entry("goods", "Something is out of stock", "The work lamp can be ordered before it is there, up to 20 pieces; you pay when it is sent. The lambswool scarf is sold out and will not be woven again."),
  entry("goods gift", "Do you have vouchers?", "Not yet. What people give instead is a seat in the letterpress class, which we print on a card.")
]

const booking = [
  entry("booking", "How do I book a time?", "On our page for appointments, without an account and without a call. You get a link with which you can move or cancel it yourself."),
  entry("booking", "Until when can I cancel an appointment?", "Until a day before; a brand workshop until three days before. The link in your confirmation does it, without a call."),
  entry("booking prices", "What does a first consultation cost?", "Nothing. It takes 45 minutes, with Nia or Tomasz: what you need, and whether we are the ones for it. By phone or here."),
  entry("booking photo prices", "Photo sessions", "Products or people, 90 minutes in our studio with our cameras, for $320. Yuki or Tomasz takes them. Book at least a day before.\n\n## Which pictures do we get?\n\nAll " +
    "that are good, usually twenty to thirty, within a week, to use wherever you like and as long as you like."),
  entry("booking prices workshop", "Brand workshops", "Three hours with your team on what you stand for, for $1,200. Nia leads it in the workshop room. Book at least three days before; we confirm each by hand."),
  entry("booking class prices", "The letterpress class", "An evening of two hours for beginners, for $45 a seat, with Ola. Up to eight people; everybody takes a print home. Tuesdays and Thursdays from 5:30.\n\n## What do I have to bring?\n\nNothing. " +
    "Wear something that may get ink on it: there are aprons, but ink finds its way."),
  entry("booking prices studio", "Renting the studio", "Studio A or B is $60 an hour. The room is yours; nobody of us is there. The camera kit is not part of it."),
  entry("booking access", "Is the studio accessible by wheelchair?", "The ground floor is, with a ramp at the yard. The dark room upstairs is not; tell us, and we bring the enlarger down.")
]

const projects = [
  entry("prices websites", "What does a website cost?", "One good page is $1,400, ready in ten days. A whole site of up to twelve pages is $3,800. A site with a shop of up to 200 products is $6,500.\n\n## Are there monthly " +
    "costs?\n\nHosting, at what it costs us: between $9 and $29 a month. You can move away whenever you like."),
  entry("payment prices", "When do we pay for a project?", "A third when we begin, a third when you have seen it, a third when it is public."),
  entry("payment", "How can I pay?", "In the shop by card. Projects by invoice, which is due within 14 days, by card or bank transfer. Sessions and classes when you book them, or on the day."),
  entry("prices", "Is there a discount for charities?", "A fifth off all projects, for everybody who is on the state's register. Please say so in the first meeting."),
  entry("projects", "How many drafts do we get?", "One proposal, and the reasons for it. If it is wrong, we make another until it is right; that is in the price."),
  entry("projects", "Who writes the texts?", "You talk, we write, you strike out. Most pages take three rounds. Nobody has to deliver a text to us."),
  entry("projects", "What if we change our minds about a project?", "You pay for what was done until then, by the hour at $110, and keep it."),
  entry("projects signs prices", "Painted signs and cards", "A sign, drawn and painted, takes about two weeks and costs from $900. 100 cards on cotton paper take a week and cost $240."),
  entry("projects websites trouble", "The website that you made is down", "Ring us at (217) 555-0142. From 8 in the morning to 8 at night somebody picks up, and that somebody can mend it.", "customers")
]

const studio = [
  entry("studio", "When are you open?", "Monday to Friday from 9 to 6, Saturday from 10 to 2. On the holidays of Illinois we are closed."),
  entry("studio", "Where are you?", "7 Canal Road, Springfield, IL 62701: seven minutes on foot from the station, along the canal and over the second bridge. Knock at the green door; the bell does not work."),
  entry("studio", "How do I reach you?", "Call (217) 555-0142, or write to hello@juniper-vale.example. We answer within a working day, mostly before lunch."),
  entry("privacy studio", "What do you keep of me, and how is it deleted?", "Letters for two years, appointments for three, orders for seven, as tax law asks. Of cards we keep nothing. Write to us for a copy or to have it deleted: it takes a day, and you need " +
    "not say why."),
  entry("tax", "Which sales tax is added?", "6.25 percent in Illinois, 8.875 percent in New York, and GST of 5 percent in Canada. Prices in the shop are without it.")
]

const internal = [
  entry("internal returns", "Refunds: who may approve them", "Up to $200 anybody of us. Above that Robin or Nia. Note the reason in the order.", "staff"),
  entry("internal projects", "When a customer asks for a discount on a project", "We do not haggle. A fifth off for charities, and a free hour for whoever brings us another customer. Everything else goes to Robin.", "staff"),
  entry("internal studio", "Opening and closing the studio", "Kiln off, hives shut, back door locked from inside. The spare key lies with the potter two doors down.", "staff")
]

export const knowledge: ReadonlyArray<Written> = [...shipping, ...returns, ...goods, ...booking, ...projects, ...studio, ...internal]

/** Words that mean the same to the company. */
export const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  ["voucher", "gift card", "gift certificate"], ["shipping", "delivery", "postage"], ["give back", "return", "send back"], ["collect", "pick up", "pickup"], ["cancel", "call off"],
  ["open", "opening hours"]
]

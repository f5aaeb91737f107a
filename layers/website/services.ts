import { Layer } from "effect"
import { Designs } from "./designs.ts"
import { FormAnswers, Forms } from "./forms.ts"
import { LinkChecks } from "./link-checks.ts"
import { MediaFiles } from "./media.ts"
import { MediaUses } from "./media-uses.ts"
import { OtherSites } from "./other-sites.ts"
import { PageLikeness } from "./page-likeness.ts"
import { Pages } from "./pages.ts"
import { Pictures } from "./pictures.ts"
import { Posts } from "./posts.ts"
import { Published } from "./published.ts"
import { RedirectHits } from "./redirect-hits.ts"
import { Redirects } from "./redirects.ts"
import { Revisions } from "./revisions.ts"
import { SiteImports } from "./site-imports.ts"
import { SiteSettingsOfCompany } from "./site-settings.ts"
import { SiteVersion } from "./site-version.ts"

/** Everything the programs of the website can do. */
export const WebsiteServices = Layer.mergeAll(
  Designs.layer, FormAnswers.layer, Forms.layer, MediaFiles.layer, MediaUses.layer, PageLikeness.layer, Pages.layer, Pictures.layer, Posts.layer,
  Published.layer, RedirectHits.layer, Redirects.layer, Revisions.layer, LinkChecks.layer, OtherSites.layer, SiteImports.layer, SiteSettingsOfCompany.layer, SiteVersion.layer
)

import { HttpApiGroup, OpenApi } from "effect/http-api"
import { EventRecords } from "#schemas/kernel/events"
import { Authenticated } from "#schemas/kernel/gates"
import { get_design, update_design } from "./design.api.ts"
import { FormAnswer } from "./form-answer.ts"
import { create_form, delete_form, get_form, list_form_answers, list_forms, submit_form, update_form } from "./forms.api.ts"
import { check_links, get_link_check, list_broken_links } from "./links.api.ts"
import { delete_media, get_media, list_media, update_media, upload_media } from "./media.api.ts"
import { Page } from "./page.ts"
import {
  compare_page_revisions, create_page, delete_page, get_page, list_page_revisions, list_pages, preview_page, publish_page, restore_page_revision,
  unpublish_page, update_page
} from "./pages.api.ts"
import { Post } from "./post.ts"
import {
  compare_post_revisions, create_post, delete_post, get_post, list_post_revisions, list_posts, preview_post, publish_post, restore_post_revision,
  unpublish_post, update_post
} from "./posts.api.ts"
import { list_redirects, set_redirects } from "./redirects.api.ts"
import { get_seo, update_seo } from "./seo.api.ts"
import { get_site_import, import_site, list_not_taken } from "./site-import.api.ts"
import { apply_site_template, list_site_templates } from "./site-templates.api.ts"
import { get_site_settings, update_site_settings } from "./site-settings.api.ts"
import { get_public_page, get_public_posts, get_sitemap } from "./visiting.api.ts"

export class Website extends HttpApiGroup.make("cms")
  .add(list_pages, get_page, create_page, update_page, publish_page, unpublish_page, delete_page)
  .add(list_page_revisions, restore_page_revision, compare_page_revisions, preview_page)
  .add(list_posts, get_post, create_post, update_post, publish_post, unpublish_post, delete_post)
  .add(list_post_revisions, restore_post_revision, compare_post_revisions, preview_post)
  .add(list_media, get_media, upload_media, update_media, delete_media)
  .add(get_site_settings, update_site_settings)
  .add(get_design, update_design)
  .add(get_seo, update_seo)
  .add(list_redirects, set_redirects)
  .add(list_forms, get_form, create_form, update_form, delete_form, list_form_answers)
  .add(import_site, get_site_import, list_not_taken)
  .add(check_links, get_link_check, list_broken_links)
  .add(list_site_templates, apply_site_template)
  /* Of visitors. */
  .add(submit_form)
  .prefix("/cms")
  /* Of visitors, within the company's pages. */
  .add(get_public_page, get_public_posts, get_sitemap)
  .middleware(Authenticated)
  .annotate(EventRecords, { form: FormAnswer, page: Page, post: Post })
  .annotateMerge(OpenApi.annotations({
    title: "Website",
    description: "The company's site: pages and posts with every revision, pictures, settings, design, and the forms that visitors send."
  }))
{}

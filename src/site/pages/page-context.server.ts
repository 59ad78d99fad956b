import { listTags } from "../../catalogue/changes.server.ts";
import type { ListQuery, Product } from "../../catalogue/contract.ts";
import { findAnnounced, listAnnounced } from "../../catalogue/drops/announced.server.ts";
import { nearestIn } from "../../catalogue/nearest-words.server.ts";
import * as catalogue from "../../catalogue/queries.server.ts";
import type { Config } from "../../config.server.ts";
import { needsAllDelivery } from "../../delivery/summary.server.ts";
import { isCardPage } from "../../payments/rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { episodesOf, episodesOnSale, findEpisode } from "../../podcast/queries.server.ts";
import { findPolicy } from "../../policies/find-policy.server.ts";
import { findRating, listShown } from "../../reviews/queries.server.ts";
import { showsSamples } from "../../settings/current-settings.server.ts";
import type { Snapshot } from "../../settings/live-settings.server.ts";
import type { PageRequest } from "./public-pages.server.ts";

/** Reviews in a product's page as it is served; older ones are fetched later. */
const REVIEWS_AT_FIRST = 5;

type ContextOptions = { db: Db; config: Config; settings: () => Snapshot };

/** Gives each page the data that its loaders may use; the tags of what they read are added to `tags`. */
export function pageContext({ db, config, settings }: ContextOptions) {
  const nearestWords = nearestIn(db);
  return (page: PageRequest, tags: Set<string>) => ({
    settings: pageSettings(page, config, settings()),
    /** The language of the page's own sentences. */
    language: page.language,
    store: pageStore({ db, settings, nearestWords }, tags),
  });
}

/** The data that pages may use: each value belongs to the whole shop, or follows from what the page's key contains (`PageRequest`). */
export type PageContext = ReturnType<ReturnType<typeof pageContext>>;

/** The settings of this shop that every page gets. */
function pageSettings({ address }: PageRequest, config: Config, now: Snapshot) {
  const { changes, values, payments } = now;
  const [path = address] = address.split("?", 1);
  const delivery = needsAllDelivery(path) ? now.delivery : now.deliverySummary;
  return {
    backendUrl: config.BACKEND_URL ?? "",
    publicUrl: config.PUBLIC_URL,
    methods: [...payments.methods],
    tillNumber: payments.till ?? now.shop.sampleTill,
    /** No real till is set, so nobody should send money. */
    sample: payments.till === undefined,
    /** The address of the card provider's script; empty in documents of other pages, by which the card page recognises them. */
    cardScript: isCardPage(path) ? cardScript(config) : "",
    /** The policy pages that the footer links to. */
    policies: values.policies.pages.map(({ slug, title }) => ({ slug, title })),
    /** The shop's facts that the owner has changed; missing where there are none. */
    ...(changes && { shop: changes }),
    /** The delivery settings, or a summary of them; missing where src/shop.ts applies. */
    ...(delivery && { delivery }),
  };
}

/** Empty where this server takes no cards. Not empty where the owner has switched them off, as a payment under way needs it. */
export function cardScript({ FLW_CHECKOUT_SCRIPT_URL = "", PAYMENT_METHODS }: Config): string {
  return PAYMENT_METHODS.includes("flutterwave") ? FLW_CHECKOUT_SCRIPT_URL : "";
}

type StoreOptions = Pick<ContextOptions, "db" | "settings"> & { nearestWords: ReturnType<typeof nearestIn> };

/**
 * What page loaders may ask: the same queries as the API, in process. Products that a page shows are added to its tags; a page
 * of one product gets that product's id as a tag before anything else is read.
 */
function pageStore({ db, settings, nearestWords }: StoreOptions, tags: Set<string>) {
  const add = (...shown: string[]) => {
    for (const tag of shown) tags.add(tag);
  };
  const shown = <Shown extends { _id: string }>(products: Shown[]) => {
    add(...listTags({}, products));
    return products;
  };
  return {
    async products(query: Partial<ListQuery>) {
      const found = await catalogue.listProducts(db, query);
      add(...listTags(query, found.products));
      return found;
    },
    nearestWords,
    product: (id: string) => {
      add(id);
      return catalogue.findProduct(db, id);
    },
    announced: (id: string) => findAnnounced(db, id),
    announcedNext: async (limit: number) => shown(await listAnnounced(db, limit)),
    /** From reviews only, and with sample ratings where the owner shows them. */
    rating: (productId: string) => findRating(db, productId, { withSamples: showsSamples(settings()) }),
    reviews: (productId: string) => listShown(db, productId, { limit: REVIEWS_AT_FIRST }),
    latest: async (limit: number) => shown(await catalogue.latestProducts(db, limit)),
    related: async (product: Product) => shown(await catalogue.relatedProducts(db, product)),
    marked: async (mark: "trending" | "bestseller", limit: number) =>
      shown(await catalogue.markedProducts(db, mark, limit)),
    episodesOf: (productId: string) => episodesOf(db, productId),
    episode: (slug: string) => findEpisode(db, slug),
    policy: findPolicy,
    episodesOnSale: (limit: number) => episodesOnSale(db, limit),
    hasOffers: (category: Product["category"]) => catalogue.hasOffers(db, category),
  };
}

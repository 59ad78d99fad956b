import type { Announced } from "../../catalogue/announced.server.ts";
import type { ListQuery, Product } from "../../catalogue/contract.ts";
import type { DeliverySettings } from "../../delivery/rules.ts";
import type { Language } from "../../language/languages.ts";
import type { Episode, HeardIn } from "../../podcast/rules.ts";
import type { ShownPolicy } from "../../policies/find-policy.server.ts";
import type { PolicyLink } from "../../policies/rules.ts";
import type { Review } from "../../reviews/contract.ts";
import type { Rating } from "../../reviews/rules.ts";
import type { ShopChanges } from "../../settings/shop-with.ts";
import type { Method } from "../../shop.ts";

/** What the server tells every page about this shop's set-up. */
export type Settings = {
  backendUrl: string;
  publicUrl: string;
  methods: Method[];
  tillNumber: string;
  /** No real till is set: nobody should send money. */
  sample: boolean;
  /** The address of the card provider's script, told to the card page's own document alone; otherwise empty. */
  cardScript: string;
  /** The pages of policies that the footer leads to. */
  policies: PolicyLink[];
  /** What the owner has changed of the shop's facts; missing where that is nothing. */
  shop?: ShopChanges;
  /** What delivery costs, or a summary of it; missing where that is what src/shop.ts says. */
  delivery?: DeliverySettings;
};

/** All that pages know: each value is of the whole shop, or is found by what the key of the page holds (`PageRequest`). */
export type LoaderContext = {
  settings: Settings;
  /** What the page says its own sentences in. */
  language: Language;
  store: {
    products(query: Partial<ListQuery>): Promise<{ products: Product[]; total: number }>;
    /** Words of names of goods on sale, nearest to a search that found nothing. */
    nearestWords(search: string): Promise<string[]>;
    product(id: string): Promise<Product | undefined>;
    /** What may be known of a product that is not on sale yet; asked of those that are not. */
    announced(id: string): Promise<Announced | undefined>;
    /** The next drops that are announced, at most so many. */
    announcedNext(limit: number): Promise<Announced[]>;
    /** With sample ratings, and by real reviews alone. */
    rating(productId: string): Promise<{ all: Rating; real: Rating }>;
    /** The newest that staff let through; `next` when there are more. */
    reviews(productId: string): Promise<{ reviews: Review[]; next: string | null }>;
    latest(limit: number): Promise<Product[]>;
    related(product: Product): Promise<Product[]>;
    marked(mark: "trending" | "bestseller", limit: number): Promise<Product[]>;
    /** In which a product was heard of. */
    heardIn(productId: string): Promise<HeardIn[]>;
    episode(slug: string): Promise<Episode | undefined>;
    policy(slug: string, reader: Language): ShownPolicy | undefined;
    /** Those of which something is on sale, the newest first. */
    episodesOnSale(limit: number): Promise<{ slug: string; title: string }[]>;
    hasOffers(category: Product["category"]): Promise<boolean>;
  };
};

/**
 * What a page's loader is given of `Route.LoaderArgs`. React Router's own arguments have the request besides, and a context in
 * which every name is allowed.
 */
export type LoaderArgs<Args extends { params: unknown }> = Pick<Args, "params"> & {
  url: URL;
  context: LoaderContext;
};

declare module "react-router" {
  interface AppLoadContext extends LoaderContext {
    /** Puts an unexpected failure of a page into the log. */
    report(error: unknown): void;
    /** Gives the page being answered, and lets the inline scripts with these hashes (`'sha256-…'`) run in it, and no other. */
    give(page: { html: string; hashes: string[] }): void;
  }
}

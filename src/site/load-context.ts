import type { ListQuery, Product } from "../catalogue/contract.ts";
import type { Method } from "../payments/rules.ts";

/** What the server tells every page about this shop's set-up. */
export type Settings = {
  backendUrl: string;
  publicUrl: string;
  methods: Method[];
  tillNumber: string;
  /** No real till is set: nobody should send money. */
  sample: boolean;
};

declare module "react-router" {
  interface AppLoadContext {
    settings: Settings;
    /** Puts an unexpected failure of a page into the log. */
    report(error: unknown): void;
    store: {
      products(query: Partial<ListQuery>): Promise<{ products: Product[]; total: number }>;
      product(id: string): Promise<Product | undefined>;
      related(product: Product): Promise<Product[]>;
      marked(mark: "trending" | "bestseller", limit: number): Promise<Product[]>;
    };
  }
}

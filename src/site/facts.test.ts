import { afterAll, describe, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { factsOf, openSite, plain, SITE } from "../../test/page-head.ts";

const site = await openSite();
const { shop, http, get } = site;
afterAll(() => site.close());

describe("a product's facts agree with its row and its page", () => {
  test("Product, Offer and Breadcrumb", async () => {
    const [row] = await shop.query<{
      id: string;
      name: string;
      description: string;
      price: number;
      images: string[];
      category: string;
      kind: string;
    }>(
      `select id, name, description, price, images, category, sub_category as kind from products
       where published and former_price is null
         and exists (select from stock where product_id = products.id and on_hand > 0) order by id limit 1`,
    );
    const html = await get(`/product/${row?.id}`);
    const [product, crumbs, ...more] = factsOf(html);
    expect(more).toEqual([]);
    expect(product).toEqual({
      "@type": "Product",
      "@id": `${SITE}/product/${row?.id}#product`,
      name: row?.name,
      description: row?.description,
      image: row?.images?.map((image) => SITE + image),
      sku: row?.id,
      category: `${row?.category} > ${row?.kind}`,
      brand: { "@type": "Brand", name: "Sauti" },
      offers: {
        "@type": "Offer",
        url: `${SITE}/product/${row?.id}`,
        price: row?.price,
        priceCurrency: "KES",
        availability: "https://schema.org/InStock",
        itemCondition: "https://schema.org/NewCondition",
        seller: { "@type": "Organization", "@id": `${SITE}/#shop`, name: "Sauti", url: `${SITE}/` },
        hasMerchantReturnPolicy: {
          "@type": "MerchantReturnPolicy",
          applicableCountry: "KE",
          returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
          merchantReturnDays: 7,
        },
      },
    });
    expect(plain(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "")).toBe(product?.name);
    expect(html).toContain(`>Ksh ${product?.offers.price.toLocaleString("en-KE")}</span>`);
    const shown = [
      ...(/<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(html)?.[0] ?? "").matchAll(
        /href="([^"]*)"[^>]*>([^<]*)</g,
      ),
    ];
    expect(shown).toHaveLength(3);
    expect(crumbs).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: shown.map(([, href = "", name], at) => ({
        "@type": "ListItem",
        position: at + 1,
        name,
        item: SITE + plain(href),
      })),
    });
    for (const [, href = ""] of shown) expect((await http.inject(plain(href))).statusCode).toBe(200);
  });

  test("goods that are marked down say their former price as one that is struck out", async () => {
    const tee = await addProduct(shop, { price: 1200, formerPrice: 2400 });
    const offers = factsOf(await get(`/product/${tee._id}`))[0]?.offers;
    expect(offers).toMatchObject({
      price: 1200,
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        priceType: "https://schema.org/StrikethroughPrice",
        price: 2400,
        priceCurrency: "KES",
      },
    });
  });

  test("sold out in every size it comes in is out of stock, whatever lies on the shelf in another", async () => {
    const gone = await addProduct(shop, { name: "Gone", stock: { S: 0, M: 0, L: 3 } });
    await shop.query("update products set sizes = '{S,M}' where id = $1", [gone._id]);
    const html = await get(`/product/${gone._id}`);
    expect(html).toContain("Every size is sold out");
    expect(factsOf(html)[0]?.offers.availability).toBe("https://schema.org/OutOfStock");
  });
});

test("home says who the shop is and where to search it", async () => {
  const [organization, site, ...more] = factsOf(await get("/"));
  expect(more).toEqual([]);
  expect(organization).toMatchObject({
    "@type": "Organization",
    "@id": `${SITE}/#shop`,
    name: "Sauti",
    url: `${SITE}/`,
    logo: `${SITE}/icon-512.png`,
    telephone: "+254 700 000 000",
    address: { addressLocality: "Nairobi", addressCountry: "KE" },
  });
  expect(site).toMatchObject({ "@type": "WebSite", name: "Sauti", url: `${SITE}/` });
  const found = site?.potentialAction.target.urlTemplate.replace("{search_term_string}", "hood");
  expect(found).toBe(`${SITE}/collection?search=hood`);
  expect(await get(found.slice(SITE.length))).toContain('value="hood"');
});

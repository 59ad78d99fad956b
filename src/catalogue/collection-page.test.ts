import { expect, test } from "vitest";
import { clientLoader } from "./collection-page.tsx";

const load = (failure: unknown) =>
  clientLoader({
    serverLoader: () => Promise.reject(failure),
    request: new Request("http://shop.example/collection.data"),
  } as unknown as Parameters<typeof clientLoader>[0]);

test("where the worker has only the document's copy, the router is sent to it", async () => {
  const toDocument = new Response(null, { status: 302, headers: { location: "/collection" } });
  await expect(load(toDocument)).rejects.toBe(toDocument);
});

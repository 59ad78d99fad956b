import { expect, test } from "vitest";
import { sayFailure } from "./whole-catalogue.ts";

test("where the worker has only the document's copy, the router is sent to it", async () => {
  const toDocument = new Response(null, { status: 302, headers: { location: "/collection" } });
  await expect(sayFailure(toDocument, new AbortController().signal)).rejects.toBe(toDocument);
});

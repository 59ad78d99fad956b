import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchOpening } from "./coming.tsx";

const page = Object.assign(new EventTarget(), {
  visibilityState: "visible",
  documentElement: { dataset: {} },
});
/** What time it is in the shop, when the drop comes there, and how long an answer takes; milliseconds. */
const shop = { now: 0, onSaleFrom: 0, takes: 0, status: 200, pages: 200 };

/** As the router asks for it. */
const PAGE = "/product/drop.data?_routes=catalogue%2Fproduct-page";
const DROP = { _id: "drop", onSaleFrom: Date.UTC(2026, 10, 27, 15), data: PAGE };

/** The shop's clock runs with the test's, which is not the phone's. */
let began = 0;
const passed = () => performance.now() - began;

beforeEach(() => {
  // the phone is five hours fast
  vi.useFakeTimers({ now: DROP.onSaleFrom + 5 * 3_600_000 });
  began = performance.now();
  Object.assign(shop, {
    now: DROP.onSaleFrom - 10_000,
    onSaleFrom: DROP.onSaleFrom,
    takes: 0,
    status: 200,
    pages: 200,
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (address: string) => {
    if (address === PAGE) return new Response("", { status: shop.pages });
    expect(address).toBe("/api/product/drop?id=drop");
    const halfWay = () => shop.takes > 0 && new Promise((resolve) => setTimeout(resolve, shop.takes / 2));
    await halfWay();
    const { onSaleFrom, status } = shop;
    const now = shop.now + passed();
    await halfWay();
    return Response.json({ success: status === 200, message: "", onSaleFrom, now }, { status });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Watches, and gives which seconds were told, and when the page was asked for, in milliseconds from the beginning. */
function watch() {
  const told: number[] = [];
  const tell = (left: number) => {
    const seconds = Math.round(left / 1_000);
    if (seconds !== told.at(-1)) told.push(seconds);
  };
  const opened: number[] = [];
  const open = async () => void opened.push(Math.round(passed()));
  const end = watchOpening(DROP, { onLeft: tell, open });
  return { told, opened, end };
}

test("The countdown ignores the phone's clock", async () => {
  shop.takes = 3_000;
  const { told, opened, end } = watch();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(told).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(opened).toEqual([]);
  end();
});

test("2,000 phones reload a drop's page at different instants", async () => {
  const phones = Array.from({ length: 10 }, watch);
  let turn = 0;
  vi.spyOn(Math, "random").mockImplementation(() => (turn++ % 10) / 10);
  await vi.advanceTimersByTimeAsync(13_100);
  const first = phones.map(({ opened, end }) => {
    end();
    return opened[0] ?? Number.NaN;
  });
  expect(first.map((at) => Math.round(at / 100))).toEqual(first.map((_, at) => 100 + 3 * at));
  expect(Math.min(...first)).toBeGreaterThanOrEqual(10_000);
});

test("the page that is still the one from before is asked for again, until the watch ends", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { opened, end } = watch();
  await vi.advanceTimersByTimeAsync(12_500);
  expect(opened.map((at) => Math.round(at / 100))).toEqual([100, 110, 120]);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(3);
});

test("while the shop has no time for the page, it is not taken for a broken one, and asked for again", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  shop.pages = 503;
  const { told, opened, end } = watch();
  await vi.advanceTimersByTimeAsync(12_500);
  expect([told.at(-1), opened]).toEqual([0, []]);
  shop.pages = 200;
  await vi.advanceTimersByTimeAsync(600);
  expect(opened.map((at) => Math.round(at / 100))).toEqual([130]);
  end();
});

test("a phone that slept goes by the shop's clock again as soon as it is looked at", async () => {
  shop.now = DROP.onSaleFrom - 3_600_000;
  const { told, end } = watch();
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual([3_600]);
  // half an hour has gone by, of which the phone knows nothing
  shop.now += 1_800_000;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(told.at(-1)).toBe(1_800);
  end();
});

test.each([
  ["another moment", { onSaleFrom: DROP.onSaleFrom + 60_000 }],
  ["nothing that anybody may know of", { status: 404 }],
])("when the shop has %s the page is asked for", async (_, change) => {
  const { opened, end } = watch();
  await vi.advanceTimersByTimeAsync(5_000);
  Object.assign(shop, change, { now: DROP.onSaleFrom - 3_600_000 });
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(10);
  expect(opened).toEqual([5_000]);
  end();
});

test("without a connection no time is told, and it is asked for again", async () => {
  const answer = vi.mocked(fetch);
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no line")));
  const { told, opened, end } = watch();
  await vi.advanceTimersByTimeAsync(29_000);
  expect([told, opened]).toEqual([[], []]);
  shop.now = DROP.onSaleFrom - 90_000;
  vi.stubGlobal("fetch", answer);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([60]);
  end();
});

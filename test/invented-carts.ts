import type { Category } from "../src/catalogue/rules.ts";
import type { DeliverySettings, PickUpPoint } from "../src/delivery/rules.ts";
import { COUNTIES } from "../src/delivery/setting-rules.ts";
import { POINT } from "./delivery.ts";
import type { Random } from "./torture/random.ts";

// Carts, places, settings and coupons for what they come to, and what that is, reckoned here from what was meant, not from
// how it is spelt.

export type InventedGoods = { _id: string; price: number; category: string };
export type InventedCoupon = {
  code: string;
  kind: "percent" | "fixed" | "delivery";
  value: number;
  minimum: number;
  category: Category | null;
  over: boolean;
};

const TOWNS = ["Ol Kalou", "Naivasha", "Kangema", "Athi River"] as const;
/** By name: of no county it is, as far as the shop knows. */
const NOWHERE = "Atlantis";

type Area = { county: string; town?: string; fee?: number; from: number; to: number };

/** What delivery costs: by county and town, with and without fees of their own, free above a sum or not. */
export function inventSetting(random: Random, likelySubtotal: number): DeliverySettings {
  const fee = () => random.below(1_000);
  const days = () => {
    const from = 1 + random.below(4);
    return { from, to: from + random.below(4) };
  };
  const own = () => ({ ...(random.chance(80) && { fee: fee() }), ...days() });
  const counties = COUNTIES.filter(() => random.chance(random.pick([0, 10, 100])));
  const areas: Area[] = counties.flatMap((county) => [
    ...(random.chance(80) ? [{ county, ...own() }] : []),
    ...TOWNS.filter(() => random.chance(20)).map((town) => ({ county, town, ...own() })),
  ]);
  const points = Array.from({ length: random.below(4) }, (_, at) => ({
    ...POINT,
    name: `Point ${at}`,
    ...(random.chance(50) && { fee: fee() }),
  }));
  // at a sum that some cart comes to, one below and one above it
  const freeOver = random.chance(60) ? Math.max(0, likelySubtotal - 1 + random.below(3)) : null;
  return { fee: fee(), freeOver, days: days(), areas, points };
}

export type InventedCart = {
  items: { _id: string; size: string; quantity: number }[];
  meant: { county?: string; town?: string; point?: PickUpPoint | undefined };
  coupon?: InventedCoupon | undefined;
  /** As it is typed and sent. */
  sent: { state?: string; city?: string; delivery?: string; coupon?: string };
};

type Shelf = { goods: readonly [InventedGoods, ...InventedGoods[]]; coupons: readonly InventedCoupon[] };

export function inventCart(
  random: Random,
  { goods, coupons }: Shelf,
  setting: DeliverySettings,
): InventedCart {
  const items = Array.from({ length: 1 + random.below(5) }, () => ({
    _id: random.pick(goods)._id,
    size: random.pick(["M", "L"]),
    quantity: 1 + random.below(random.pick([2, 6, 12])),
  }));
  const point = random.chance(15) ? setting.points[random.below(setting.points.length || 1)] : undefined;
  const county = random.chance(95) ? random.pick([...COUNTIES, NOWHERE]) : undefined;
  const town = random.chance(80) ? random.pick([...TOWNS, "Somewhere"]) : undefined;
  const coupon = random.chance(50) ? coupons[random.below(coupons.length)] : undefined;
  return {
    items,
    meant: { ...(county && { county }), ...(town && { town }), point },
    coupon,
    sent: {
      ...(county && { state: spell(random, county) }),
      ...(town && { city: spell(random, town) }),
      ...(point && { delivery: point.name }),
      ...(coupon && { coupon: random.chance(50) ? coupon.code.toLowerCase() : ` ${coupon.code} ` }),
    },
  };
}

/** As people type a place. */
function spell(random: Random, name: string): string {
  const isCounty = (COUNTIES as readonly string[]).includes(name);
  return random.pick([
    name,
    name.toUpperCase(),
    ` ${name.toLowerCase()} `,
    name.replace(/[^a-z]/gi, ""),
    isCounty ? `${name} County` : name,
  ]);
}

/** What a cart comes to, in KES, or why it does not. */
export function comesTo(
  { items, meant, coupon }: InventedCart,
  goods: readonly InventedGoods[],
  setting: DeliverySettings,
): { subtotal: number; deliveryFee: number; discount: number; amount: number } | "refused" {
  const pieces = new Map<string, number>();
  for (const { _id, size, quantity } of items)
    pieces.set(`${_id} ${size}`, (pieces.get(`${_id} ${size}`) ?? 0) + quantity);
  if ([...pieces.values()].some((quantity) => quantity > 20)) return "refused";
  const lines = items.map(({ _id, quantity }) => {
    const { price = 0, category = "" } = goods.find((each) => each._id === _id) ?? {};
    return { sum: price * quantity, category };
  });
  const subtotal = sum(lines);
  const deliveryFee = setting.freeOver !== null && subtotal > setting.freeOver ? 0 : feeOf(meant, setting);
  const discount = coupon ? takenOff(coupon, lines, deliveryFee) : 0;
  const amount = subtotal + deliveryFee - (discount ?? 0);
  return discount === undefined || amount > 1_000_000
    ? "refused"
    : { subtotal, deliveryFee, discount, amount };
}

type Sums = { sum: number; category: string }[];
const sum = (lines: Sums) => lines.reduce((all, line) => all + line.sum, 0);

function feeOf({ county, town, point }: InventedCart["meant"], { fee, areas }: DeliverySettings): number {
  if (point) return point.fee ?? 0;
  const costs = (area: { fee?: number } | undefined) => area?.fee ?? fee;
  if (!county) return Math.max(fee, ...areas.map(costs));
  const there = areas.filter((area) => area.county === county);
  const whole = costs(there.find((area) => !area.town));
  if (!town) return Math.max(whole, ...there.filter((area) => area.town).map(costs));
  const own = there.find((area) => area.town === town);
  return own ? costs(own) : whole;
}

function takenOff(coupon: InventedCoupon, lines: Sums, fee: number): number | undefined {
  const { kind, value, minimum, category, over } = coupon;
  if (over || sum(lines) < minimum) return undefined;
  const counting = sum(lines.filter((line) => category === null || line.category === category));
  const by = {
    delivery: fee,
    percent: Math.floor((counting * value) / 100),
    fixed: Math.min(value, counting),
  };
  const off = Math.min(by[kind], sum(lines) + fee - 1);
  return off > 0 ? off : undefined;
}

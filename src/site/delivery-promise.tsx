import { formatPrice } from "../catalogue/rules.ts";
import {
  AREAS_NAMED,
  type Days,
  type DeliverySettings,
  daysText,
  deliveryOf,
  feesOf,
  isFlat,
  type Place,
  rangeOfDays,
} from "../delivery/rules.ts";
import { useDeliverySettings } from "../delivery/use-delivery-settings.ts";
import { t } from "../language/t.ts";

/** What delivery costs and how long it takes: for this place, or for all areas while the place is not known. */
export function DeliveryPromise({ place, subtotal = 0 }: { place?: Place | undefined; subtotal?: number }) {
  return deliveryText(useDeliverySettings(), place, subtotal);
}

export function deliveryText(settings: DeliverySettings, place: Place = {}, subtotal = 0): string {
  const { freeOver } = settings;
  const free =
    freeOver === null ? "" : ` ${t("Free for orders over {amount}.", { amount: formatPrice(freeOver) })}`;
  return promise(settings, place, subtotal) + free;
}

function promise(settings: DeliverySettings, place: Place, subtotal: number): string {
  const { pickUp, state: county } = place;
  if (pickUp) {
    const { fee, days } = deliveryOf(settings, place, subtotal);
    const said = { name: pickUp.name, fee: formatPrice(fee), days: daysText(days) };
    return t("Pick-up at {name}: {fee}, {days}. Weekends are not counted.", said);
  }
  if (!county || settings.range) return isFlat(settings) ? toAll(settings) : byArea(settings);
  const fees = feesOf(settings, place, subtotal);
  const days = daysText(deliveryOf(settings, place, subtotal).days);
  return t("Delivery to {county}: {fee}, {days}. Weekends are not counted.", {
    county,
    fee: feeText(fees),
    days,
  });
}

/** "Ksh 100", or "from Ksh 100" while several fees are possible. */
export function feeText({ from, to }: { from: number; to: number }): string {
  return from === to ? formatPrice(to) : t("from {amount}", { amount: formatPrice(from) });
}

/** One fee for all, with the days of each area. */
function toAll(settings: DeliverySettings): string {
  const fee = formatPrice(settings.fee);
  const groups = groupsOf(settings);
  if (!groups || groups.length === 0)
    return t("Delivery: {fee}, {days}. Weekends are not counted.", {
      fee,
      days: daysText(rangeOfDays(settings)),
    });
  const areas = groups.map(({ names, days }) => `${names.join(", ")}: ${daysText(days)}.`).join(" ");
  return t("Delivery: {fee}. {areas} Other counties: {days}. Weekends are not counted.", {
    fee,
    areas,
    days: daysText(settings.days),
  });
}

function byArea(settings: DeliverySettings): string {
  const groups = groupsOf(settings);
  if (!groups) {
    const { from, to } = feesOf(settings, {}, 0);
    return t("Delivery: {from} to {to} by county, {days}. Weekends are not counted.", {
      from: formatPrice(from),
      to: formatPrice(to),
      days: daysText(rangeOfDays(settings)),
    });
  }
  const areas = groups.map(
    ({ names, fee, days }) => `${names.join(", ")}: ${formatPrice(fee)}, ${daysText(days)}.`,
  );
  return t("Delivery: {areas} Other counties: {fee}, {days}. Weekends are not counted.", {
    areas: areas.join(" "),
    fee: formatPrice(settings.fee),
    days: daysText(settings.days),
  });
}

type Group = { names: string[]; fee: number; days: Days };

/** Areas with the same fee and days, grouped in their order; undefined where there are too many to name. */
function groupsOf({ fee: usual, areas, range }: DeliverySettings): Group[] | undefined {
  if (range || areas.length > AREAS_NAMED) return undefined;
  const groups: Group[] = [];
  for (const { county, town, fee = usual, from, to } of areas) {
    const same = groups.find(
      (group) => group.fee === fee && group.days.from === from && group.days.to === to,
    );
    const name = town ?? county;
    if (same) same.names.push(name);
    else groups.push({ names: [name], fee, days: { from, to } });
  }
  return groups;
}

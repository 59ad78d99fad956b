import type { Right } from "../../../src/back-office/rights.ts";
import { STATUSES, type Status } from "../../../src/ordering/rules.ts";
import { ADDRESS } from "../../people.ts";
import type { Environment } from "../environment.ts";
import type { Observations } from "../invariants.ts";
import type { Random } from "../random.ts";

/** One thing that somebody at the counter may do. */
export type StaffAction = {
  right: Right;
  path: string;
  body: object;
  /** What its row in the audit log is about; undefined: several rows, or one that others write as well. */
  action?: string;
  /** Orders, attempts, sums or refunds it is about. */
  subjects: string[];
  /** What people then have done about money, where the provider's books do not show it. */
  note?: (observed: Observations) => void;
};

/** The order that everybody is at just now, for a second. */
export type Rush = { orderId: string; until: number };
export type Drawing = { environment: Environment; random: Random; number: number; rush: Rush };
export type Draw = (drawing: Drawing) => Promise<StaffAction | undefined>;

type Order = { id: string; status: Status; version: number; payment: boolean; lines: Line[]; code: string };
type Line = { _id: string; size: string; quantity: number };

/** An order that others are at as well, or any that is not over. */
async function pickOrder({ environment, random, rush }: Drawing): Promise<Order | undefined> {
  const found = await environment.query<Order>(
    `select o.id, o.status, o.version, o.payment, coalesce(o.mpesa_code, '') as code,
       (select json_agg(json_build_object('_id', i.product_id, 'size', i.size, 'quantity', i.quantity) order by i.line)
        from order_items i where i.order_id = o.id) as lines
     from orders o where o.phase = 'placed' order by o.status in ('Cancelled', 'Delivered'), o.id desc limit 24`,
  );
  const chosen = found[random.below(found.length)];
  const shared = random.chance(RUSH) ? found.find(({ id }) => id === rush.orderId) : undefined;
  if (chosen && performance.now() > rush.until)
    Object.assign(rush, { orderId: chosen.id, until: performance.now() + 1_000 });
  return shared ?? chosen;
}

/** In how many of a hundred draws the others' order is taken. */
export const RUSH = 40;

/** What the screen showed may be of before. */
function seen({ version }: Order, random: Random): number {
  return random.chance(10) ? Math.max(0, version - 1) : version;
}

const USUAL: Partial<Record<Status, readonly [Status, ...Status[]]>> = {
  "Order Placed": ["Packing"],
  Packing: ["Shipped"],
  Shipped: ["Out for delivery", "Delivered"],
  "Out for delivery": ["Delivered"],
};

export const step: Draw = async (drawing) => {
  const { random, number } = drawing;
  const order = await pickOrder(drawing);
  if (!order) return undefined;
  const usual = USUAL[order.status];
  const to = usual && random.chance(85) ? random.pick(usual) : random.pick(STATUSES);
  const isForced = to === "Packing" && !order.payment && random.chance(40);
  return {
    right: "orders.step",
    path: `/orders/${order.id}/step`,
    body: {
      to,
      version: seen(order, random),
      ...(to === "Shipped" ? { courier: "G4S", tracking: `T${number}` } : {}),
      ...(to === "Cancelled" ? { confirmed: true } : {}),
      ...(isForced ? { reason: `a friend of the house ${number}` } : {}),
    },
    ...(to === "Cancelled" ? cancelling(order) : { action: "order.step", subjects: [order.id] }),
  };
};

/** However it is cancelled: money may be behind its code of which the shop was not notified. */
function cancelling({ id, payment, code }: Order): Pick<StaffAction, "action" | "subjects" | "note"> {
  return {
    action: "order.cancel",
    subjects: [id],
    note: ({ decided }) => void (payment || decided.add(code)),
  };
}

export const steps: Draw = async (drawing) => {
  const orders = await Promise.all([1, 2, 3, 4, 5].map(() => pickOrder(drawing)));
  const ids = orders.flatMap((order) => order?.id ?? []);
  if (ids.length === 0) return undefined;
  return {
    right: "orders.step",
    path: "/orders/step",
    body: { ids: [...ids, ...(drawing.random.chance(20) ? ["no-such-order"] : [])], to: "Packing" },
    subjects: ids,
  };
};

export const undo: Draw = async (drawing) => {
  const [young] = await drawing.environment.query<Order>(
    `select o.id, o.version from orders o join order_events e on e.order_id = o.id
     where e.kind = 'step' and e.public order by e.id desc limit 1 offset $1`,
    [drawing.random.below(4)],
  );
  if (!young) return undefined;
  return {
    right: "orders.step",
    path: `/orders/${young.id}/undo`,
    body: { version: seen(young, drawing.random) },
    action: "order.undo",
    subjects: [young.id],
  };
};

export const note: Draw = async (drawing) => {
  const order = await pickOrder(drawing);
  if (!order) return undefined;
  return {
    right: "orders.note",
    path: `/orders/${order.id}/note`,
    body: { text: `Note ${drawing.number}` },
    action: "order.note",
    subjects: [order.id],
  };
};

export const address: Draw = async (drawing) => {
  const order = await pickOrder(drawing);
  if (!order) return undefined;
  return {
    right: "orders.address",
    path: `/orders/${order.id}/address`,
    body: {
      address: { ...ADDRESS, street: `${drawing.number} Ngong Road` },
      version: seen(order, drawing.random),
    },
    action: "order.address",
    subjects: [order.id],
  };
};

export const edit: Draw = async (drawing) => {
  const { random } = drawing;
  const order = await pickOrder(drawing);
  if (!order) return undefined;
  const items = order.lines.map((line) => ({
    ...line,
    quantity: Math.min(20, Math.max(1, line.quantity + random.pick([-1, -1, 0, 1]))),
  }));
  const isPreview = random.chance(15);
  return {
    right: "orders.edit",
    path: `/orders/${order.id}/edit`,
    body: {
      items: items.length > 1 && random.chance(30) ? items.slice(1) : items,
      version: seen(order, random),
      ...(isPreview ? { preview: true } : { confirmed: true }),
    },
    // where it would cost more, nothing changes
    subjects: [order.id],
  };
};

export const cancel: Draw = async (drawing) => {
  const order = await pickOrder(drawing);
  if (!order) return undefined;
  return {
    right: "orders.cancel",
    path: `/orders/${order.id}/cancel`,
    body: { version: seen(order, drawing.random), reason: `not wanted ${drawing.number}`, confirmed: true },
    ...cancelling(order),
  };
};

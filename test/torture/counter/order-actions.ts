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

/** What is done about one thing that is picked; nothing where there is none. */
export function about<Picked extends { id: string }>(
  pick: (drawing: Drawing) => Promise<Picked | undefined>,
  act: (picked: Picked, drawing: Drawing) => Act | undefined | Promise<Act | undefined>,
): Draw {
  return async (drawing) => {
    const picked = await pick(drawing);
    const action = picked && (await act(picked, drawing));
    return picked && action && { ...action, subjects: [picked.id] };
  };
}
type Act = Omit<StaffAction, "subjects">;

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

export const step = about(pickOrder, (order, { random, number }) => {
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
    ...(to === "Cancelled" ? cancelling(order) : { action: "order.step" }),
  };
});

/** However it is cancelled: money may be behind its code of which the shop was not notified. */
function cancelling({ payment, code }: Order): Pick<StaffAction, "action" | "note"> {
  return { action: "order.cancel", note: ({ decided }) => void (payment || decided.add(code)) };
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

async function pickYoung({ environment, random }: Drawing): Promise<Order | undefined> {
  const [young] = await environment.query<Order>(
    `select o.id, o.version from orders o join order_events e on e.order_id = o.id
     where e.kind = 'step' and e.public order by e.id desc limit 1 offset $1`,
    [random.below(4)],
  );
  return young;
}

export const undo = about(pickYoung, (young, { random }) => ({
  right: "orders.step",
  path: `/orders/${young.id}/undo`,
  body: { version: seen(young, random) },
  action: "order.undo",
}));

export const note = about(pickOrder, ({ id }, { number }) => ({
  right: "orders.note",
  path: `/orders/${id}/note`,
  body: { text: `Note ${number}` },
  action: "order.note",
}));

export const address = about(pickOrder, (order, { random, number }) => ({
  right: "orders.address",
  path: `/orders/${order.id}/address`,
  body: { address: { ...ADDRESS, street: `${number} Ngong Road` }, version: seen(order, random) },
  action: "order.address",
}));

export const edit = about(pickOrder, (order, { random }) => {
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
    // where it would cost more, nothing changes: no row in the log is certain
  };
});

export const cancel = about(pickOrder, (order, { random, number }) => ({
  right: "orders.cancel",
  path: `/orders/${order.id}/cancel`,
  body: { version: seen(order, random), reason: `not wanted ${number}`, confirmed: true },
  ...cancelling(order),
}));

import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { payTill, type TillPayment } from "./c2b.ts";
import { type Change, callbackText, decide } from "./callbacks.ts";
import { deliver } from "./delivery.ts";
import { enter } from "./ledger.ts";
import { isScenario } from "./scenarios.ts";
import type { Switches } from "./world.ts";
import {
  blankState,
  type Logged,
  type Mode,
  type Paid,
  type Prompt,
  type RefundOutcome,
  type World,
} from "./world.ts";

const prompt = z.object({ checkoutRequestId: z.string() });
const scenario = z.object({ phone: z.string(), scenario: z.string() });
const callback = prompt.extend({ change: z.record(z.string(), z.unknown()) });

/** What the browser's journeys need of the control, over HTTP: under /__sim, JSON in and out. */
export function serveControl(http: FastifyInstance, control: Control): void {
  const on = <B>(name: string, schema: z.ZodType<B>, work: (body: B) => unknown) =>
    http.post(`/__sim/${name}`, async (request, reply) => {
      const parsed = schema.safeParse(JSON.parse(String(request.body)));
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) });
      try {
        await work(parsed.data);
        return reply.send({ ok: true });
      } catch (error) {
        if (!(error instanceof ControlError)) throw error;
        return reply.code(error.status).send({ error: error.message });
      }
    });

  http.get("/__sim/payments", async () => control.payments());
  on("scenario", scenario, control.scenario);
  on("callback", callback, control.callback);
  on("approve", prompt, (body) => control.approve(body.checkoutRequestId));
  on("cancel", prompt, (body) => control.cancel(body.checkoutRequestId));
}

/** A prompt as tests and people see it. Times are virtual milliseconds since 1970. */
export type Payment = Pick<
  Prompt,
  | "phone"
  | "amount"
  | "to"
  | "checkoutRequestId"
  | "merchantRequestId"
  | "accountReference"
  | "callbackUrl"
  | "at"
> & {
  state: "waiting" | "paid" | "failed";
  scenario: string;
  code?: string;
  receipt?: string;
  paidAt?: number;
};

export type Control = ReturnType<typeof createControl>;

/** A mistake in driving the simulator: 404 for what is not there, 409 for what is too late, 400 otherwise. */
class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** What tests and the demo drive the simulator with; /__sim is a part of it over HTTP. `initial` is what a reset goes back to. */
export function createControl(world: World, initial: Switches) {
  return {
    /** Calls in and deliveries out, oldest first; `path` keeps it to paths that contain it. */
    requests: (path = ""): Logged[] => world.log.filter((entry) => entry.path.includes(path)),
    /** Every prompt there was, oldest first. */
    payments: (): Payment[] => world.prompts.map(paymentOf),
    /** All money that moved, by prompt or at the till. */
    ledger: (): Paid[] => [...world.ledger],
    /** Puts a phone into a scenario by number ("001"), or with null back into its own. */
    scenario({ phone, scenario }: { phone: string; scenario: string | null }): void {
      if (scenario === null) world.scenarios.delete(phone);
      else if (isScenario(scenario)) world.scenarios.set(phone, scenario);
      else throw new ControlError(400, `There is no scenario ${scenario}`);
    },
    mode(mode: Mode): void {
      world.mode = { ...mode };
    },
    switches(changes: Partial<Switches>): void {
      Object.assign(world.switches, changes);
    },
    /**
     * Delivers the prompt's callback now, altered as said; dropping does not apply.
     * @returns the receiver's status, 0 for none
     */
    async callback({ checkoutRequestId, change }: CallbackOrder): Promise<number> {
      const prompt = promptOf(world, checkoutRequestId);
      return deliver(world, prompt.callbackUrl, callbackText(world, prompt, change), { byHand: true });
    },
    /** Loses everything that would be delivered while it is on. */
    dropCallbacks(on: boolean): void {
      world.dropping = on;
    },
    /** Moves the clock on, delivering all that falls due. */
    advance: (seconds: number): Promise<void> => world.clock.advance(seconds * 1000),
    payTill: (payment: TillPayment): { code: string } => payTill(world, payment),
    /** How reversals end from now on. */
    refundMode(mode: RefundOutcome): void {
      world.refund = mode;
    },
    /** The money Safaricom moves to the bank: a row of Pull that is no payment. */
    settle({ amount }: { amount: number }): { code: string } {
      const { shortcode } = world.setup;
      const settlement = {
        amount: -amount,
        phone: "0",
        to: shortcode,
        type: "Settlement",
        reference: "",
      } as const;
      return { code: enter(world, settlement).receipt };
    },
    /** The person pays. @returns the callback receiver's status */
    approve: async (checkoutRequestId: string) => decide(world, waiting(world, checkoutRequestId), "0"),
    /** The person cancels. @returns the callback receiver's status */
    cancel: async (checkoutRequestId: string) => decide(world, waiting(world, checkoutRequestId), "1032"),
    /** Forgets everything: prompts, money, token, registrations, log, modes. The clock keeps its time. */
    reset(): void {
      world.agenda.clear();
      Object.assign(world, blankState(initial));
    },
  };
}

type CallbackOrder = { checkoutRequestId: string; change?: Change };

function paymentOf(made: Prompt): Payment {
  const { phone, amount, to, checkoutRequestId, merchantRequestId, accountReference, callbackUrl, at } = made;
  const { scenario, code, paid } = made;
  const ended = paid ? "paid" : "failed";
  return {
    phone,
    amount,
    to,
    checkoutRequestId,
    merchantRequestId,
    accountReference,
    callbackUrl,
    at,
    state: code === undefined ? "waiting" : ended,
    scenario,
    ...(code === undefined ? {} : { code }),
    ...(paid ? { receipt: paid.receipt, paidAt: paid.at } : {}),
  };
}

function promptOf(world: World, checkoutRequestId: string): Prompt {
  const made = world.prompts.find((other) => other.checkoutRequestId === checkoutRequestId);
  if (!made) throw new ControlError(404, "There is no such prompt");
  return made;
}

function waiting(world: World, checkoutRequestId: string): Prompt {
  const made = promptOf(world, checkoutRequestId);
  if (made.code !== undefined) throw new ControlError(409, "That prompt has ended");
  return made;
}

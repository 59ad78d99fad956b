import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { mpesaProvider } from "../../src/payments/mpesa/provider.server.ts";
import { providerTokens, providerTurns } from "../../src/payments/mpesa/tables.server.ts";
import { createLog } from "../../src/platform/log.server.ts";
import { json, startFakeProvider } from "../fake-provider.ts";
import { openTestShop } from "../shop.ts";
import { addPayment, mpesaConfig } from "./payment.ts";

export const TOKEN = "/oauth/v1/generate?grant_type=client_credentials";
export const PUSH = "/mpesa/stkpush/v1/processrequest";

export const ACCEPTED = {
  MerchantRequestID: "2654-4b64-97ff-b827b54288100001",
  CheckoutRequestID: "ws_CO_05112026143001123700000001",
  ResponseCode: "0",
  ResponseDescription: "Success. Request accepted for processing",
  CustomerMessage: "Success. Request accepted for processing",
};

export const error = (status: number, errorCode: string, errorMessage = "x") =>
  json(status, { requestId: "1c5b-4ba8-815c-ac45c57a00000001", errorCode, errorMessage });

export const STALE = error(404, "404.001.03", "Invalid Access Token");

export const SPIKE = json(429, {
  fault: {
    faultstring: "Spike arrest violation.",
    detail: { errorcode: "policies.ratelimit.SpikeArrestViolation" },
  },
});

/** A shop whose Safaricom says just what a test has it say. */
async function openMpesaTest() {
  const shop = await openTestShop();
  const lines: string[] = [];
  const log = createLog("debug", { write: (line: string) => void lines.push(line) });
  return {
    shop,
    log,
    /** Everything logged so far. */
    lines,
    /** Another Safaricom, which gives tokens and was asked for none yet; a payment that waits to be asked for. */
    async begin() {
      const safaricom = await startFakeProvider();
      let issued = 0;
      safaricom.play(TOKEN, (response, request) =>
        json(200, { access_token: `golden-token-${++issued}`, expires_in: "3599" })(response, request),
      );
      await shop.db.delete(providerTokens);
      await shop.db.delete(providerTurns);
      const open = (change: Record<string, string> = {}, db = shop.db) =>
        mpesaProvider({ db, config: mpesaConfig(safaricom.url, change), log });
      return { safaricom, open, provider: open(), payment: await addPayment(shop.db) };
    },
    close: () => shop.close(),
  };
}

type MpesaTest = Awaited<ReturnType<typeof openMpesaTest>>;
type Scene = Awaited<ReturnType<MpesaTest["begin"]>>;

/** One such shop for the tests of a file, and for each of them a scene of its own. */
export function mpesaScenes() {
  const world = {} as MpesaTest;
  const scene = {} as Scene;
  beforeAll(async () => {
    Object.assign(world, await openMpesaTest());
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    Object.assign(scene, await world.begin());
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await scene.safaricom.close();
  });
  return { world, scene };
}

/** The longest limits of time, 30 s, end after half a second. */
export function hurry(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 30_000 ? 500 : ms));
}

/** A push of the scene, and how often it was said to be leaving. */
export async function start(scene: Scene, by = scene.provider) {
  const sending = vi.fn(async () => {});
  const started = await by.start?.(scene.payment, "secret-of-the-address", sending);
  return { started, sent: sending.mock.calls.length };
}

import { DARAJA } from "./daraja/simulator.ts";
import { FLUTTERWAVE } from "./flutterwave/simulator.ts";

/** A shop's settings for the two simulators at these addresses. */
export function settingsFor(urls: {
  shop: string;
  daraja: string;
  flutterwave: string;
}): Record<string, string> {
  return {
    PUBLIC_URL: urls.shop,
    PAYMENT_METHODS: "cod,mpesa,flutterwave",
    MPESA_BASE_URL: urls.daraja,
    MPESA_CONSUMER_KEY: DARAJA.consumerKey,
    MPESA_CONSUMER_SECRET: DARAJA.consumerSecret,
    MPESA_SHORTCODE: DARAJA.shortcode,
    MPESA_PASSKEY: DARAJA.passkey,
    MPESA_INITIATOR: DARAJA.initiator,
    MPESA_SECURITY_CREDENTIAL: DARAJA.securityCredential,
    MPESA_QUERY_EVERY: "12",
    FLW_BASE_URL: urls.flutterwave,
    FLW_CHECKOUT_SCRIPT_URL: `${urls.flutterwave}/v3.js`,
    FLW_PUBLIC_KEY: FLUTTERWAVE.publicKey,
    FLW_SECRET_KEY: FLUTTERWAVE.secretKey,
    FLW_WEBHOOK_HASH: FLUTTERWAVE.webhookHash,
  };
}

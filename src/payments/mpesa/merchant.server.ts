import type { Config } from "../../config.server.ts";
import { tillsNow } from "../../settings/current-settings.server.ts";

/** The shop as M-Pesa knows it. */
export type Merchant = {
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** PayBill number, or the store number behind a till. */
  shortcode: string;
  passkey: string;
  /** The type of a push, and the number that is paid. */
  transactionType: "CustomerPayBillOnline" | "CustomerBuyGoodsOnline";
  partyB: string;
  /** All numbers of ours that money may be paid to. */
  ours: readonly string[];
  /** The credentials to query and reverse a transaction; undefined where they are not set up. */
  operator: { initiator: string; credential: string } | undefined;
  /** Seconds between two queries. */
  queryEvery: number;
  publicUrl: string;
};

/** The shop's settings for M-Pesa; undefined unless all of them are set. */
export function readMerchant(config: Config): Merchant | undefined {
  const {
    MPESA_BASE_URL: baseUrl,
    MPESA_CONSUMER_KEY: consumerKey,
    MPESA_CONSUMER_SECRET: consumerSecret,
    MPESA_SHORTCODE: shortcode,
    MPESA_PASSKEY: passkey,
    MPESA_TILL_NUMBER: till,
    MPESA_INITIATOR: initiator,
    MPESA_SECURITY_CREDENTIAL: credential,
  } = config;
  if (!baseUrl || !consumerKey || !consumerSecret || !shortcode || !passkey) return undefined;
  const usual = till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline";
  const transactionType = config.MPESA_TRANSACTION_TYPE ?? usual;
  return {
    baseUrl,
    consumerKey,
    consumerSecret,
    shortcode,
    passkey,
    transactionType,
    partyB: transactionType === "CustomerBuyGoodsOnline" && till ? till : shortcode,
    ours: ourNumbers(config),
    operator: initiator && credential ? { initiator, credential } : undefined,
    queryEvery: config.MPESA_QUERY_EVERY ?? spacingOf(baseUrl),
    publicUrl: config.PUBLIC_URL,
  };
}

/**
 * The numbers whose payments may match a typed code: the owner's current and recent tills, the shortcode, and the till that
 * prompts are paid to, which belongs to the shortcode and is set in the environment only.
 */
export function numbersNow(config: Config): string[] {
  const { MPESA_TILL_NUMBER: till, MPESA_SHORTCODE: shortcode } = config;
  const besides = [shortcode, readMerchant(config)?.partyB].filter((number) => number !== undefined);
  return tillsNow({ till, besides });
}

/** Till and shortcode, where the environment sets them. */
function ourNumbers({ MPESA_TILL_NUMBER, MPESA_SHORTCODE }: Config): string[] {
  return [MPESA_TILL_NUMBER, MPESA_SHORTCODE].filter((number) => number !== undefined);
}

/** The sandbox allows five queries a minute, one at a time; production's limit is not published. */
function spacingOf(baseUrl: string): number {
  return new URL(baseUrl).hostname.includes("sandbox") ? 12 : 1;
}

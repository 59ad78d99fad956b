import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { lanAddresses } from "../scripts/lan-addresses.ts";

const at = (address: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address, family: "IPv4", internal: false, ...more }) as NetworkInterfaceInfo;
const NETWORKS = {
  lo: [at("127.0.0.1", { internal: true })],
  wlan0: [at("192.168.1.23"), { ...at("fe80::1"), family: "IPv6" } as NetworkInterfaceInfo],
  tun0: [at("10.8.0.2")],
};
const addressesOf = (HOST: string, PUBLIC_URL = "http://localhost:3000") =>
  lanAddresses({ HOST, PORT: 3000, PUBLIC_URL }, NETWORKS);

test("a phone is told where to find a shop that listens for other devices", () => {
  expect(addressesOf("0.0.0.0")).toEqual(["http://192.168.1.23:3000", "http://10.8.0.2:3000"]);
  expect(addressesOf("::")).toEqual(["http://192.168.1.23:3000", "http://10.8.0.2:3000"]);
  expect(addressesOf("192.168.1.23")).toEqual(["http://192.168.1.23:3000"]);
});

test("a shop for this machine alone, or with an address of its own, names none", () => {
  expect(addressesOf("localhost")).toEqual([]);
  expect(addressesOf("0.0.0.0", "https://shop.example")).toEqual([]);
});

import { MISSING } from "./rules.ts";

export default function FlutterwavePage() {
  return <p>{MISSING.flutterwave}</p>;
}

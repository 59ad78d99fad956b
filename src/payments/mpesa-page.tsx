import { MISSING } from "./rules.ts";

export default function MpesaPage() {
  return <p>{MISSING.mpesa}</p>;
}

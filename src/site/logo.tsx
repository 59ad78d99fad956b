import { shop } from "../shop.ts";

/** The shop's name in its own lettering beside three bars of the wave. */
export function Logo() {
  return (
    <span className="logo">
      <svg width="30" height="26" viewBox="0 0 30 26" aria-hidden="true">
        <path d="M2 26l3-15h5l-3 15z" fill="var(--signal)" />
        <path d="M11 26l5-26h5l-5 26z" fill="var(--signal)" />
        <path d="M20 26l3.5-18h5l-3.5 18z" fill="var(--sun)" />
      </svg>
      <span className="logo-name">{shop.name}</span>
    </span>
  );
}

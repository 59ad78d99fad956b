// our own drawings of the names, so that nothing is fetched and nobody's artwork is copied

// the letters keep their place whatever font a device has
const FIT = { lengthAdjust: "spacingAndGlyphs" } as const;

/** The ways of paying the shop knows, as small plates. */
export function PaymentLogos() {
  return (
    <ul className="payment-logos" aria-label="Ways to pay">
      <li>
        <svg width="92" height="36" viewBox="0 0 92 36" role="img" aria-label="M-PESA mobile money">
          <rect width="92" height="36" fill="#fff" />
          <rect x="9" y="7" width="12" height="22" rx="2" fill="#1d8a3c" />
          <path d="M12 10h6v12h-6z" fill="#fff" />
          <path d="M12 20l6-6" stroke="#cf2c14" strokeWidth="2" />
          <text x="27" y="23.5" fontSize="15" fontWeight="800" fill="#146a2d" {...FIT} textLength={56}>
            M-PESA
          </text>
        </svg>
      </li>
      <li>
        <svg
          width="116"
          height="36"
          viewBox="0 0 116 36"
          role="img"
          aria-label="Flutterwave cards and wallets"
        >
          <rect width="116" height="36" fill="#fff" />
          <path d="M9 21q5-12 10-3t9-6" fill="none" stroke="#f08c00" strokeWidth="3.5" />
          <path d="M9 26q6-6 11-1t8-5" fill="none" stroke="#0a2a57" strokeWidth="2.5" />
          <text x="33" y="23" fontSize="13" fontWeight="700" fill="#0a2a57" {...FIT} textLength={74}>
            flutterwave
          </text>
        </svg>
      </li>
      <li>
        <svg width="66" height="36" viewBox="0 0 66 36" role="img" aria-label="Visa cards">
          <rect width="66" height="36" fill="#fff" />
          <path d="M0 0h66v5H0z" fill="#1a1f71" />
          <path d="M0 31h66v5H0z" fill="#c98a12" />
          <text
            x="33"
            y="25"
            fontSize="19"
            fontWeight="800"
            fontStyle="italic"
            textAnchor="middle"
            fill="#1a1f71"
          >
            VISA
          </text>
        </svg>
      </li>
      <li>
        <svg width="82" height="36" viewBox="0 0 82 36" role="img" aria-label="Airtel Money">
          <rect width="82" height="36" fill="#fff" />
          <path d="M11 24c-4-8 4-15 9-9s-4 12-5 8s6-6 8-2" fill="none" stroke="#c8102e" strokeWidth="3" />
          <text x="31" y="17" fontSize="13" fontWeight="800" fill="#c8102e" {...FIT} textLength={40}>
            airtel
          </text>
          <text x="31" y="29" fontSize="11" fontWeight="700" fill="#1b1618" {...FIT} textLength={40}>
            money
          </text>
        </svg>
      </li>
    </ul>
  );
}

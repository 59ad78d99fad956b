import { CARDS, type Card } from "./cards.ts";

/** The page inside the modal: the card form, then what the card asks for, then how it ended. */
export function formPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flutterwave checkout (simulator)</title>
<link rel="stylesheet" href="/pay/form.css">
</head>
<body>
<main>
<header>
<h1 id="title">Checkout</h1>
<button type="button" id="close" disabled>Close payment</button>
</header>
<p id="payer"></p>
<p class="problem" id="problem" role="alert"></p>
<section data-screen="card" hidden>
<form id="card-form">
<label for="number">Card number</label>
<input id="number" inputmode="numeric" autocomplete="cc-number" maxlength="30" required>
<div class="pair">
<div><label for="expiry">Expiry</label>
<input id="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY" maxlength="7" required></div>
<div><label for="cvv">CVV</label>
<input id="cvv" inputmode="numeric" autocomplete="cc-csc" maxlength="4" required></div>
</div>
<button type="submit" id="pay">Pay</button>
</form>
<details><summary>Test cards (simulator; 3310, then 12345 where asked)</summary>
<ul>${CARDS.map(cardLine).join("\n")}</ul>
</details>
</section>
<section data-screen="step" hidden>
<form id="step-form">
<p id="step-about"></p>
<label for="answer" id="answer-label">OTP</label>
<input id="answer" autocomplete="off" required>
<button type="submit">Continue</button>
</form>
</section>
<section data-screen="over" hidden>
<h2 id="over-title" tabindex="-1"></h2>
<p id="over-message" role="status"></p>
</section>
</main>
<script src="/pay/form.js"></script>
</body>
</html>`;
}

function cardLine({ number, expiry = "09/32", cvv = "123", about }: Card): string {
  const fills = `data-card="${number}" data-expiry="${expiry}" data-cvv="${cvv}"`;
  return `<li><button type="button" ${fills}>${number} ${escaped(about)}</button></li>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

// The card form inside the modal. It learns from the page around it what to charge, and tells it what came of it.
(() => {
  const ASKS = {
    pin: { label: "PIN", about: "Enter your 4-digit card PIN.", type: "password", length: 4 },
    otp: { label: "OTP", about: "Enter the OTP sent to your phone or e-mail.", type: "text", length: 8 },
    bank: { label: "OTP", about: "Your bank asks for the OTP it sent you (3DS).", type: "text", length: 8 },
    avs: { label: "Billing address", about: "Enter the address your bank knows.", type: "text", length: 200 },
  };
  const screens = [...document.querySelectorAll("[data-screen]")];
  const find = (id) => document.getElementById(id);
  const post = (message) => window.parent.postMessage(message, parentOrigin);
  // what is told before the page around has spoken holds no secrets
  let parentOrigin = "*";
  let session;
  let charge;

  window.addEventListener("message", async ({ source, origin, data }) => {
    if (source !== window.parent || session) return;
    parentOrigin = origin;
    const opened = await send("/pay/open", data);
    if (opened.kind === "refused") return showOver("This payment cannot be made", opened.message);
    session = opened.session;
    find("title").textContent = opened.title;
    find("payer").textContent = opened.email;
    find("pay").textContent = `Pay ${opened.price}`;
    show("card");
  });

  find("close").addEventListener("click", () => post({ kind: "close" }));
  // before this, a tap would have been lost
  find("close").disabled = false;
  find("card-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit("/pay/card", {
      number: find("number").value,
      expiry: find("expiry").value,
      cvv: find("cvv").value,
    });
  });
  find("step-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit("/pay/step", { charge, answer: find("answer").value });
  });
  for (const button of document.querySelectorAll("[data-card]")) {
    button.addEventListener("click", () => {
      find("number").value = button.dataset.card;
      find("expiry").value = button.dataset.expiry;
      find("cvv").value = button.dataset.cvv;
      find("pay").focus();
    });
  }
  post({ kind: "ready" });

  async function submit(path, body) {
    say("");
    setBusy(true);
    const outcome = await send(path, { session, ...body });
    setBusy(false);
    if (outcome.kind === "ask") ask(outcome);
    if (outcome.kind === "refused") say(outcome.message);
    if (outcome.kind === "failed") retry(outcome);
    if (outcome.kind === "closed") post({ kind: "close" });
    if (outcome.kind === "paid") finish(outcome);
  }

  function ask(outcome) {
    const { label, about, type, length } = ASKS[outcome.step];
    charge = outcome.charge;
    find("step-about").textContent = about;
    find("answer-label").textContent = label;
    const answer = find("answer");
    answer.value = "";
    answer.type = type;
    answer.maxLength = length;
    answer.inputMode = outcome.step === "avs" ? "text" : "numeric";
    show("step");
  }

  function retry({ message, triesLeft }) {
    if (triesLeft === 0) return showOver("Payment failed", `${message}. You have tried too many times.`);
    find("card-form").reset();
    show("card");
    say(`${message}. Please try again or use another card.`);
  }

  function finish({ callback, called, closes }) {
    if (!called) return showOver("Finishing your payment", "Please wait while we hear from your bank…");
    showOver("Payment successful", "You may close this window.");
    post({ kind: "paid", callback });
    if (closes) post({ kind: "close" });
  }

  function showOver(title, message) {
    find("over-title").textContent = title;
    find("over-message").textContent = message;
    show("over");
  }

  function show(name) {
    for (const screen of screens) screen.hidden = screen.dataset.screen !== name;
    const screen = screens.find((one) => one.dataset.screen === name);
    screen.querySelector("input, h2")?.focus();
  }

  function say(message) {
    find("problem").textContent = message;
  }

  function setBusy(isBusy) {
    for (const button of document.querySelectorAll("form button")) button.disabled = isBusy;
  }

  async function send(path, body) {
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return await answer.json();
    } catch {
      return { kind: "refused", message: "No answer. Check your connection and try again." };
    }
  }
})();

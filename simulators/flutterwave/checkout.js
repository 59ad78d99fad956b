// What a shop's page loads as v3.js. Runs under the shop's content policy: no eval, no style attributes in markup.
(() => {
  const origin = new URL(document.currentScript.src).origin;

  window.FlutterwaveCheckout = (args) => {
    const options = args ?? {};
    const iframe = openFrame();
    let isOpen = true;
    let isDone = false;

    function hear({ source, origin: from, data }) {
      if (source !== iframe.contentWindow || from !== origin || !isOpen) return;
      // functions cannot be posted, and the form has no use for them
      if (data.kind === "ready")
        iframe.contentWindow.postMessage(JSON.parse(JSON.stringify(options)), origin);
      if (data.kind === "paid") finish(data.callback);
      if (data.kind === "close") shut();
    }

    function finish(callback) {
      if (isDone) return;
      isDone = true;
      options.callback?.(callback);
    }

    function shut() {
      if (!isOpen) return;
      isOpen = false;
      window.removeEventListener("message", hear);
      iframe.style.display = "none";
      document.body.style.overflow = "";
      options.onclose?.(!isDone);
    }

    window.addEventListener("message", hear);
    return { close: shut };
  };

  function openFrame() {
    const iframe = document.createElement("iframe");
    iframe.name = "checkout";
    iframe.title = "Flutterwave checkout";
    iframe.allow = "payment";
    Object.assign(iframe.style, {
      position: "fixed",
      inset: "0",
      width: "100%",
      height: "100%",
      border: "0",
      background: "transparent",
      zIndex: "2147483647",
    });
    iframe.src = `${origin}/pay?opened=${Date.now()}`;
    document.body.append(iframe);
    document.body.style.overflow = "hidden";
    iframe.addEventListener("load", () => iframe.focus());
    return iframe;
  }
})();

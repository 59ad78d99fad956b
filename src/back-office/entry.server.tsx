import { loadWatch } from "../site/document/bootstrap-script.server.ts";
import { createDocumentRenderer, reportError } from "../site/document/render-document.server.tsx";

/** The back office's pages, sent as rendered: their buttons are disabled until hydration. */
export default createDocumentRenderer(({ html, nonce }) => {
  const watch = `<script nonce="${nonce}">${loadWatch()};pageScripts.begin()</script>`;
  return html.replace("</head>", () => `${watch}</head>`);
});

export const handleError = reportError;

import { withData } from "../../platform/internals/rendered-document.server.ts";
import { loadWatch } from "../../site/document/load-watch.server.ts";
import { createDocumentRenderer, reportError } from "../../site/document/render-document.server.tsx";

/** The back office's pages, sent as they are rendered: their buttons wait for hydration by themselves. */
export default createDocumentRenderer(({ html, data, nonce }) => {
  const watch = `<script nonce="${nonce}">${loadWatch()};pageScripts.begin()</script>`;
  return withData(
    html.replace("</head>", () => `${watch}</head>`),
    data,
    nonce,
  );
});

export const handleError = reportError;

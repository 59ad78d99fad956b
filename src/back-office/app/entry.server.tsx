import { createDocumentRenderer, reportError } from "../../site/document/render-document.server.tsx";

/** The back office's pages, sent as they are rendered: their buttons wait for hydration by themselves. */
export default createDocumentRenderer(({ html }) => html);

export const handleError = reportError;

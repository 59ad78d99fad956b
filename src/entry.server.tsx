import { finishDocument } from "./site/document/document.server.ts";
import { createDocumentRenderer, reportError } from "./site/document/render-document.server.tsx";

/** The storefront's pages as they are sent. */
export default createDocumentRenderer(finishDocument);

export const handleError = reportError;

